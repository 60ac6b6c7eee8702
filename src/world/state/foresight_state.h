/* foresight_state.h - the part of the world's state that is about foreseen steps (foresight.h). */
#ifndef MZ_WORLD_STATE_FORESIGHT_STATE_H
#define MZ_WORLD_STATE_FORESIGHT_STATE_H

#include "base/digest.h"
#include "model/threadset.h"

struct remembered;

struct foresight {
    bool          on;
    bool          doubt;            /* take every step all the same, and compare */
    bool          asked_for;        /* the search asks: else there is nothing to learn for */
    bool          learning;         /* what the running step leads to can be remembered, so far */
    bool          expecting;        /* doubt: `expected` was foreseen for the running step */
    struct digest key, from;        /* of the running step; the state that it started in */
    tid           mover;            /* its thread */
    unsigned      outcome;          /* of its first operation: enum race_outcome, */
    bool          has_outcome;      /* where what is ordered is part of the state */
    struct { uint64_t lo, hi; } named[3]; /* memory in the key because its operation names it */
    unsigned      ranges;
    struct digest expected, expected_order;
    bool          order_expected;
    struct digest rest;
    struct digest own[MAX_THREADS];
    uint64_t      own_epoch[MAX_THREADS]; /* in which it was last noted for undo */
    uint32_t      asked, known;     /* of late: where it is of no use it pauses */
    uint32_t      pause;
    bool          remembers;        /* the table is not empty */
    struct remembered *table;
};


/* An operation of the running step was performed, with this outcome. Does it order nothing? For where what is ordered is part of the
 * state. */
static inline void foresight_ordered(struct foresight *f, bool indifferent, unsigned outcome)
{
    if (f->has_outcome && !indifferent)
        f->learning = false;
    if (!f->has_outcome)
        f->outcome = outcome;
    f->has_outcome = true;
}

#endif
