/* shadow.h - who accessed what on the path that is being explored, as far as it can still be part of a data race.
 *
 * For every word of shared memory a short list: thread, place in the program, bytes, read or write, and the thread's time then
 * (order.h). A later access of the same thread at the same place takes the place of the earlier one: whoever knows of the later
 * one knows of both. What all live threads know of is forgotten.
 *
 * Atomic accesses are kept only for words that some plain access has been seen on, in the whole search: others race with
 * nothing.
 */
#ifndef MZ_WORLD_SHADOW_H
#define MZ_WORLD_SHADOW_H

#include "base/digest.h"
#include "world/order.h"

enum { SHADOW_WRITE = 1, SHADOW_ATOMIC = 2 };

struct record {
    uint64_t pc;
    uint32_t when;   /* the thread's time */
    uint8_t  thread;
    uint8_t  bytes;  /* of the word, as a mask */
    uint8_t  flags;  /* SHADOW_* */
    uint8_t  kind;   /* enum op_kind */
};

/* One range that an operation accesses. */
struct reach {
    uint64_t addr;
    uint32_t size;
    uint8_t  flags; /* SHADOW_* */
};

bool shadow_open(bool keep_atomics); /* all of them: no search can start over */

/* A thread accesses memory. Earlier accesses that conflict and that it does not know of go to `race`, each with the first word of
 * the conflict. Returns true if atomic accesses were not kept that should have been: everything has to start over. */
typedef void shadow_race(void *host, const struct record *earlier, uint64_t word);
bool shadow_access(const struct thread *t, const struct op *op, const struct reach *reach, threadset live, shadow_race *race, void *host);

/* What the future depends on: of each access that some live thread does not know of, which threads and which places do. Equal for
 * equal knowledge, whatever the clocks show; zero if there is none. */
struct digest shadow_digest(threadset live);

bool shadow_is_full(void);

#endif
