/* busy_wait.h - threads that wait in a loop are blocked, like those that wait for a lock.
 *
 * Rule: a thread with one outcome whose next step leads back to the present state waits. It is not enabled until another thread makes a
 * step that its own depends on. Nothing is lost (docs/design/reductions-proofs.md): the step adds no state, and who could change what it
 * leads to conflicts with it. A yield, or a sleep where nobody looks at a clock, belongs to the step before it, so that loops which give
 * way are such steps too.
 *
 * Whether a thread waits is a function of the state, and so the same in every search and in a replay. Knowledge of clocks, which is part of
 * the state where races are looked for, is left out: a further look at the same value only orders more, and hides races.
 *
 * The answer for a thread that has not moved stays as it is while others make steps that its own does not depend on.
 */
#ifndef MZ_WORLD_WAITING_BUSY_WAIT_H
#define MZ_WORLD_WAITING_BUSY_WAIT_H

#include "world/world.h"

/* Threads, of the enabled ones, that wait in a loop. leads_back(w, t): does t's only step lead back to the present state? */
threadset busy_wait_ask(struct world *w, threadset enabled, bool (*leads_back)(struct world *w, tid t));

void busy_wait_performing(struct world *w, tid t); /* before a step of t */

/* Is what is pending in t, which runs, part of its present step, because it only gives way to others? */
bool busy_wait_passes(struct world *w, const struct thread *t);

#endif
