/* clocks.h - vector clocks on the path that is being explored: of threads, of their fences, and of what they synchronize by.
 *
 * One clock for each thread, and one for each place by which threads are ordered (a mutex, an atomic variable, a thread's
 * record), found by its address. Every thread's own component grows after each release, so that what it does later is not taken
 * for known. A place takes over what a releasing thread knows, an acquiring thread what the place knows.
 *
 * Clocks are put back by the undo log and are no part of a state's digest: what of them matters for the future is, in words
 * without numbers, unordered_digest().
 */
#ifndef MZ_WORLD_RACE_CLOCKS_H
#define MZ_WORLD_RACE_CLOCKS_H

#include "model/deed.h"
#include "world/race/vector_clock.h"
#include "world/semantics.h"

/* A place that carries an order from one thread to another. */
struct place {
    uint64_t     writer; /* 1 + the thread that holds the lock for writing; 0: nobody */
    struct clock clock;
    struct sequence *sequences; /* headed here, on whatever path (release_sequences.h), */
    threadset    stored;        /* and by whom without a release. Not rewound */
};

struct clocks {
    struct clock now[MAX_THREADS];      /* what each thread knows, */
    struct clock released[MAX_THREADS]; /* knew at its last release fence, */
    struct clock read[MAX_THREADS];     /* and was told by loads that were no acquires: for its next acquire fence */
    threadset    fenced;                /* who has released anything by a fence, on whatever path. Not rewound */
    unsigned     size;                  /* components in use: 1 + the highest thread number so far. Not rewound */
};
extern struct clocks mz__clocks;

bool clocks_open(void);

static inline uint32_t clocks_now(tid t) { return mz__clocks.now[t].at[t]; }

/* The clock takes over what another one shows, beside what it shows itself, or in its place. */
void clock_join(struct clock *to, const struct clock *from);
void clock_assign(struct clock *to, const struct clock *from);
void clock_clear(struct clock *c);
bool clock_shows_any(const struct clock *c);

/* Written down (deed_labels.h), where that is done in place of all this; the clocks stand for their owners, and may be NULL. */
void clock_deed(enum deed_kind kind, tid t, const struct clock *to, const struct clock *from);

/* Later operations of the thread come after what others were told of. */
void clocks_tick(tid t);

void clocks_create(tid t, tid born);

/* By its address; for a second clock of the same object, the address + 1. */
struct place *clocks_place(uint64_t key);
void clocks_set_writer(struct place *p, uint64_t writer);

/* A thread is told all that a place knows; it tells the place. */
void clocks_acquire(tid t, uint64_t key);
void clocks_release(tid t, uint64_t key);

#endif
