/* search_options.h - options of `mazurka check` that name the parts of the search. */
#ifndef MZ_TOOL_CLI_SEARCH_OPTIONS_H
#define MZ_TOOL_CLI_SEARCH_OPTIONS_H

#include <stdbool.h>

#include "tool/cli/check_settings.h"
#include "wire/steering.h"

enum { EPSILON_PARTS = 1000000000 /* as in search/drivers/permutations.h */, PRINTED_PRUNING = 1 /* word of --ranked-pruning */ };

/* Dies where an option is given that is for other searches. */
void search_check_options(const struct check_settings *s);

/* Is the option for the search that is asked for? */
bool search_takes(const struct search_settings *s, const char *option);

/* Is the search the one that is done where none is asked for? */
bool search_is_default(const struct search_settings *s);

/* Texts become what they mean, in `steering`: once, when all options are read, and again where one was changed. Dies on mistakes. */
void search_settings_read(struct search_settings *s);

bool search_is_bounded(const struct search_settings *s); /* by depth, preemptions, switches or delays */

/* Is nothing said about its parts? */
bool search_is_plain(const struct search_settings *s);

/* The names of the searches that sample executions, for a message. */
char *those_that_sample(void);

/* The whole configuration in one line; NULL if nothing but the default is asked for. */
char *search_description(const struct check_settings *s);

/* --rb=list */
void print_rb_configurations(void);

#endif
