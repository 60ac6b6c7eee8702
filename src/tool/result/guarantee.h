/* guarantee.h - the guarantee of sampled executions: the probability with which they would have shown a bug: Burckhardt and others 2010,
 * theorem 9; Bindal, Bansal, Lal 2013, theorem 3.1. */
#ifndef MZ_TOOL_RESULT_GUARANTEE_H
#define MZ_TOOL_RESULT_GUARANTEE_H

#include <stdint.h>

#include "tool/result/result.h"

struct guarantee {
    uint32_t depth;          /* of the bugs that it is about */
    uint32_t passed;         /* those of this depth were promised with 99 %, and the depth has risen; 0: none */
    uint64_t variables;      /* at whose accesses threads must be preempted; 0: that does not matter */
    uint64_t of_variables;   /* how many there are: Q */
    uint64_t threads, steps; /* of an execution, at most, as far as was seen: n and k, or accesses to so many variables */
    uint64_t executions;     /* since that was seen */
    double   once;           /* a bug of this depth is found by one execution with this probability, at least */
    double   half;           /* the same for variables that are accessed no more than half of them are */
    double   in_all;         /* by all of them */
    double   enough;         /* executions that find it with probability 0.9; infinity: no number does */
};

/* False: the search promises nothing. *why is NULL then, or a sentence: it would have, but. */
bool guarantee_of(const struct report *r, struct guarantee *p, const char **why);

/* A sentence of it; NULL: there is none. */
char *guarantee_text(const struct report *r);

#endif
