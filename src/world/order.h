/* order.h - happens-before on the path that is being explored: vector clocks of threads and of what they synchronize by.
 *
 * One clock for each thread, and one for each place by which threads are ordered (a mutex, an atomic variable, a thread's
 * record), found by its address. Clocks are put back by the undo log and are no part of a state's digest: what of them
 * matters for the future is, in words without numbers, shadow_digest(). docs/races.md says what orders what, and why.
 *
 * Called by race.c only, on the engine's stack, and only once it is known that clocks are needed.
 */
#ifndef MZ_WORLD_ORDER_H
#define MZ_WORLD_ORDER_H

#include "world/semantics.h"

struct clock {
    _Alignas(8) uint32_t at[MAX_THREADS];
};

/* A place that carries an order from one thread to another. */
struct place {
    uint64_t     key;   /* its address; beside it, for a second clock of the same object, the address + 1 */
    uint32_t     head;  /* 1 + the thread that heads the release sequence, or that holds the lock for writing; 0: nobody */
    uint32_t     unused;
    struct clock clock;
};

/* Components in use: 1 + the highest thread number so far. Not rewound. */
extern unsigned mz__clock_size;

bool order_open(void);

/* What thread t knows: now, and what fences will make of it. */
struct clock *order_of(tid t);

/* Does whoever has this clock know of what thread t did at its time `when`? */
static inline bool clock_knows(const struct clock *c, tid t, uint32_t when) { return c->at[t] >= when; }
static inline uint32_t order_now(tid t) { return order_of(t)->at[t]; }

/* An operation was performed: `op` as it was before. `born`: whom it created; `inside`: who waits inside an atomic section. */
void order_performed(struct thread *t, const struct op *op, enum performed how, tid born, threadset inside);

/* All clocks besides those of threads, one by one; NULL after the last. `key` tells them apart. */
const struct clock *order_place(unsigned index, uint64_t *key);

/* Too many places for the table: ordering is lost. */
bool order_is_full(void);

#endif
