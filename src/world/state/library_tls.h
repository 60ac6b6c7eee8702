/* library_tls.h - thread-local storage of libraries (errno, ...): written without hooks, and hardly ever.
 *
 * So nothing is saved before a thread runs. A copy of each thread's contents as they were when the last epoch ended is
 * compared when this one ends, and what changed is noted then, the copy with it. A rewind in the midst of an epoch puts
 * the copy's contents back last.
 */
#ifndef MZ_WORLD_STATE_LIBRARY_TLS_H
#define MZ_WORLD_STATE_LIBRARY_TLS_H

#include "base/digest.h"
#include "model/threadset.h"

bool library_tls_prepare(void);

/* A new control block: its contents are those that a new thread has, also later. */
void library_tls_made(tid t);

/* The present contents are those that the next epoch begins with: the end of set-up. */
void library_tls_adopt(tid t);

/* Back to a new thread's contents. */
void library_tls_reset(tid t);

/* The epoch ends: note what changed. Returns the digest of the contents. */
struct digest library_tls_settle(tid t);

/* After an undo: the contents as they were when the last epoch ended. */
void library_tls_restore(tid t);

/* The word at addr as it was when the last epoch ended; NULL if addr is elsewhere. A note that a hook took in the epoch
 * must hold that value, not one that the library put there before. */
const uint64_t *library_tls_settled(tid t, uint64_t addr);

#endif
