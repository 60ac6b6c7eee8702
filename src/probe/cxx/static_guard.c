/* static_guard.c - initialization of static variables in functions: what C++ compilers call around it.
 *
 * The first byte of a guard says that the variable is there; compilers look at it themselves. Its second word holds the thread
 * that is initializing the variable; others wait for it. An initialization that is left by an exception is given up, and the next
 * thread tries.
 */
#include "probe/families.h"
#include "probe/libc.h"
#include "probe/sync/sync.h"
#include "world/orders/weak_world.h"

struct guard {
    uint8_t  ready;
    uint8_t  unused[3];
    uint32_t holder;
};

_Static_assert(sizeof(struct guard) == 8, "as the ABI says");

static struct guard *guard_at(const struct op *op)
{
    return (struct guard *)op->addr;
}

static bool guard_enabled(const struct thread *t, const struct op *op)
{
    uint32_t holder = guard_at(op)->holder;
    return !sync_is_holder(holder) || holder == sync_held_by(t);
}

static threadset guard_holders(const struct thread *t UNUSED, const struct op *op)
{
    return sync_holders(guard_at(op)->holder);
}

static enum performed guard_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    struct guard *g = guard_at(op);
    if (g->holder == sync_held_by(t))
        return world_report(t, FAULT_MISUSE, EDEADLK, op->addr,
                            "the initialization of a static variable in thread %u comes back to itself", t->number);
    if (!g->ready)
        mem_set(&g->holder, sync_held_by(t));
    t->result[0] = !g->ready;
    return PERFORM_RESUME;
}

/* arg[0]: whether the variable is there now. */
static enum performed guard_done_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    mem_set(&guard_at(op)->holder, 0u);
    if (op->arg[0]) {
        weak_world_publish(t->number, op, 1);
        mem_set(&guard_at(op)->ready, (uint8_t)1);
    }
    return PERFORM_RESUME;
}

const struct semantics guard_semantics = {.enabled = guard_enabled, .perform = guard_perform, .holders = guard_holders};
const struct semantics guard_done_semantics = {.perform = guard_done_perform};

STAND_IN(int, __cxa_guard_acquire, void *guard)
{
    if (!probe_active(guard))
        return REAL_AS(__cxa_guard_acquire, int (*)(void *))(guard);
    return mz__announce_int(OP_GUARD, guard, sizeof(struct guard), 0, 0, 0);
}

STAND_IN(uint64_t, __cxa_guard_release, void *guard)
{
    if (!probe_active(guard))
        return REAL_AS(__cxa_guard_release, uint64_t (*)(void *))(guard);
    return mz__announce(OP_GUARD_DONE, guard, sizeof(struct guard), 1, 0, 0);
}

STAND_IN(uint64_t, __cxa_guard_abort, void *guard)
{
    if (!probe_active(guard))
        return REAL_AS(__cxa_guard_abort, uint64_t (*)(void *))(guard);
    return mz__announce(OP_GUARD_DONE, guard, sizeof(struct guard), 0, 0, 0);
}
