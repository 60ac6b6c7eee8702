/* check_settings.h - settings of `mazurka check` that its command line fills in (check_options.c). */
#ifndef MZ_TOOL_CLI_CHECK_SETTINGS_H
#define MZ_TOOL_CLI_CHECK_SETTINGS_H

#include "tool/cli/options.h"
#include "tool/cli/search_settings.h"
#include "tool/cli/util.h"
#include "wire/wire.h"

struct checkpoint;
struct machines;

/* Models of memory that are explored (commands/both_models.h). */
enum memory_models {
    MODELS_ONE,        /* that of config.memory_model */
    MODELS_KEPT_TO_SC, /* an option keeps to sequential consistency, and nobody has said which */
    MODELS_BOTH,       /* RC11 after sequential consistency, */
    MODELS_BOTH_ASKED, /* by name: RC11 has all the time that is left */
};

struct check_settings {
    /* what to check */
    struct strings compile;   /* words for the compiler, if there is something to compile */
    const char    *program;   /* else the program */
    struct strings arguments; /* of the program */
    const char    *cc;
    const char    *keep;      /* where to put the program that was compiled */
    /* what the runtime is told, as far as rows of the table say it; check_config() adds what has to be worked out */
    struct wire_config config;
    struct search_settings how;
    const char *visible, *visible_from, *visible_to, *track, *reduction, *variant, *trust, *notice, *reached, *atomic_orders;
    const char *series;       /* file with a search in each line */
    const char *suppress;     /* a file, and what is in it */
    struct suppressions *suppressions;
    const char *fragment, *function; /* lists: the pieces of the program that --search=pairwise looks at */
    bool        seed_given;
    enum memory_models models;
    const char *one_model;    /* MODELS_KEPT_TO_SC: why */
    bool        rc11;         /* these are the settings of that second search, whose limit of time is its own */
    /* what the tool does with it */
    bool     uninit;
    bool     no_cache;
    uint64_t hang_ms;
    uint64_t budget;          /* milliseconds for all searches together; 0: one search */
    const char *checkpoint;   /* the file; empty: one that is named for the program; NULL: none */
    uint64_t checkpoint_every; /* milliseconds */
    struct checkpoint *log;   /* that is open, then */
    bool     mpi;
    struct machines *machines; /* that search together, then */
    uint64_t suggest;         /* milliseconds for looking for memory orders that mend a bug */
    uint64_t minimize;        /* milliseconds for making schedules small */
    /* what is written */
    const char *json, *junit, *sarif, *html, *dot, *witness, *trace, *inputs, *format;
    bool        tells_compiler; /* its errors, too, are written to these files */
    bool        write_trace, quiet, verbose, explain_calls;
    uint64_t    steps;        /* lines of an interleaving that are shown */
    const char *color;
};

extern const struct option_row check_options[]; /* check_table.c */
#define CHECK_VARIABLE "MAZURKA_OPTIONS"        /* of the environment: more of them */

#endif
