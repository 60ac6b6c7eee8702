/* sampling_bound.h - the least probability with which one execution by random priorities shows a bug of depth d is 1 in n · k^(d-1), for
 * executions of at most n threads and k steps (Burckhardt and others 2010, theorem 9); times the number of sets of v of Q variables, where
 * k counts the accesses to v of them (Bindal, Bansal, Lal 2013, theorem 3.1). The search goes by it, and the report says it. */
#ifndef MZ_MODEL_SAMPLING_BOUND_H
#define MZ_MODEL_SAMPLING_BOUND_H

#include <stdint.h>

struct sampling_bound {
    uint64_t threads, steps;
    uint32_t depth;
    uint64_t variables, of_variables; /* v and Q; v is 0: change points are at any steps */
};

/* The number that it is 1 in. */
static inline double sampling_bound(const struct sampling_bound *b)
{
    double in = (double)b->threads, steps = (double)(b->steps ? b->steps : 1);
    for (uint32_t i = 1; i < b->depth; i++)
        in *= steps;
    for (uint64_t i = 0; i < b->variables; i++)
        in *= (double)(b->of_variables - i) / (double)(i + 1);
    return in;
}

/* Fewer than --bug-depth, and no more than there are. */
static inline uint64_t sampling_bound_variables(uint64_t wanted, uint32_t depth, uint64_t of_variables)
{
    uint64_t most = depth - 1 < of_variables ? depth - 1 : of_variables;
    return wanted < most ? wanted : most;
}

#endif
