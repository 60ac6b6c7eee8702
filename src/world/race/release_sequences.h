/* release_sequences.h - release sequences (C17 5.1.2.4), of which each place of an atomic variable may have one for each thread.
 *
 * A sequence is headed by an atomic operation that writes: what a load learns that reads from it is what the thread had released by then,
 * with the operation itself or by a fence before. It goes on with stores of the thread that heads it and with updates of any thread, and
 * a store of another thread ends it. All sequences of one thread at one place go on and end together, so they have one clock: what
 * it shows was released in those of them that go on.
 *
 * What the place itself shows (clocks.h) is what all of them do. A store that is no release brings back what its own thread's sequence
 * shows, so that is a part of the state, beside what the place shows, as soon as the thread has made such a store there, on whatever path.
 * Where that was not known before the search starts over.
 */
#ifndef MZ_WORLD_RACE_RELEASE_SEQUENCES_H
#define MZ_WORLD_RACE_RELEASE_SEQUENCES_H

#include "world/race/clocks.h"

bool sequences_open(void);

/* Thread t stores to the place, or updates it, and has released `with`. */
void sequences_store(struct place *p, tid t, const struct clock *with);
void sequences_update(struct place *p, tid t, const struct clock *with);
/* It stores, and that is no release. True: a state is more from now on. */
bool sequences_store_relaxed(struct place *p, tid t, const struct clock *with);

/* The thread is no more, or its number is used again: nobody goes on with its sequences by a store. */
void sequences_leave(tid t);

#endif
