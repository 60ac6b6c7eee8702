/* prefix.h - the execution up to the first instruction of a code fragment l_mod, as far as it says what had to happen before: operations
 * of synchronization and births of threads, with vector clocks (Parízek, Kliber, section 3.1: the dynamic happens-before relation over the
 * prefix w, and the list E of events that are not ordered by it).
 *
 * Ordered are operations of one thread; a birth and what the thread does; two operations on one synchronization object, the later one
 * after the earlier one. Accesses to memory order nothing: that one came first guarantees nothing.
 */
#ifndef MZ_SEARCH_PREFIX_H
#define MZ_SEARCH_PREFIX_H

#include <stddef.h>

#include "model/lts.h"

struct prefix_step {
    struct op     op;
    threadset     born;   /* it stands for the birth of these; 0: for op */
    uint32_t      point;  /* decisions made before it, its own included: it was decided at node point - 1, or nowhere */
    uint32_t      number; /* among its thread's, from 1 */
    uint16_t      thread;
    bool          event;  /* a lock is taken or given up, or a thread joined */
    struct digest chain;  /* of all steps up to this one, with the states that they were decided in */
    uint32_t      clock[MAX_THREADS]; /* of each thread, how many of its steps happen before this one; its own included */
};

struct prefix {
    struct prefix_step *steps;
    size_t              bytes;  /* reserved */
    uint32_t            count, most;
    uint32_t            ordered; /* steps that have clocks */
};

bool prefix_open(struct prefix *p); /* false: no memory */
void prefix_close(struct prefix *p);

/* Is the operation one that orders anything? */
bool prefix_counts(const struct op *op);

/* One more; `where`: the state in which it was decided. False: no room. */
bool prefix_add(struct prefix *p, tid t, const struct op *op, threadset born, uint32_t point, struct digest where);
void prefix_cut(struct prefix *p, uint32_t count); /* back to so many */
struct digest prefix_chain(const struct prefix *p);

/* E: events of threads other than i and j that are not ordered before what i does next, one call of `each` for each of them. */
void prefix_events(struct prefix *p, tid i, tid j, void (*each)(void *self, const struct prefix_step *event), void *self);

#endif
