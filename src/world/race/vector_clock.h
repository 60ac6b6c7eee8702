/* vector_clock.h - one vector clock: whose it is, and what its owner knows of each thread. */
#ifndef MZ_WORLD_RACE_VECTOR_CLOCK_H
#define MZ_WORLD_RACE_VECTOR_CLOCK_H

#include "base/digest.h"
#include "model/threadset.h"

/* Knowers: a thread, or, under a name, something that carries knowledge from one thread to another. */
struct knower {
    threadset     thread;
    struct digest name;
};

struct clock {
    struct knower whose;
    _Alignas(8) uint32_t at[MAX_THREADS];
};

/* There are too many places, accesses or moments for their tables. Not rewound. */
extern bool mz__ordering_lost;

/* Does whoever has this clock know of what thread t did at its time `when`? */
static inline bool clock_knows(const struct clock *c, tid t, uint32_t when) { return c->at[t] >= when; }

#endif
