/* test_junit.h - results of the cases of `mazurka test`, also as JUnit XML and as JSON. */
#ifndef MZ_APPS_TEST_TEST_JUNIT_H
#define MZ_APPS_TEST_TEST_JUNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tool/cli/util.h"

struct test_result {
    char       *name;              /* Suite.Case */
    const char *suite, *of_suite;  /* the same in parts */
    int         status;            /* with which the check has ended */
    char       *verdict, *reason;
    char       *said;              /* all that it printed */
    char       *message;           /* of a bug: what the case itself has printed of it, in lines; may be empty */
    char       *cause, *token;     /* of a bug; else empty */
    struct json_t *document;       /* JSON of the check; NULL: it has written none */
    struct json_t *sarif;          /* likewise, where it was asked for */
    char       *trace;             /* of a bug; else empty */
    char       *setting;           /* "NAME=value" of the environment by which the case was selected, or NULL */
    double      seconds;
    uint64_t    states;
    bool        skipped;           /* by itself, in some interleaving, and nothing is wrong in any */
    bool        not_run;           /* stopped by a signal before */
    bool        cached;            /* of an earlier run, in which nothing was otherwise */
    bool        known;             /* not verified, but no worse than in the baseline */
};

struct test_results {
    struct test_result *at;
    size_t      count;
    const char *program;
    const char *baseline;   /* its file, or NULL */
    const char *since;      /* the commit with which the sources were compared, or NULL */
    struct strings changed; /* files that the program is made of, and that have changed since; none: its cases were not checked */
    struct strings newer;   /* with `since`: sources that were written after the program was built */
    const char *incomplete; /* why there may be further cases, of which nothing is known; NULL: these are all */
    int         status;     /* of the command */
};

/* To a file, or to stdout for "-"; false with errno set. Cases that are not known are one that is skipped. */
bool test_junit(const struct test_results *results, const char *path);

/* Likewise: one document (docs/use/tests.md). */
bool test_json(const struct test_results *results, const char *path);

#endif
