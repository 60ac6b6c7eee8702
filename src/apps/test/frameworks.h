/* frameworks.h - frameworks of tests: how a program that uses one is known, lists its cases, and runs one of them alone. A framework is
 * one row of the table in frameworks.c. */
#ifndef MZ_APPS_TEST_FRAMEWORKS_H
#define MZ_APPS_TEST_FRAMEWORKS_H

#include "tool/cli/util.h"

struct test_case {
    char *suite, *name;
};

struct test_cases {
    struct test_case *at;
    size_t count;
    size_t promised; /* the program has said that there are so many; 0: it has not */
    char  *cut;      /* why the program ended, or was ended, before it had named all of them; NULL: it has */
};

struct framework {
    const char *name;
    const char *marks[3];       /* any of these is somewhere in the program's file: ends with NULL */
    const char *list[4];        /* arguments that make it list its cases: end with NULL */
    const char *environment[4]; /* for all of its runs, "NAME=value": ends with NULL */
    const char *listing[3];     /* for that which lists, above these: ends with NULL */
    void (*read)(struct test_cases *cases, char *output); /* what it has listed, which may be written to */
    const char *select;         /* the argument that runs one case; %s stands for its name */
    const char *select_in;      /* or the variable of the environment */
    const char *with;           /* another argument of all cases; NULL: none */
    const char *special;        /* letters of a name that need a backslash there */
    const char *joined;         /* what stands between suite and name in it; NULL: the suite is left out */
    const char *noise[8];       /* lines of its output that begin with one of these tell nothing of a failure: end with NULL */
    const char *skipped;        /* what a case prints, in one piece, that skips itself; NULL: none does */
    bool by_running;            /* it has no list: all cases are run, by themselves, and say their names */
};

extern const struct framework frameworks[]; /* ends with a row without name */

/* Framework of the program, or NULL. */
const struct framework *framework_of(const char *program);
const struct framework *framework_named(const char *name);

/* The cases of the program, which is run for it, as it is, for no longer than the milliseconds. Dies with a sentence if that fails, unless
 * a signal has ended it; a note says what has kept a program from naming all. */
struct test_cases framework_list(const struct framework *f, const char *program, const struct strings *arguments, uint64_t milliseconds);

/* Word that makes the program run this case alone: an argument, or a variable "NAME=value" of the environment; the
 * other is NULL. */
void framework_select(const struct framework *f, const struct test_case *c, char **argument, char **variable);

/* Lines, of what a case that has failed has printed, that say why: a few, each ended by a newline. `f` may be NULL. */
char *framework_message(const struct framework *f, char *output);

/* The environment of all runs. */
void framework_environment(const struct framework *f);

#endif
