/* sync.h - parts that the families of synchronization objects share.
 *
 * The model's state of an object lives inside the program's own object (pthread_mutex_t, sem_t, ...), so that it is
 * undone and digested like any memory, and glibc's static initializers mean what they should. Two rules for all layouts:
 *  - An object that is released is again, byte for byte, what it was before: "used once" and "never used" must not be
 *    different states.
 *  - A word that says that the object is held carries a tag besides the number, so that memory that was never initialized,
 *    or was overwritten, is told from an object that is in use.
 *
 * Everything here is for the engine's stack, but sync_clock(), sync_deadline(), sync_announce_…() and sync_refused(), which stand-ins call.
 */
#ifndef MZ_PROBE_SYNC_SYNC_H
#define MZ_PROBE_SYNC_SYNC_H

#include <errno.h>
#include <threads.h>
#include <time.h>

#include "probe/probe.h"
#include "probe/time/clock.h"
#include "world/race/race.h"
#include "world/world.h"

#ifndef UNUSED
#define UNUSED __attribute__((unused))
#endif

#define SYNC_TAG       0x4d5a0000u
#define SYNC_DESTROYED (SYNC_TAG | 0xdead)

/* Bits of op.detail, beside SYNC_C11 (op.h). */
enum {
    SYNC_BAD_CLOCK = 2, /* the call named a clock that timed waits do not know */
    SYNC_BAD_DEADLINE = 4,
    SYNC_WAITS = 8,     /* of a read-write lock: the thread is one of the writers that wait */
};

enum sync_state { SYNC_USABLE, SYNC_WAS_DESTROYED, SYNC_IS_COPY, SYNC_IS_NONE };

/* Marks that init functions leave in an object besides its state: that it was made, and where. A static initializer
 * leaves 0. */
static inline uint32_t sync_made(uint64_t addr) { return SYNC_TAG | (uint32_t)((addr >> 2) * 0x9e3779b97f4a7c15u >> 48); }

static inline enum sync_state sync_made_state(uint32_t made, const void *object)
{
    if (made == 0 || made == sync_made((uint64_t)object))
        return SYNC_USABLE;
    return (made & 0xffff0000) == SYNC_TAG ? SYNC_IS_COPY : SYNC_IS_NONE;
}

/* An object on a stack may be left behind by a function that has returned, in whatever state: its place may be used again. */
static inline bool sync_may_be_abandoned(uint64_t addr) { return in_slots(addr); }

/* A word that names the holder: 0 for nobody, else tagged. */
static inline uint32_t sync_held_by(const struct thread *t) { return SYNC_TAG | (t->number + 1); }
static inline bool sync_is_holder(uint32_t word) { return word - SYNC_TAG - 1 < MAX_THREADS; }
static inline tid sync_holder(uint32_t word) { return word - SYNC_TAG - 1; }
static inline threadset sync_holders(uint32_t word) { return sync_is_holder(word) ? threadset_of(sync_holder(word)) : NO_THREADS; }

static inline threadset sync_self(const struct thread *t) { return threadset_of(t->number); }

static inline uint32_t sync_clock(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ? 0 : ANNOUNCE_DETAIL(SYNC_BAD_CLOCK);
}

/* The deadline of a timed wait, read in a step of its own. When it is does not matter: every timed wait may time out, and then it is
 * as late as that. */
struct sync_deadline {
    uint32_t detail; /* to be announced: ANNOUNCE_DETAIL(SYNC_BAD_DEADLINE) if it is none */
    uint64_t until;  /* clock_until() */
};
struct sync_deadline sync_deadline(uint64_t pc, const struct timespec *deadline);

/* Making an object with attributes, or NULL: they become its arg[0], as one word, and arg[1] is whether there are any. */
int sync_announce_init(uint64_t pc, uint32_t operation, void *object, uint64_t size, const void *attributes, size_t attributes_size);

/* An operation on one object with a deadline, which becomes its arg[0]. */
int sync_announce_until(uint64_t pc, uint32_t operation, void *object, uint64_t size, const struct timespec *deadline);

/* Was it one that a timed wait accepts? */
static inline bool sync_deadline_valid(const struct op *op)
{
    return !(op->detail & (SYNC_BAD_CLOCK | SYNC_BAD_DEADLINE));
}

/* A timed wait goes on, for it is its deadline. */
static inline void sync_timed_out(const struct thread *t, uint64_t until)
{
    world_timed_out(t);
    clock_reach(t, until);
}

static inline int sync_c11_result(int error)
{
    return error == 0 ? thrd_success : error == EBUSY ? thrd_busy : error == ETIMEDOUT ? thrd_timedout : thrd_error;
}

/* The call returns `error` (0 for success), in the words of the interface that it came through. */
static inline enum performed sync_return(struct thread *t, const struct op *op, int error)
{
    t->result[0] = (uint64_t)(op->detail & SYNC_C11 ? sync_c11_result(error) : error);
    return PERFORM_RESUME;
}

/* It returns an error because of what another thread has done: from that the program may conclude what nothing orders. */
static inline enum performed sync_return_unordered(struct thread *t, const struct op *op, int error)
{
    race_unordered();
    return sync_return(t, op, error);
}

/* A stand-in refuses its call, by name. */
static inline int sync_refused(const char *name)
{
    return mz__announce_int(OP_FAULT | ANNOUNCE_DETAIL(FAULT_REFUSED), name, 0, (uint64_t)"is not supported", 0, 0);
}

/* Report an operation on what is no usable object; `object` names its kind, as in "mutex". */
enum performed sync_unusable(struct thread *t, const struct op *op, enum sync_state state, const char *object);

/* Report an init of what was made before and not destroyed since. */
enum performed sync_made_already(struct thread *t, const struct op *op, const char *object);

#endif
