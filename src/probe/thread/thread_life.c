/* thread_life.c - creating, ending, joining and detaching threads. A pthread_t is what it is in glibc: the
 * address of libc's own record of the thread, in the thread's slot. */
#include "probe/thread/cancel.h"
#include "probe/thread/thread_table.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

#include "probe/argument.h"
#include "probe/families.h"
#include "probe/process/scheduling.h"
#include "probe/sync/abandoned.h"
#include "probe/sync/held.h"
#include "probe/thread/leave.h"
#include "probe/time/clock.h"
#include "world/hot.h"
#include "world/life.h"
#include "world/memory/layout.h"
#include "world/memory/uncleared.h"
#include "world/outside/outside.h"
#include "world/premise.h"
#include "world/stand_ins.h"
#include "world/state/tcb.h"
#include "world/switch.h"

MODEL struct thread_entry mz__threads[MAX_THREADS];
static MODEL threadset used; /* thread numbers in use: alive, or ended and not joined yet */

/* ---- finding a thread ---------------------------------------------------------------------------------------------- */

static struct thread_entry *entry_of(pthread_t id, tid *number)
{
    uint64_t addr = (uint64_t)id;
    if (!in_slots(addr) || addr < slot_stack_base(slot_of(addr)))
        return NULL;
    *number = slot_of(addr);
    return &mz__threads[*number];
}

static struct thread_entry *entry_or_any(pthread_t id)
{
    tid number = 0;
    struct thread_entry *e = entry_of(id, &number);
    return e ? e : &mz__threads[0];
}

/* What libc would say of a running thread; its stack is where it lies here. */
static int tell_attributes(uint64_t to, uint64_t of)
{
    const struct thread_entry *e = (const struct thread_entry *)of;
    tid number = (tid)(e - mz__threads);
    pthread_attr_t *attr = (pthread_attr_t *)to;
    uint64_t lo = slot_stack_lo(number);
    REAL(pthread_attr_init)(attr);
    REAL(pthread_attr_setdetachstate)(attr, e->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
    return REAL(pthread_attr_setstack)(attr, (void *)lo, slot_stack_base(number) - lo);
}

EXPORT int pthread_getattr_np(pthread_t id, pthread_attr_t *attr)
{
    if (!probe_active(NULL))
        return REAL(pthread_getattr_np)(id, attr);
    tid number = 0;
    struct thread_entry *e = entry_of(id, &number);
    if (!e || e->state != THREAD_ALIVE)
        return ESRCH;
    return mz__announce_int(LIBCALL(SET_ATTRIBUTE), attr, sizeof *attr, (uint64_t)e, THREAD_IDENTITY, (uint64_t)tell_attributes);
}

/* ---- create -------------------------------------------------------------------------------------------------------- */

static int create_with(uint64_t pc, const pthread_attr_t *attr, pthread_t *id, uint64_t start, uint64_t argument)
{
    int detached = PTHREAD_CREATE_JOINABLE;
    size_t stack = 0;
    announce_read_from(pc, attr, sizeof *attr);
    REAL(pthread_attr_getdetachstate)(attr, &detached);
    REAL(pthread_attr_getstacksize)(attr, &stack);
    mz__world.stack_asked = stack > mz__world.stack_asked ? stack : mz__world.stack_asked;
    return (int)announce_from(pc, OP_CREATE | ANNOUNCE_DETAIL(detached == PTHREAD_CREATE_DETACHED), NULL, 0, (uint64_t)id, start, argument);
}

/* op.detail: whether it is detached. */
EXPORT int pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*start)(void *), void *argument)
{
    if (!probe_active(NULL))
        return REAL(pthread_create)(id, attr, start, argument);
    if (attr)
        return create_with(CALLER, attr, id, (uint64_t)start, (uint64_t)argument);
    return mz__announce_int(OP_CREATE, NULL, 0, (uint64_t)id, (uint64_t)start, (uint64_t)argument);
}

static void complete_create(struct op *op)
{
    op->addr = (uint64_t)&used;
    op->size = sizeof used;
    op->addr2 = op->arg[0];
    op->size2 = sizeof(pthread_t);
}

EXPORT int thrd_create(thrd_t *id, thrd_start_t start, void *argument)
{
    /* The start function returns an int, which the calling convention widens. */
    return pthread_create(id, NULL, (void *(*)(void *))(uintptr_t)start, argument); /* a failure is a finding: 0 or nothing */
}

static enum performed too_many(struct thread *t)
{
    bool narrow = (unsigned)MAX_THREADS < (unsigned)MOST_THREADS;
    mz__world.wire->needs_wide |= narrow;
    return world_report(t, FAULT_REFUSED, narrow ? REFUSED_NARROW : REFUSED_ALWAYS, 0,
                        "more than %d threads at the same time are not supported", MAX_THREADS);
}

/* As libc does before there is a thread: this may crash, and nothing may have changed then. */
static void write_handle(volatile pthread_t *to)
{
    mem_will_write(to, sizeof *to);
    *to = *to;
}

static enum performed perform_create(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    if (threadset_equal(used, ALL_THREADS))
        return too_many(t);
    write_handle((pthread_t *)op->arg[0]);
    uncleared_end();
    tid number = threadset_first(~used);
    struct thread *born = world_birth(number, op->arg[1], op->arg[2], op->pc);
    if (!born)
        return world_report(t, FAULT_REFUSED, EAGAIN, 0, "the system refuses to make another thread");
    outside_given(op->arg[1]);
    switch_inherit(born, t);
    signals_inherit(number, t->number);
    scheduling_inherit(number, t->number);
    mz__world.wire->thread_table = (uint64_t)mz__threads;
    mz__world.wire->thread_table_size = sizeof mz__threads;
    mem_set(&used, used | threadset_of(number));
    mem_set(&mz__threads[number], ((struct thread_entry){.state = THREAD_ALIVE, .detached = op->detail}));
    mem_set((pthread_t *)op->arg[0], (pthread_t)tcb_self(born->tp));
    return PERFORM_RESUME;
}

/* ---- end ----------------------------------------------------------------------------------------------------------- */

static uint64_t announce_exit(uint64_t value)
{
    tid self = mz__hot.running->number;
    return mz__announce(OP_EXIT, &mz__threads[self], THREAD_IDENTITY, value, 0, 0);
}

/* The number that the next thread gets depends on it. */
static void give_up_number(const struct thread *t, tid number)
{
    world_touches(t, &used, sizeof used, true);
    mem_set(&used, used & ~threadset_of(number));
    world_threads_changed();
}

/* The last thread to end ends the process. */
static enum performed perform_exit(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct thread_entry *e = &mz__threads[t->number];
    if (threadset_equal(mz__world.live, threadset_of(t->number))) {
        t->result[0] = 1;
        return PERFORM_RESUME;
    }
    struct held held;
    if (mz__world.config.held_at_exit && held_by(t->number, &held))
        return world_report(t, FAULT_MISUSE, 0, held.addr, "thread %u ends and still holds a %s", t->number, held.object);
    mem_will_write(e, sizeof *e);
    e->state = e->detached ? THREAD_FREE : THREAD_EXITED;
    e->value = e->detached ? 0 : op->arg[0];
    e->cancelled = e->uncancellable = 0;
    if (e->detached) {
        give_up_number(t, t->number);
        world_parts();
    }
    world_death(t);
    return PERFORM_ENDED;
}

void thread_end(uint64_t value);
void thread_end(uint64_t value)
{
    probe_wipe_stack();
    thread_run_destructors();
    keys_run_destructors();
    if (abandon_due(mz__hot.running->number)) /* otherwise nothing is left on the stack, which others may read */
        abandon_all(mz__hot.running->number, mz__threads, sizeof mz__threads);
    if (announce_exit(value))
        exit(0);
    __builtin_unreachable();
}

void mz__thread_body(void);
void mz__thread_body(void)
{
    const struct thread *t = mz__hot.running;
    void *(*start)(void *) = (void *(*)(void *))t->start;
    thread_end((uint64_t)start((void *)t->argument));
}

EXPORT void pthread_exit(void *value)
{
    if (!probe_active(NULL))
        REAL(pthread_exit)(value);
    thread_leave(value);
}

EXPORT void thrd_exit(int value)
{
    pthread_exit((void *)(intptr_t)value);
}

/* ---- join, detach -------------------------------------------------------------------------------------------------- */

enum { JOIN_PLAIN, JOIN_TIMED };

/* The place for the result is written when the thread was joined: op.arg[1] is a place in the frame of the stand-in, or NULL. arg[2]: the
 * deadline (clock.h). */
static __attribute__((noinline)) int join_from(uint64_t pc, uint32_t how, pthread_t id, void *to, size_t size, uint64_t until)
{
    void *value = NULL;
    int error = (int)announce_from(pc, how, entry_or_any(id), THREAD_IDENTITY, (uint64_t)id, to ? (uint64_t)&value : 0, until);
    if (to && !error)
        announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FROM), to, size, (uint64_t)&value, 0, 0);
    return error;
}

EXPORT int pthread_join(pthread_t id, void **value)
{
    if (!probe_active(NULL))
        return REAL(pthread_join)(id, value);
    if (value)
        return join_from(CALLER, OP_JOIN, id, value, sizeof *value, 0);
    return mz__announce_int(OP_JOIN, entry_or_any(id), THREAD_IDENTITY, (uint64_t)id, 0, 0);
}

EXPORT int thrd_join(thrd_t id, int *value)
{
    if (!probe_active(NULL))
        return REAL(thrd_join)(id, value);
    return join_from(CALLER, OP_JOIN, id, value, sizeof *value, 0);
}

EXPORT int pthread_tryjoin_np(pthread_t id, void **value)
{
    if (!probe_active(NULL))
        return REAL(pthread_tryjoin_np)(id, value);
    return join_from(CALLER, OP_TRYJOIN, id, value, sizeof *value, 0);
}

/* Without a deadline it is a join. */
static __attribute__((noinline)) int timed_join(uint64_t pc, pthread_t id, void **value, const struct timespec *until)
{
    if (!until)
        return join_from(pc, OP_JOIN, id, value, sizeof *value, 0);
    struct timespec t = ARGUMENT(pc, until);
    return join_from(pc, OP_TRYJOIN | ANNOUNCE_DETAIL(JOIN_TIMED), id, value, sizeof *value, clock_until(&t));
}

EXPORT int pthread_timedjoin_np(pthread_t id, void **value, const struct timespec *until)
{
    if (!probe_active(NULL))
        return REAL(pthread_timedjoin_np)(id, value, until);
    return timed_join(CALLER, id, value, until);
}

EXPORT int pthread_clockjoin_np(pthread_t id, void **value, clockid_t clock, const struct timespec *until)
{
    if (!probe_active(NULL))
        return REAL(pthread_clockjoin_np)(id, value, clock, until);
    return timed_join(CALLER, id, value, until);
}

static bool join_enabled(const struct thread *t, const struct op *op)
{
    tid number = 0;
    const struct thread_entry *e = entry_of((pthread_t)op->arg[0], &number);
    return !e || e->state != THREAD_ALIVE || number == t->number || e->detached || cancel_due(t, op);
}

/* Wrong uses, or RESUME. */
static enum performed check_join(struct thread *t, const struct op *op, tid *number)
{
    const struct thread_entry *e = entry_of((pthread_t)op->arg[0], number);
    if (!e)
        return world_report(t, FAULT_MISUSE, ESRCH, op->arg[0], "join of something that is not a thread");
    if (*number == t->number)
        return world_report(t, FAULT_MISUSE, EDEADLK, 0, "thread %u joins itself", t->number);
    if (e->state == THREAD_FREE)
        return world_report(t, FAULT_MISUSE, ESRCH, 0, "join of thread %u, which was joined already or was detached and has ended",
                            *number);
    if (e->detached)
        return world_report(t, FAULT_MISUSE, EINVAL, 0, "join of thread %u, which is detached", *number);
    return PERFORM_RESUME;
}

static void take_value(const struct op *op, uint64_t value)
{
    if (op->arg[1])
        mem_set((uint64_t *)op->arg[1], value);
}

/* The number of a thread that is joined becomes free, and that of a detached one when it ends: now, if it has ended
 * already. */
static int number_touched(const struct thread *t, const struct op *op, struct access out[SEMANTICS_ALSO])
{
    (void)t, (void)op;
    out[0] = (struct access){(uint64_t)&used, sizeof used, true};
    return 1;
}

/* Whom a handle means depends on whether the number was given to another thread; and whether the end of the process can still
 * keep a detached thread from ending, on whether it has. */
int thread_number_read(const struct thread *t, const struct op *op, struct access out[SEMANTICS_ALSO])
{
    (void)t, (void)op;
    out[0] = (struct access){(uint64_t)&used, sizeof used, false};
    return 1;
}

static int exit_touches(const struct thread *t, const struct op *op, struct access out[SEMANTICS_ALSO])
{
    return mz__threads[t->number].detached ? number_touched(t, op, out) : 0;
}

static void bury(const struct thread *t, tid number)
{
    mem_set(&mz__threads[number], ((struct thread_entry){.state = THREAD_FREE}));
    give_up_number(t, number);
}

static enum performed perform_join(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    tid number = 0;
    if (cancel_due(t, op))
        return cancel_act(t);
    if (check_join(t, op, &number) == PERFORM_FAULT)
        return PERFORM_FAULT;
    take_value(op, mz__threads[number].value);
    bury(t, number);
    return PERFORM_RESUME;
}

static bool tryjoin_may_idle(const struct op *op)
{
    return op->detail == JOIN_TIMED;
}

static enum idleness tryjoin_idle(const struct thread *t, const struct op *op)
{
    return tryjoin_may_idle(op) && !join_enabled(t, op) ? IDLE_TIME : IDLE_NOT;
}

/* The timed ones are cancellation points. */
static enum performed perform_tryjoin(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    tid number = 0;
    if (op->detail == JOIN_TIMED && cancel_due(t, op))
        return cancel_act(t);
    if (check_join(t, op, &number) == PERFORM_FAULT)
        return PERFORM_FAULT;
    if (mz__threads[number].state == THREAD_EXITED) {
        take_value(op, mz__threads[number].value);
        bury(t, number);
        return PERFORM_RESUME;
    }
    if (op->detail == JOIN_TIMED) {
        world_timed_out(t);
        clock_reach(t, op->arg[2]);
    }
    t->result[0] = op->detail == JOIN_TIMED ? ETIMEDOUT : EBUSY;
    return PERFORM_RESUME;
}

static threadset join_holders(const struct thread *t, const struct op *op)
{
    (void)t;
    tid number = 0;
    return entry_of((pthread_t)op->arg[0], &number) ? threadset_of(number) : NO_THREADS;
}

EXPORT int pthread_detach(pthread_t id)
{
    if (!probe_active(NULL))
        return REAL(pthread_detach)(id);
    return mz__announce_int(OP_DETACH, entry_or_any(id), THREAD_IDENTITY, (uint64_t)id, 0, 0);
}

EXPORT int thrd_detach(thrd_t id)
{
    return pthread_detach(id); /* thrd_success is 0 */
}

static enum performed perform_detach(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    tid number = 0;
    struct thread_entry *e = entry_of((pthread_t)op->arg[0], &number);
    if (!e || e->state == THREAD_FREE)
        return world_report(t, FAULT_MISUSE, ESRCH, 0, "detach of a thread that does not exist any more");
    if (e->detached)
        return world_report(t, FAULT_MISUSE, EINVAL, 0, "detach of thread %u, which is detached already", number);
    if (e->state == THREAD_EXITED)
        bury(t, number);
    else
        mem_set(&e->detached, 1);
    world_parts();
    return PERFORM_RESUME;
}

/* ---- who am I ------------------------------------------------------------------------------------------------------ */

/* One thread's handle alone has no order. */
static inline pthread_t own_handle(uint64_t pc)
{
    static unsigned first_to_ask; /* its number + 1; never rewound */
    const struct thread *t = mz__hot.running;
    if (!t)
        return REAL(pthread_self)();
    if (!first_to_ask)
        first_to_ask = t->number + 1u;
    else if (first_to_ask != t->number + 1u)
        premise_met(PREMISE_HANDLES, pc);
    return (pthread_t)tcb_self(t->tp);
}

EXPORT pthread_t pthread_self(void)
{
    return own_handle(CALLER);
}

EXPORT thrd_t thrd_current(void)
{
    return own_handle(CALLER);
}

EXPORT int pthread_equal(pthread_t a, pthread_t b)
{
    return a == b;
}

EXPORT int thrd_equal(thrd_t a, thrd_t b)
{
    return a == b;
}

const struct semantics create_semantics = {.complete = complete_create, .perform = perform_create};
const struct semantics exit_semantics = {.perform = perform_exit, .also_touches = exit_touches};
const struct semantics join_semantics = {.enabled = join_enabled, .perform = perform_join, .also_reads = cancel_reads,
                                         .also_touches = number_touched, .holders = join_holders};
const struct semantics tryjoin_semantics = {
    .idle = tryjoin_idle, .may_idle = tryjoin_may_idle, .perform = perform_tryjoin, .also_reads = cancel_reads,
    .also_touches = number_touched,
};
const struct semantics detach_semantics = {.perform = perform_detach, .also_touches = number_touched};

/* ---- for taking over the program ------------------------------------------------------------------------------------ */

/* Main has returned. What runs now must not lie where its frame was: others may still use that, by mistake (valid.h). */
void boot_exit(int status)
{
    uint64_t room = mz__announce_call(leave_main_body, STACK_POINTER, 0, 0);
    if (room) {
        char *gone = __builtin_alloca(room);
        memset(gone, 0, room);
        __asm__ volatile("" : : "r"(gone) : "memory");
    }
    exit(status);
}

void boot_adopt_main(void)
{
    mz__world.leave_main = (uint64_t)leave_main_body;
    used = threadset_of(0);
    mz__threads[0].state = THREAD_ALIVE;
}

threadset boot_thread_numbers(void)
{
    return used;
}

void *boot_own_symbol(void)
{
    return (void *)pthread_create;
}
