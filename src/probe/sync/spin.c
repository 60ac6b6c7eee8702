/* spin.c - pthread_spin_*. A spin lock is one int, without a static initializer: 0 is not a spin lock (and on x86_64 it
 * would be a locked one). A thread that spins is blocked here: its turns in the loop change nothing. */
#include <pthread.h>

#include "probe/families.h"
#include "probe/sync/sync.h"

#define SPIN_FREE SYNC_TAG /* else sync_held_by(), or SYNC_DESTROYED */

static volatile uint32_t *spin_at(const struct op *op)
{
    return (volatile uint32_t *)op->addr;
}

static enum sync_state spin_state(uint32_t word)
{
    if (word == SYNC_DESTROYED)
        return SYNC_WAS_DESTROYED;
    return word == SPIN_FREE || sync_is_holder(word) ? SYNC_USABLE : SYNC_IS_NONE;
}

static bool spin_lock_enabled(const struct thread *t, const struct op *op)
{
    uint32_t word = *spin_at(op);
    return !sync_is_holder(word) || word == sync_held_by(t);
}

static threadset spin_lock_holders(const struct thread *t UNUSED, const struct op *op)
{
    return sync_holders(*spin_at(op));
}

static enum performed spin_lock_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    uint32_t word = *spin_at(op);
    enum sync_state state = spin_state(word);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "spin lock");
    if (word == sync_held_by(t) && op->kind == OP_SPIN_LOCK)
        return world_report(t, FAULT_MISUSE, EDEADLK, op->addr,
                            "relock of a spin lock by thread %u, which holds it already: it would spin for ever", t->number);
    if (word != SPIN_FREE)
        return sync_return_unordered(t, op, EBUSY);
    mem_set(spin_at(op), sync_held_by(t));
    return sync_return(t, op, 0);
}

static enum performed spin_unlock_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    uint32_t word = *spin_at(op);
    enum sync_state state = spin_state(word);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "spin lock");
    if (word == SPIN_FREE)
        return world_report(t, FAULT_MISUSE, EPERM, op->addr, "unlock of a spin lock that is not locked");
    if (word != sync_held_by(t))
        return world_report(t, FAULT_MISUSE, EPERM, op->addr, "unlock of a spin lock that thread %u holds",
                            sync_holder(word));
    mem_set(spin_at(op), SPIN_FREE);
    return sync_return(t, op, 0);
}

static enum performed spin_init_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    bool usable = spin_state(*spin_at(op)) == SYNC_USABLE && !sync_may_be_abandoned(op->addr);
    if (usable && *spin_at(op) == SPIN_FREE)
        return sync_made_already(t, op, "spin lock");
    if (usable)
        return world_report(t, FAULT_MISUSE, EBUSY, op->addr, "init of a spin lock that thread %u holds",
                            sync_holder(*spin_at(op)));
    mem_set(spin_at(op), SPIN_FREE);
    return sync_return(t, op, 0);
}

static enum performed spin_destroy_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    uint32_t word = *spin_at(op);
    enum sync_state state = spin_state(word);
    if (state != SYNC_USABLE)
        return sync_unusable(t, op, state, "spin lock");
    if (word != SPIN_FREE)
        return world_report(t, FAULT_MISUSE, EBUSY, op->addr, "destroy of a spin lock that thread %u holds",
                            sync_holder(word));
    mem_set(spin_at(op), SYNC_DESTROYED);
    return sync_return(t, op, 0);
}

const struct semantics spin_init_semantics = {.perform = spin_init_perform};
const struct semantics spin_destroy_semantics = {.perform = spin_destroy_perform};
const struct semantics spin_lock_semantics = {
    .enabled = spin_lock_enabled,
    .perform = spin_lock_perform,
    .holders = spin_lock_holders,
};
const struct semantics spin_trylock_semantics = {.perform = spin_lock_perform, .writes = spin_lock_enabled};
const struct semantics spin_unlock_semantics = {.perform = spin_unlock_perform};

/* Stand-ins */

EXPORT int pthread_spin_init(pthread_spinlock_t *s, int shared)
{
    if (!probe_active(s))
        return REAL(pthread_spin_init)(s, shared);
    return mz__announce_int(OP_SPIN_INIT, s, sizeof *s, 0, 0, 0);
}

EXPORT int pthread_spin_destroy(pthread_spinlock_t *s)
{
    if (!probe_active(s))
        return REAL(pthread_spin_destroy)(s);
    return mz__announce_int(OP_SPIN_DESTROY, s, sizeof *s, 0, 0, 0);
}

EXPORT int pthread_spin_lock(pthread_spinlock_t *s)
{
    if (!probe_active(s))
        return REAL(pthread_spin_lock)(s);
    return mz__announce_int(OP_SPIN_LOCK, s, sizeof *s, 0, 0, 0);
}

EXPORT int pthread_spin_trylock(pthread_spinlock_t *s)
{
    if (!probe_active(s))
        return REAL(pthread_spin_trylock)(s);
    return mz__announce_int(OP_SPIN_TRYLOCK, s, sizeof *s, 0, 0, 0);
}

EXPORT int pthread_spin_unlock(pthread_spinlock_t *s)
{
    if (!probe_active(s))
        return REAL(pthread_spin_unlock)(s);
    return mz__announce_int(OP_SPIN_UNLOCK, s, sizeof *s, 0, 0, 0);
}
