/* test_junit.h - what became of the cases of `mazurka test`, and the same as JUnit XML and as JSON. */
#ifndef MZ_APPS_TEST_TEST_JUNIT_H
#define MZ_APPS_TEST_TEST_JUNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct test_result {
    char       *name;              /* Suite.Case */
    const char *suite, *of_suite;  /* the same in parts */
    int         status;            /* with which the check has ended */
    char       *verdict, *reason;
    char       *said;              /* all that it printed */
    char       *message;           /* of a bug: what the case itself has printed of it, in lines; may be empty */
    char       *cause, *token;     /* of a bug; else empty */
    struct json_t *document;       /* JSON of the check; NULL: it has written none */
    char       *trace;             /* of a bug; else empty */
    char       *setting;           /* "NAME=value" of the environment by which the case was selected, or NULL */
    double      seconds;
    uint64_t    states;
};

/* To a file, or to stdout for "-"; false with errno set. */
bool test_junit(const struct test_result *results, size_t count, const char *path);

/* Likewise: one document (docs/use/tests.md), of a command that ends with this status. */
bool test_json(const struct test_result *results, size_t count, const char *program, int status, const char *path);

#endif
