/* once.c - pthread_once and call_once.
 *
 * The routine runs on the program's thread. To call it, the thread that is the first does not return from its announcement
 * but goes on in once_run(), as if the program had called that in place of pthread_once, so that both operations are
 * tail calls like all others.
 *
 * A routine that is left by pthread_exit, cancellation or a C++ exception has not run: the flag goes back and another
 * thread may try. Unwinding does that, so this file is compiled with -fexceptions.
 */
#include <pthread.h>
#include <threads.h>

#include "probe/families.h"
#include "probe/sync/sync.h"
#include "world/outside/outside.h"

enum { ONCE_NEW = PTHREAD_ONCE_INIT, ONCE_RAN = 2 }; /* as in glibc; else sync_held_by() the thread that runs it */

static uint32_t *once_at(const struct op *op)
{
    return (uint32_t *)op->addr;
}

/* On the program's thread. */

struct once_call {
    void *flag;
    bool  ran;
};

static void once_leave(struct once_call *call)
{
    if (!call->ran)
        mz__announce(OP_ONCE_DONE, call->flag, sizeof(pthread_once_t), ONCE_NEW, 0, 0);
}

static __attribute__((noinline)) void call_guarded(void *flag, void (*routine)(void))
{
    __attribute__((cleanup(once_leave))) struct once_call call = {flag, false};
    routine();
    call.ran = true;
}

static int once_run(struct thread *t)
{
    void *flag = (void *)t->op.addr;
    call_guarded(flag, (void (*)(void))t->op.arg[0]);
    return mz__announce_int(OP_ONCE_DONE, flag, sizeof(pthread_once_t), ONCE_RAN, 0, 0);
}

/* On the engine's stack. */

static bool once_enabled(const struct thread *t, const struct op *op)
{
    uint32_t flag = *once_at(op);
    return !sync_is_holder(flag) || flag == sync_held_by(t);
}

static threadset once_holders(const struct thread *t UNUSED, const struct op *op)
{
    return sync_holders(*once_at(op));
}

/* arg[0]: the routine. */
static enum performed once_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    uint32_t *flag = once_at(op);
    if (*flag == sync_held_by(t))
        return world_report(t, FAULT_MISUSE, EDEADLK, op->addr,
                            "once on a flag whose routine thread %u itself is running: it would wait for itself", t->number);
    if (*flag != ONCE_NEW && *flag != ONCE_RAN)
        return sync_unusable(t, op, SYNC_IS_NONE, "once flag");
    if (*flag == ONCE_NEW) {
        mem_set(flag, sync_held_by(t));
        outside_given(op->arg[0]);
        t->resume_at = (uint64_t)once_run;
    }
    return sync_return(t, op, 0);
}

/* arg[0]: what becomes of the flag. */
static enum performed once_done_perform(struct thread *t, struct op *op, unsigned choice UNUSED)
{
    mem_set(once_at(op), (uint32_t)op->arg[0]);
    return sync_return(t, op, 0);
}

const struct semantics once_semantics = {.enabled = once_enabled, .perform = once_perform, .holders = once_holders};
const struct semantics once_done_semantics = {.perform = once_done_perform};

/* Stand-ins */

EXPORT int pthread_once(pthread_once_t *flag, void (*routine)(void))
{
    if (!probe_active(flag))
        return REAL(pthread_once)(flag, routine);
    return mz__announce_int(OP_ONCE, flag, sizeof *flag, (uint64_t)routine, 0, 0);
}

EXPORT void call_once(once_flag *flag, void (*routine)(void))
{
    if (!probe_active(flag))
        REAL(call_once)(flag, routine);
    else
        mz__announce(OP_ONCE, flag, sizeof *flag, (uint64_t)routine, 0, 0);
}
