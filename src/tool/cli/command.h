/* command.h - a subcommand of the tool: one file and one row in main.c's table. */
#ifndef MZ_TOOL_CLI_COMMAND_H
#define MZ_TOOL_CLI_COMMAND_H

#include <stdbool.h>

struct option_row;

struct command {
    const char *name;
    const char *help;  /* one line for the overview */
    const char *example; /* a command line: what `mazurka help NAME` begins with */
    /* `mazurka help NAME`, and NAME --help: these three, one below the other; of a command without a table the first is all. */
    const char              *usage;
    const struct option_row *options;
    const char              *examples;
    bool (*listed)(const struct option_row *row); /* which rows are listed; NULL: all */
    const char *rest;       /* --help lists the rows for every day, and this sentence says where the others are; NULL: it lists all */
    bool        only_alone; /* --help is ours where no other word is there: otherwise it is the compiler's */
    bool (*replays)(const char *file); /* is the file one that it, and not `mazurka replay`, runs again? NULL: it has none */
    int (*run)(int argc, char **argv); /* argv[0] is the name; returns the exit status of the tool */
};

extern const struct command cc_command, cxx_command, check_command, replay_command, searches_command, states_command, census_command;
extern const struct command resume_command, orders_command;
extern const struct command test_command, variables_command, suite_command, lab_command, diff_command, clients_command, hunt_command;
extern const struct command doctor_command, dap_command;

#endif
