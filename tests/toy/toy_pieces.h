/* toy_pieces.h - what threads of random toy programs are made of: pieces of one or several statements. */
#ifndef MZ_TESTS_TOY_PIECES_H
#define MZ_TESTS_TOY_PIECES_H

#include "base/rng.h"
#include "toy.h"

enum piece {
    SIMPLE,    /* read, write, store, compare-and-swap or fetch-and-add */
    CONDITION, /* read; if the value is so, something simple */
    SECTION,   /* something simple with a mutex held */
    NESTED,    /* two mutexes, the second inside the first */
    LEAK,      /* a mutex that is not released */
    TRY,       /* trylock; if it succeeds, something simple */
    WAIT,      /* with or without a predicate */
    WAKE,      /* signal or broadcast, inside or outside the lock, perhaps setting the predicate */
    SPIN,      /* read until the value is so */
    RETRY,     /* compare-and-swap until it succeeds */
    ASSERTION, /* read; assert */
    CHOICE,    /* choose; use the value */
    YIELD,
    TIMED,     /* a wait that times out */
    SEMAPHORE, /* wait, try, look or post */
    READING,   /* something simple with a read-write lock held, perhaps if it can be had */
    BARRIER,
    AGAIN,     /* a mutex locked twice */
    WIDE,      /* two variables at once, or a copy */
    CANCEL,    /* another thread */
    TESTCANCEL,
    ASSUMPTION, /* read; assume */
    STRAY,     /* read; if the value is so, a mutex is unlocked */
    QUIT,      /* read; if the value is so, the process ends */
    RESPAWN,   /* join a thread and spawn it again */
    LEAVING,   /* read; if the value is so, the thread ends */
    JOINING,   /* wait for the end of a thread */
    ATOMIC,    /* something simple in an atomic section */
    CUT,       /* an atomic section in which the path, the process or the thread may end */
    HELD,      /* one in which the thread may have to wait, or has a choice */
    COUNTING,  /* an update whose result is not used: seldom of another kind */
    MEETING,   /* a barrier, and seldom somebody asks who was the last */
    PIECES
};

struct writer {
    struct toy_program *program;
    struct rng         *rng;
    tid                 thread;
    unsigned            vars, mutexes;
    bool                toggles; /* simple statements read and write 0 and 1 only */
    bool                cyclic;  /* waits test their predicate again */
};

static inline unsigned any(struct writer *w, unsigned n) { return rng_below(w->rng, n); }
static inline bool percent(struct writer *w, unsigned chance) { return any(w, 100) < chance; }
static inline unsigned here(const struct writer *w) { return w->program->length[w->thread]; }

/* Appends a statement; the caller may fill in more. */
struct toy_statement *toy_add(struct writer *w, enum toy_code code, unsigned object);
void toy_add_piece(struct writer *w, enum piece piece);

#endif
