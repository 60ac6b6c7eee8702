/* check.h - what the user asked of `mazurka check`: the settings that its command line fills in (check_options.c). */
#ifndef MZ_TOOL_CHECK_H
#define MZ_TOOL_CHECK_H

#include "tool/options.h"
#include "tool/search_options.h"
#include "tool/util.h"
#include "wire/wire.h"

struct check_settings {
    /* what to check */
    struct strings compile;   /* words for the compiler, if there is something to compile */
    const char    *program;   /* else the program */
    struct strings arguments; /* of the program */
    const char    *cc;
    const char    *keep;      /* where to put the program that was compiled */
    /* limits */
    uint64_t time_ms, memory, states;
    /* the search */
    bool        all, every_step, foresight;
    uint64_t    seed, entropy;
    bool        seed_given;
    struct search_settings how;
    const char *visible_from, *visible_to;
    const char *visible, *reduction, *dead_values, *fresh, *memory_checks, *reuse;
    /* what counts as a fault */
    bool spurious, livelock, uninit, leaks, held_at_exit;
    const char *exit_status, *race, *race_rule;
    /* the program's surroundings */
    uint64_t stack, heap, runaway, hang_ms;
    const char *trust, *setup_writes;
    bool     guard;
    bool     self_check;
    /* what is written */
    const char *json, *trace;
    bool        write_trace, quiet, explain_calls;
    uint64_t    steps;        /* lines of an interleaving that are shown */
    const char *color;
};

extern const struct option_row check_options[];

/* Reads the command line; dies on mistakes. Returns false if it asked for help. */
bool check_read_arguments(struct check_settings *settings, int argc, char **argv);

/* The part of the runtime's configuration that follows from the settings. */
struct wire_config check_config(const struct check_settings *settings);

#endif
