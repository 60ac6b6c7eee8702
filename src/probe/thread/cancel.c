/* cancel.c - deferred cancellation, and how a thread leaves before its start function returns.
 *
 * Cleanup handlers and destructors of automatic objects run by unwinding, as in glibc: the compiler makes
 * pthread_cleanup_push an object with a cleanup because `mazurka cc` compiles with -fexceptions.
 */
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <unwind.h>

#include "probe/families.h"
#include "probe/libc.h"
#include "probe/thread/cancel.h"
#include "probe/thread/thread_table.h"
#include "world/hot.h"
#include "world/life.h"
#include "world/memory/layout.h"
#include "world/state/stack.h"
#include "world/switch.h"

void thread_end(uint64_t value) __attribute__((noreturn));

/* ---- leaving ------------------------------------------------------------------------------------------------------- */

static enum performed cut_body(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    stack_cut(t, op->arg[0]);
    return PERFORM_RESUME;
}

static struct _Unwind_Exception *exception_of(const struct thread *t)
{
    return (struct _Unwind_Exception *)t->stack_base;
}

static void unwound(struct thread *t)
{
    thread_end(exception_of(t)->private_2);
}

/* What is on the stack now are the unwinder's frames, in which there may be anything: the end gets a new stack. */
static enum performed unwound_body(struct thread *t, struct op *op, unsigned choice)
{
    (void)op, (void)choice;
    const struct thread before = *t;
    world_touches(t, (void *)t->sp, t->stack_base - t->sp, true); /* what was in the frames is gone, for everybody */
    if (t->number == 0)
        world_main_leaves();
    stack_cut(t, t->stack_base);
    world_lay_bottom_frame(t);
    switch_inherit(t, &before);
    t->resume_at = (uint64_t)unwound;
    return PERFORM_RESUME;
}

/* Called for each frame; what it leaves behind is popped from the record of calls. */
static _Unwind_Reason_Code stop(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                                struct _Unwind_Exception *exception, struct _Unwind_Context *context, void *value)
{
    (void)version, (void)class, (void)exception;
    (void)value;
    if (actions & _UA_END_OF_STACK)
        mz__announce_call(unwound_body, 0, 0, 0);
    mz__announce_call(cut_body, _Unwind_GetCFA(context), 0, 0);
    return _URC_NO_REASON;
}

/* The unwinder writes the function and its argument into the exception when it starts, perhaps in a later step: they are there
 * already. It must outlive the frames that are unwound. */
static enum performed prepare_body(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct _Unwind_Exception *e = exception_of(t);
    _Static_assert(sizeof *e <= THREAD_KEEPSAKE, "there is room for it");
    mem_fill(e, 0, sizeof *e);
    e->private_1 = (_Unwind_Word)stop;
    e->private_2 = (_Unwind_Word)op->arg[0];
    t->result[0] = (uint64_t)e;
    return PERFORM_RESUME;
}

void thread_leave(void *value)
{
    struct _Unwind_Exception *exception = (struct _Unwind_Exception *)mz__announce_call(prepare_body, (uint64_t)value, 0, 0);
    probe_wipe_for_unwinder();
    _Unwind_ForcedUnwind(exception, stop, value);
    thread_end((uint64_t)value); /* nothing to unwind by */
}

static void cancelled_here(struct thread *t)
{
    (void)t;
    thread_leave(PTHREAD_CANCELED);
}

/* ---- requests ------------------------------------------------------------------------------------------------------ */

static struct thread_entry *entry(const struct thread *t)
{
    return &mz__threads[t->number];
}

bool cancel_due(const struct thread *t, const struct op *op)
{
    (void)op;
    return entry(t)->cancelled && !(entry(t)->uncancellable & CANCEL_DISABLED);
}

uint64_t cancel_reads(const struct thread *t)
{
    return (uint64_t)&entry(t)->cancelled;
}

/* A thread that may be cancelled between any two instructions would have a scheduling point there: it may be of that type where nobody
 * cancels it. So what changes its state or type conflicts with a request (own_state). */
static bool strikes(const struct thread_entry *e)
{
    return e->cancelled && e->uncancellable == CANCEL_ASYNCHRONOUS;
}

/* Instead of returning from the call at which it waits, the thread goes on in cancelled_here. */
enum performed cancel_act(struct thread *t)
{
    mem_set(&entry(t)->cancelled, 0);
    mem_set(&entry(t)->uncancellable, CANCEL_DISABLED);
    t->resume_at = (uint64_t)cancelled_here;
    return PERFORM_RESUME;
}

EXPORT int pthread_cancel(pthread_t id)
{
    if (!probe_active(NULL))
        return REAL(pthread_cancel)(id);
    uint64_t addr = (uint64_t)id;
    tid number = in_slots(addr) ? slot_of(addr) : 0;
    return mz__announce_int(OP_CANCEL, &mz__threads[number].cancelled, sizeof mz__threads[number].cancelled, addr, 0, 0);
}

static void complete_cancel(struct op *op)
{
    op->addr2 = op->addr - offsetof(struct thread_entry, cancelled);
    op->size2 = THREAD_IDENTITY;
}

static enum performed perform_cancel(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct thread_entry *e = &mz__threads[in_slots(op->arg[0]) ? slot_of(op->arg[0]) : 0];
    if (!in_slots(op->arg[0]) || e->state == THREAD_FREE)
        return world_report(t, FAULT_MISUSE, ESRCH, 0, "cancel of a thread that does not exist any more");
    if (e->state != THREAD_ALIVE)
        return PERFORM_RESUME;
    mem_set(&e->cancelled, 1);
    if (strikes(e))
        return world_report(t, FAULT_REFUSED, 0, 0, "cancelling a thread of asynchronous type is not supported");
    return PERFORM_RESUME;
}

EXPORT void pthread_testcancel(void)
{
    if (!probe_active(NULL)) {
        REAL(pthread_testcancel)();
        return;
    }
    tid self = mz__hot.running->number;
    mz__announce(OP_TESTCANCEL, &mz__threads[self].cancelled, sizeof mz__threads[self].cancelled, 0, 0, 0);
}

void cancel_here(uint64_t pc, enum cancel_point point)
{
    tid self = mz__hot.running->number;
    announce_from(pc, OP_TESTCANCEL | ANNOUNCE_DETAIL(point), &mz__threads[self].cancelled, sizeof mz__threads[self].cancelled, 0, 0, 0);
}

/* Whether a function of stdio reads or writes depends on its buffer: both are tried. */
static unsigned testcancel_outcomes(const struct thread *t, const struct op *op)
{
    return op->detail == MAY_CANCEL && cancel_due(t, op) ? 2 : 1;
}

static enum performed perform_testcancel(struct thread *t, struct op *op, unsigned choice)
{
    return cancel_due(t, op) && choice == 0 ? cancel_act(t) : PERFORM_RESUME;
}

/* ---- states and types ---------------------------------------------------------------------------------------------- */

/* One bit of the thread's state becomes `value`, and where it was goes to *old. */
static enum performed set_bit(struct thread *t, const struct op *op, uint64_t bit, uint64_t value)
{
    uint64_t *state = &entry(t)->uncancellable;
    int *old = (int *)op->addr2;
    if (value > 1) {
        t->result[0] = EINVAL;
        return PERFORM_RESUME;
    }
    if (old)
        mem_set(old, (*state & bit) != 0);
    mem_set(state, value ? *state | bit : *state & ~bit);
    return strikes(entry(t)) ? cancel_act(t) : PERFORM_RESUME;
}

_Static_assert(PTHREAD_CANCEL_ENABLE == 0 && PTHREAD_CANCEL_DISABLE == 1, "the states are those of the bit");
_Static_assert(PTHREAD_CANCEL_DEFERRED == 0 && PTHREAD_CANCEL_ASYNCHRONOUS == 1, "and so are the types");

enum performed libcall_cancel_state(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    return set_bit(t, op, CANCEL_DISABLED, op->arg[2]);
}

enum performed libcall_cancel_type(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    return set_bit(t, op, CANCEL_ASYNCHRONOUS, op->arg[2]);
}

static uint64_t *own_state(void)
{
    return &mz__threads[mz__hot.running->number].uncancellable;
}

/* Requests come to the word behind it. */
static uint64_t state_size(bool with_requests)
{
    _Static_assert(offsetof(struct thread_entry, cancelled) == offsetof(struct thread_entry, uncancellable) + sizeof(uint64_t), "behind");
    return with_requests ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
}

EXPORT int pthread_setcancelstate(int state, int *old)
{
    if (!probe_active(NULL))
        return REAL(pthread_setcancelstate)(state, old);
    uint64_t size = state_size(*own_state() & CANCEL_ASYNCHRONOUS);
    return mz__announce_int(LIBCALL(CANCELSTATE), own_state(), size, (uint64_t)old, old ? sizeof *old : 0, (uint64_t)state);
}

EXPORT int pthread_setcanceltype(int type, int *old)
{
    if (!probe_active(NULL))
        return REAL(pthread_setcanceltype)(type, old);
    uint64_t size = state_size(type || *own_state());
    return mz__announce_int(LIBCALL(CANCELTYPE), own_state(), size, (uint64_t)old, old ? sizeof *old : 0, (uint64_t)type);
}

const struct semantics cancel_semantics = {.complete = complete_cancel, .perform = perform_cancel, .also_touches = thread_number_read};
const struct semantics testcancel_semantics = {.outcomes = testcancel_outcomes, .perform = perform_testcancel};
