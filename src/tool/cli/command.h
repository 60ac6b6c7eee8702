/* command.h - a subcommand of the tool: one file and one row in main.c's table. */
#ifndef MZ_TOOL_CLI_COMMAND_H
#define MZ_TOOL_CLI_COMMAND_H

#include <stdbool.h>

struct command {
    const char *name;
    const char *help;  /* one line for the overview */
    const char *usage; /* the whole text of `mazurka help NAME`: usage, options, examples */
    void (*more)(void); /* prints what follows it, where options come from a table; may be NULL */
    bool (*replays)(const char *file); /* is the file one that it, and not `mazurka replay`, runs again? NULL: it has none */
    int (*run)(int argc, char **argv); /* argv[0] is the name; returns the exit status of the tool */
};

extern const struct command cc_command, cxx_command, check_command, replay_command, searches_command, states_command, census_command;
extern const struct command resume_command, orders_command;
extern const struct command test_command, variables_command, suite_command, lab_command, diff_command, clients_command, hunt_command;
extern const struct command doctor_command, dap_command;

#endif
