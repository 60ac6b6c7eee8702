/* batched_steps.h - steps of a batch, which a thread makes without the engine: where executions are sampled with few words tracked
 * (--track), and the search would pick the thread again and again (model/lts.h).
 *
 * A step goes through the engine as always. Before its thread runs on it is known who else is enabled, and what others wait for. From
 * there on the thread's lighter stand-ins (probe/light.h) perform by themselves what can neither wait nor fail, and touches nothing that
 * a rival waits for; each counts as a step. Whatever else the thread does is announced, and ends it.
 */
#ifndef MZ_WORLD_BATCHED_STEPS_H
#define MZ_WORLD_BATCHED_STEPS_H

#include "world/world.h"

/* t's operation has been performed, and t is about to run on. */
void batched_steps_begin(struct world *w, const struct thread *t);

/* The running thread has taken or released what is in the filter of watched objects: is anybody else enabled now? */
void batched_steps_look(void);

/* t is about to do what is announced and is no step: a copy of memory, a free. What others wait for may be in there: then whatever follows
 * is announced. */
void batched_steps_pass(const struct thread *t);

/* The step is over. */
void batched_steps_end(struct world *w);

/* In the filters: of an object that begins at this address. */
enum { BATCHED_STEPS_UNIT = 16 };

static inline uint64_t batched_steps_bit(uint64_t addr)
{
    return (uint64_t)1 << addr / BATCHED_STEPS_UNIT % 64;
}

#endif
