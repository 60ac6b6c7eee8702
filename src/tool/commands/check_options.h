/* check_options.h - the command line of `mazurka check`, and the configuration of the runtime that follows from it. */
#ifndef MZ_TOOL_COMMANDS_CHECK_OPTIONS_H
#define MZ_TOOL_COMMANDS_CHECK_OPTIONS_H

#include "tool/cli/check_settings.h"

/* Reads the command line; dies on mistakes. */
void check_read_arguments(struct check_settings *settings, int argc, char **argv);

/* The runtime's configuration, whole. */
struct wire_config check_config(const struct check_settings *settings);

#endif
