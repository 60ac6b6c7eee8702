/* below.h - source sets without traversing again what is known, which is not in the paper: each state keeps a summary of what occurs at
 * or below it from when its component is finished (components.h), and L_r is not stored.
 *
 * What is asked of L_r in algorithms 2 and 3 are the events that occur in a part of it that is finished. Those are a union, made once for
 * each state. A thread that leads to where something is unfinished is in no closed set: its current set is all threads. Another thread
 * may still be in one.
 */
#ifndef MZ_REDUCE_BELOW_H
#define MZ_REDUCE_BELOW_H

#include "reduce/source_sets.h"

threadset below_enter(struct reducing *r);

/* The transition that has arrived, or t's that is not taken, for it is known to lead to the state with that tag: what occurs on it, and
 * below the state that it leads to, if that is known and finished. False: it has to be taken. */
summary below_arrived(struct reducing *r, enum led led);
bool    below_foreseen(struct reducing *r, tid t, uint32_t tag, summary *events);

/* All that occurs after t is in `after`. Others may have to be tried. */
bool    below_tried(struct reducing *r, tid t);

/* Events at or below the choice point that is left. */
summary below_leave(struct reducing *r);

#define SOURCE_BELOW \
    SOURCE_SETS, .keeps = KEEPS_FAULTS | KEEPS_RACES, .more = source_more, .prefer = source_prefer, .performing = source_performing

#endif
