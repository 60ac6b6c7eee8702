/* wrong_reductions.h - reductions that test the test: one that loses nothing, and several that do. */
#ifndef MZ_TESTS_WRONG_REDUCTIONS_H
#define MZ_TESTS_WRONG_REDUCTIONS_H

#include "reduce/reduction.h"

/* A thread whose next step nobody else can ever notice goes alone. What others can do is read off their code. */
extern const struct reduction right_reduction;

struct wrong_reduction {
    const struct reduction *reduction;
    const char *class;      /* of random programs, */
    unsigned    programs;   /* of which one among so many shows it, */
    unsigned    statements; /* and has at most so many when it has been made small */
    uint32_t    loses;      /* nothing but this */
};
extern const struct wrong_reduction wrong_reductions[]; /* ends with one without a reduction */

#endif
