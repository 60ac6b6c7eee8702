/* stack.h - saving, identifying and cutting the stack of a thread by frames.
 *
 * A function's frame changes only while the function runs, or through hooked writes, which are noted like all memory.
 * So an epoch in which a thread runs saves the frame of the running function and, because a callee owns the stack
 * arguments in its caller's frame, the one above it; older frames follow when returns uncover them. The digest of a
 * stack is chained from its base, so that only frames that may have changed are hashed again: the cost of a step does
 * not grow with the depth of the stack.
 *
 * Frame k covers [frames[k].sp, frames[k - 1].sp), the last one up to the base of the stack.
 */
#ifndef MZ_WORLD_STATE_STACK_H
#define MZ_WORLD_STATE_STACK_H

#include "world/thread.h"

/* First touch of a thread in an epoch: note the thread itself and its top frames. */
void stack_save(struct thread *t);

/* The thread is about to return into older frames, down to `depth` frames: note what that uncovers. */
void stack_uncover(struct thread *t, uint32_t depth);

/* A word of the thread's stack was written through a hook: digests of the frames from there on are stale. The thread must
 * have been saved in this epoch. */
void stack_dirtied(struct thread *t, uint64_t addr);

/* Cut the record of calls to those frames that lie at or above sp (longjmp, unwinding). */
void stack_cut(struct thread *t, uint64_t sp);

/* Digest of the live stack, the saved registers on it included. */
struct digest stack_digest(struct thread *t);

#endif
