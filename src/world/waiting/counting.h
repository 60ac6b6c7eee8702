/* counting.h - loops that wait and count: rounds that look at the same places, find the same, and change nothing but memory of their own
 * thread.
 *
 * A bounded spin, a back-off, a counter of attempts make a new state of every round. Once a thread is seen to make COUNTING_LONG such
 * rounds one after the other, the search starts over, and from then on loops are cut short: after COUNTING_FEW rounds the thread makes
 * all further ones in one step, up to where it looks at something else, finds something else, or does something that others can see. If
 * it comes back to a state with a single look, or does not within COUNTING_MOST steps, it waits (busy_wait.h); where nobody else can move
 * it goes on, and is refused after COUNTING_ALONE. Rounds of several looks that repeat a state are cycles of the search, and not cut short.
 * Others still get their turn in and between the first rounds, and before the long step. The verdict names the premise: it does not matter
 * how many rounds more are made.
 */
#ifndef MZ_WORLD_WAITING_COUNTING_H
#define MZ_WORLD_WAITING_COUNTING_H

#include "world/world.h"

enum { COUNTING_FEW = 3, COUNTING_LONG = 64, COUNTING_MOST = 1 << 14, COUNTING_ALONE = 1 << 18 };

/* Has t made as many rounds as are explored one by one, and are more of them to come, with what is pending in it? */
bool counting_is_short(const struct world *w, const struct thread *t);

/* Does a whole round of t look at one place only: at that of its pending operation? */
static inline bool counting_looks_once(const struct thread *t)
{
    return t->loop.steps <= 1;
}

/* The rounds that t has made so far do not count. */
void counting_forget(struct thread *t);

/* Before and after a step of t: is it a part of such a round? */
void counting_performing(struct world *w, struct thread *t);
void counting_performed(struct world *w, struct thread *t);

/* Is the last step of t, which was made in the midst of its rounds, one of them, so that the next one belongs to it? */
bool counting_goes_on(const struct world *w, const struct thread *t);

#endif
