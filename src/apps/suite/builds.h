/* builds.h - compiling the programs of a suite, and finding out what memory each of them shares, several at a time. */
#ifndef MZ_APPS_SUITE_BUILDS_H
#define MZ_APPS_SUITE_BUILDS_H

#include "apps/suite/plan.h"

struct builder {
    const char *place; /* folder for what is made */
    const char *cc;    /* NULL: the usual one */
    size_t      at_a_time;
    bool        quiet;
    uint64_t    end; /* by clock_ms(CLOCK_MONOTONIC), when all is ended; 0: never */
};

/* As many as were asked for; 0: as there are processors. */
size_t processes_at_a_time(uint64_t jobs);

/* Each in a folder of its own. What a compiler says of one that cannot be compiled is printed, and kept in its `failure`. False: somebody
 * has asked for an end, or the time was over. */
bool builds_compile(const struct builder *how, struct build *const *builds, size_t count);

/* Visible sets: those of experiments that are compared must be the same. Where there is none, the experiments begin without. */
bool builds_make_sets(const struct builder *how, struct build *const *builds, size_t count);

/* Programs are told apart by what the compiler has made of them. */
char *build_fingerprint(const struct build *build);

#endif
