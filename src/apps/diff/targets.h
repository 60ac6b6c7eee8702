/* targets.h - the targets of `mazurka diff`, and how each is built and run: `.mazurka.ini` in the repository, or options. */
#ifndef MZ_APPS_DIFF_TARGETS_H
#define MZ_APPS_DIFF_TARGETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tool/cli/util.h"

#define TARGETS_FILE ".mazurka.ini"

/* A program and one way to run it. Paths are relative to the folder of the configuration file, but for those of options, which are
 * relative to where the command was given. */
struct target {
    const char    *name;
    const char    *build;     /* a command for the shell, or NULL */
    const char    *program;   /* that was built with `mazurka cc`; or NULL: */
    struct strings sources;   /* words for `mazurka check`: files and options of the compiler */
    struct strings arguments; /* of the program */
    struct strings check;     /* more options of `mazurka check` */
    uint64_t       pair_ms;   /* limit of a pair; 0: that of the command */
    size_t         line;      /* where it begins in the configuration */
};

struct targets {
    struct target *at;
    size_t         count;
    const char    *base;      /* of [diff]: the revision to compare with, or NULL */
    const char    *rule;      /* or NULL */
    uint64_t       pair_ms, budget_ms, jobs; /* 0: not said */
};

/* Reads a configuration. False with "PATH:LINE: …" in *why. */
bool targets_read(const char *path, const char *text, size_t length, struct targets *targets, char **why);

#endif
