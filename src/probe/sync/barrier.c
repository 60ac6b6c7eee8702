/* barrier.c - pthread_barrier_*.
 *
 * A wait is two operations: ARRIVE, and LEAVE, which is enabled once the round is complete. The last to arrive is the one that gets
 * PTHREAD_BARRIER_SERIAL_THREAD; it leaves like the others, so that arrivals commute where nobody asks for that.
 *
 * Who waits is also kept outside of the objects, because a program may destroy a barrier, and free its memory, as soon as
 * one thread is back from it: a thread that leaves must not look into it.
 */
#include <pthread.h>
#include <string.h>

#include "base/text.h"
#include "probe/early.h"
#include "probe/families.h"
#include "probe/libc.h"
#include "probe/sync/members.h"
#include "probe/sync/sync.h"
#include "world/state/dead.h"

struct barrier {
    uint32_t tag;           /* BARRIER_LIVE, SYNC_DESTROYED, or it is no barrier: there is no static initializer */
    uint32_t count;
    struct members waiting; /* in this round */
};

#define BARRIER_LIVE (SYNC_TAG | 0xba00)

_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "a barrier fits into the program's object");

static MODEL threadset held_up; /* waiting at any barrier */

static struct barrier *barrier_at(const struct op *op)
{
    return (struct barrier *)op->addr;
}

static enum sync_state barrier_state(const struct barrier *b)
{
    if (b->tag == SYNC_DESTROYED)
        return SYNC_WAS_DESTROYED;
    return b->tag == BARRIER_LIVE && !threadset_any(members_of(&b->waiting) & ~held_up) ? SYNC_USABLE : SYNC_IS_NONE;
}

static void complete_round(struct barrier *b)
{
    threadset all = members_of(&b->waiting);
    mem_set(&held_up, held_up & ~all);
    members_remove(&b->waiting, all);
}

/* `result`: what the call will return. Who leaves is no other state than others if nobody reads that. */
static enum performed come_to_leave(struct thread *t, uint64_t result)
{
    t->op.kind = OP_LEAVE;
    t->op.arg[0] = dead_result(t->op.pc) ? 0 : result;
    t->result[0] = result;
    return PERFORM_PENDING;
}

/* It comes, or is about to. Does each round need all threads that ever come? */
static bool note_arrival(const struct thread *t, const struct op *op, const struct barrier *b)
{
    struct world *w = &mz__world;
    return !w->frozen && crowds_meet(&w->crowds, op->addr, b->count, t->number, &w->sharing.grown);
}

static enum performed arrive_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct barrier *b = barrier_at(op);
    enum sync_state state = barrier_state(b);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "barrier");
    note_arrival(t, op, b);
    if (threadset_size(members_of(&b->waiting)) + 1 == b->count) {
        complete_round(b);
        return come_to_leave(t, (uint64_t)PTHREAD_BARRIER_SERIAL_THREAD);
    }
    if (!members_add(&b->waiting, t))
        return members_refused(t, op);
    mem_set(&held_up, held_up | sync_self(t));
    return come_to_leave(t, 0);
}

/* None is told whether it was the last. */
static enum access_way arrive_changes(const struct thread *t, const struct op *op)
{
    const struct barrier *b = barrier_at(op);
    bool exact = barrier_state(b) == SYNC_USABLE && note_arrival(t, op, b);
    return exact && dead_result(op->pc) ? WAY_ARRIVES : WAY_WRITES;
}

static bool leave_enabled(const struct thread *t, const struct op *op UNUSED)
{
    return !threadset_has(held_up, t->number);
}

static bool leave_writes(const struct thread *t UNUSED, const struct op *op UNUSED)
{
    return false;
}

static enum performed leave_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    return sync_return(t, op, (int)op->arg[0]);
}

static void leave_explain(const struct op *op, char *out, unsigned long size)
{
    const struct barrier *b = barrier_at(op);
    if (barrier_state(b) == SYNC_USABLE)
        text_format(out, size, "%u of the %u threads that it waits for have arrived", threadset_size(members_of(&b->waiting)), b->count);
}

static enum performed barrier_init_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct barrier *b = barrier_at(op);
    uint32_t count = (uint32_t)op->arg[0];
    if (count == 0 || count > INT32_MAX)
        return world_report(t, FAULT_MISUSE, EINVAL, op->addr, "init of a barrier for %u threads", count);
    bool usable = barrier_state(b) == SYNC_USABLE && !sync_may_be_abandoned(op->addr);
    if (usable && !members_any(&b->waiting))
        return sync_made_already(t, op, "barrier");
    if (usable)
        return world_report(t, FAULT_MISUSE, EBUSY, op->addr, "init of a barrier at which thread %u waits",
                            threadset_first(members_of(&b->waiting)));
    mem_clear(b, sizeof(pthread_barrier_t));
    mem_set(&b->tag, BARRIER_LIVE);
    mem_set(&b->count, count);
    return sync_return(t, op, 0);
}

static enum performed barrier_destroy_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct barrier *b = barrier_at(op);
    enum sync_state state = barrier_state(b);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "barrier");
    if (members_any(&b->waiting))
        return world_report(t, FAULT_MISUSE, EBUSY, op->addr, "destroy of a barrier at which thread %u waits",
                            threadset_first(members_of(&b->waiting)));
    mem_set(&b->tag, SYNC_DESTROYED);
    return sync_return(t, op, 0);
}

const struct semantics barrier_init_semantics = {.perform = barrier_init_perform};
const struct semantics barrier_destroy_semantics = {.perform = barrier_destroy_perform};
const struct semantics arrive_semantics = {.perform = arrive_perform, .changes = arrive_changes};
const struct semantics leave_semantics = {
    .enabled = leave_enabled, .perform = leave_perform, .writes = leave_writes, .explain = leave_explain};

void early_barrier(uint64_t object, uint64_t count)
{
    struct barrier *b = (struct barrier *)object;
    memset(b, 0, sizeof(pthread_barrier_t));
    b->tag = BARRIER_LIVE;
    b->count = (uint32_t)count;
}

/* Stand-ins */

EXPORT int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attributes, unsigned count)
{
    if (!probe_active(b)) {
        early_made(EARLY_BARRIER, (uint64_t)b, count);
        return REAL(pthread_barrier_init)(b, attributes, count);
    }
    uint64_t pc = CALLER;
    if (attributes)
        announce_read_from(pc, attributes, sizeof *attributes);
    return (int)announce_from(pc, OP_BARRIER_INIT, b, sizeof *b, count, 0, 0);
}

EXPORT int pthread_barrier_destroy(pthread_barrier_t *b)
{
    if (!probe_active(b)) {
        early_gone(EARLY_BARRIER, (uint64_t)b);
        return REAL(pthread_barrier_destroy)(b);
    }
    return mz__announce_int(OP_BARRIER_DESTROY, b, sizeof *b, 0, 0, 0);
}

EXPORT int pthread_barrier_wait(pthread_barrier_t *b)
{
    if (!probe_active(b))
        return REAL(pthread_barrier_wait)(b);
    return mz__announce_int(OP_ARRIVE, b, sizeof *b, 0, 0, 0);
}
