/* foresight.h - successors of steps, known from equal steps that were taken before.
 *
 * Most transitions of a search lead to states that are known. To find that out takes the digest of the state, not the state:
 * and the change that a step makes to the digest follows from what the step can read. A step of thread t, with several threads
 * alive, reads
 *
 *   - t itself: stack, registers, pending operation, libraries' thread-local storage: t's digest;
 *   - the memory that its pending operation names, whoever shares it: read when the question is asked;
 *   - memory that only t has ever written and nobody else has touched: w->foresight.own[t];
 *   - memory that is neither that nor shared, and all state of the model: w->foresight.rest;
 *   - stacks of other threads, where somebody has ever looked into them: those threads' digests.
 *
 * Shared memory beyond its pending operation it does not read: that would have been visible. All this together is the key of
 * the step, and what it changed in the digest is remembered under it. Memory that nobody is known to own counts as read by
 * everybody, so what is not understood costs a miss and never a wrong answer. Steps that do more than read and write memory
 * (births, deaths, calls of the runtime, atomic sections) are not remembered. While clocks are kept for races a step is taken if
 * its access races with an earlier one and that was not told yet. Where what is ordered is part of the state, what comes of the
 * pending operation is remembered with the step, and how that changes the order is tried out; steps with a further operation that
 * orders something are not remembered. Where threads are stuck (cycles count then: waits.h), nothing is foreseen. Memory that is
 * not valid any more is not read: the step is taken, and fails.
 *
 * With --self-check nothing is skipped: every step is taken, and compared with what was foreseen.
 */
#ifndef MZ_WORLD_STATE_FORESIGHT_H
#define MZ_WORLD_STATE_FORESIGHT_H

#include "model/lts.h"
#include "world/memory/layout.h"

struct world;
struct thread;

bool foresight_enable(struct world *w, bool doubt);
void foresight_switch(struct world *w, bool on); /* if it was enabled: not before the program has proved to be deterministic */
void foresight_forget(struct world *w); /* all of it: what is shared has changed */

/* Those of the threads whose only next step is foreseen; the digest of the state that t's leads to goes to to[t]. The digest of the current
 * state is up to date. */
threadset foresight_look(struct world *w, threadset threads, struct digest *to);

/* Is it foreseen whether t's only next step leaves all memory as it is, and all threads? Then *stays says so. */
bool foresight_stays(struct world *w, tid t, bool *stays);

/* A word in memory was noted, and perhaps changed; a word changed, and with it the digest of the state, by `change`. */
void foresight_noted(struct world *w, uint64_t addr);
void foresight_changed(struct world *w, uint64_t addr, struct digest change);
void foresight_changed_by(struct world *w, byte_owner whose, struct digest change); /* words with this owner (sharing_owner()) */

void foresight_begin(struct world *w, struct thread *t, unsigned choice);  /* of a step */
void foresight_performs(struct world *w, const struct thread *t);          /* an operation in it */
void foresight_end(struct world *w, threadset moved);                      /* the digest is up to date again */

#endif
