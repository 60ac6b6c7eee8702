/* waits.h - threads that wait for each other through locks and joins and will never run again, whatever the others do.
 *
 * A thread that waits for a lock (a mutex, a read-write lock, a spin lock, a mutex that it takes back after a wait, a routine that
 * another thread runs once) goes on only after the thread that holds it has let it go, and nobody else can do that. One that joins
 * another goes on only after that has ended, unless it is cancelled: joins count in programs that have no means to cancel. So a thread
 * is stuck if it waits, over any number of such steps, for itself, or for a thread that has ended with a lock. What any thread might
 * still bring about (a signal, a post, an arrival at a barrier) is never counted on to fail: a thread that sleeps on a condition
 * variable when the program ends is no deadlock.
 *
 * Once stuck, always stuck: it is enough to look when a thread has been parked or has ended.
 */
#ifndef MZ_WORLD_WAITING_WAITS_H
#define MZ_WORLD_WAITING_WAITS_H

#include "world/world.h"

/* Thread t was just parked, or has ended: is anybody stuck now that was not before? Sets w->stuck. */
void waits_look(struct world *w, const struct thread *t);

static inline void waits_parked(struct world *w, const struct thread *t)
{
    if (!w->stuck && (threadset_has(w->waiting, t->number) || !threadset_has(w->live, t->number)))
        waits_look(w, t);
}

/* All that are stuck. */
threadset waits_stuck(const struct world *w);

/* Describe that they are. */
void waits_describe(const struct world *w, threadset stuck, struct fault *out);

#endif
