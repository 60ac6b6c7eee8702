/* livelock.h - a livelock: a fair cycle of states, in which every thread runs and none makes progress.
 *
 * Definition. A cycle of states is reported if
 *   - it is fair: every thread that is enabled in some state of the cycle (choice points and the points between them)
 *     takes a step in it, so that no fair scheduler would ever leave it; and
 *   - no step of it chose among several outcomes (which waiter is woken, what mz_choose returns), since another outcome
 *     might have left it.
 * A spin loop that waits for a thread which could run is not one: that thread is enabled and takes no step.
 *
 * Here are the cycles that one transition back to a state on the current path closes; all that there are is the matter of fair_cycles.h.
 */
#ifndef MZ_PROPERTY_LIVELOCK_H
#define MZ_PROPERTY_LIVELOCK_H

#include <stddef.h>

#include "model/lts.h"

/* Record of the property for one choice point on the path. */
struct lap {
    struct digest digest;
    threadset     moved; /* threads that took a step on the way from it to the next one */
    threadset     could; /* threads that were enabled somewhere on that way */
    uint32_t      next;  /* in its bucket: index + 1 of another lap */
    bool          chose; /* a step on that way chose among several outcomes */
};

struct livelock {
    struct lap *laps;     /* indexed by depth */
    uint32_t   *buckets;  /* index + 1 of the latest lap with such a digest */
    size_t      lap_bytes, bucket_bytes;
    uint64_t    capacity; /* laps */
};

bool livelock_open(struct livelock *l);
void livelock_close(struct livelock *l);
void livelock_clear(struct livelock *l);

void livelock_enter(struct livelock *l, uint64_t depth, struct digest d); /* a choice point joins the path */
void livelock_leave(struct livelock *l, uint64_t depth);                  /* the last one leaves it */
void livelock_took(struct livelock *l, uint64_t depth, threadset moved, threadset could, bool chose);

/* Is a state with that digest on the path? */
bool livelock_on_path(const struct livelock *l, struct digest d);

/* The transition just taken from the choice point at `depth` led to the state with digest d, where the lts is now. Does it
 * close a cycle as defined above? Then *out describes it. A state may be on the path several times. */
bool livelock_closed(const struct livelock *l, uint64_t depth, struct digest d, const struct lts *lts, struct fault *out);

/* A cycle of states with a single successor each, which is fair by itself; `moved` took its steps. */
void livelock_endless(const struct lts *lts, threadset moved, struct fault *out);

/* No end can be reached, while these threads move; `who` has a way out of its loop. */
void livelock_no_end(const struct lts *lts, threadset moves, tid who, struct fault *out);

#endif
