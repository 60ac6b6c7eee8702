/* priorities.h - threads by priority: of those that are enabled the one with the highest makes the next step. For searches that sample
 * executions so (pct.c, ranked.c), which say what priority a thread has at first and when that changes.
 *
 * A thread that others must let go on would be waited for for ever by one that polls and comes first. So whoever comes back to a state
 * alone, or yields too often, is made the last of all. Programs that end need neither.
 */
#ifndef MZ_SEARCH_PRIORITIES_H
#define MZ_SEARCH_PRIORITIES_H

#include "base/circuit.h"
#include "model/lts.h"

struct engine;

struct priorities {
    int64_t   of[MAX_THREADS]; /* those of the last are below 0 */
    int64_t   last;
    uint32_t  yields[MAX_THREADS];
    threadset known;           /* live threads, which have a priority */
    tid       alone;           /* a thread that moves alone, */
    uint64_t  moves;           /* how often since its state was looked at, */
    uint64_t  looked;          /* after so many steps of the search, */
    struct circuit circuit;    /* and whether it goes round */
};

/* Live threads that were not there when this was asked last: who asks gives each of them a priority. */
threadset priorities_born(struct priorities *p, const struct lts *l);

tid  priorities_highest(const struct priorities *p, threadset enabled);
threadset priorities_above(const struct priorities *p, tid t); /* those that come before t, where they are enabled */
void priorities_make_last(struct priorities *p, tid t);

/* Has t, which is to move, come back to a state by steps of its own alone? Every n-th state of a circle is on a circle, too. */
bool priorities_goes_round(struct priorities *p, const struct engine *e, tid t);

/* t is about to make a step. True: it has yielded too often, and is the last now. */
bool priorities_yields(struct priorities *p, const struct lts *l, tid t);

#endif
