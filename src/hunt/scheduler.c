/* scheduler.c - the token, decisions, and what happens when nobody is enabled. The schedule is written and followed in schedule.c.
 *
 * Invariants: at most one thread is RUNNING; wire->current is its number. With the lock held, and current 0, there is an idler (a parked
 * thread that looks after the outside), or all live threads are OUTSIDE. Threads that are OUTSIDE run truly in parallel, and touch
 * nothing of the scheduler but through hunt_return() and their next point. */
#include "hunt/scheduler.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>

#include "base/raw.h"
#include "hunt/checks/hunt_clocks.h"
#include "hunt/hunt_pairs.h"
#include "hunt/real.h"
#include "hunt/schedule.h"
#include "hunt/strategy.h"
#include "hunt/thread_states.h"

struct hunt_wire *hunt_wire;
struct rng hunt_random;

static __thread struct thread *self __attribute__((tls_model("initial-exec")));
static __thread bool ended __attribute__((tls_model("initial-exec")));
static uint32_t kick;            /* futex of the idler */
static uint64_t kernel_asked;    /* at this decision */
static bool kernel_told;         /* something was done that may have made a poll come true */
static unsigned patience;        /* decisions since another thread ran */
static unsigned last = HUNT_MAX_THREADS;
static uint64_t known_from;
static bool contested;           /* others were enabled when it was chosen */
static uint64_t clock_asked;     /* at this decision */
static bool retried;             /* all who wait for real objects have tried again, and nobody came further */
static bool was_alone;           /* there was no thread of which the scheduler does not know */

/* A thread that runs for `patience_ends` decisions while others are enabled is taken to wait for them: that is drawn for each execution,
 * for loops that wait are short in some programs, and work is long in others. Between two looks at the clock, or at what the kernel has
 * for threads that poll, so many decisions pass. */
enum { LEAST_PATIENCE = 32, PATIENCES = 8, LOOK_EVERY = 64, CLOCK_EVERY = 1024 };
static unsigned patience_ends;

struct thread *hunt_self(void) { return self; }
void hunt_set_self(struct thread *t) { self = t; }

static void ask_kernel(void)
{
    kernel_asked = hunt_wire->steps;
    kernel_told = false;
    for (unsigned i = 0; i < hunt_wire->threads; i++)
        if (state_is_back(&hunt_threads[i]))
            state_take_back(&hunt_threads[i]);
}

static void ask_clock(void)
{
    clock_asked = hunt_wire->steps;
    struct thread *t = state_earliest();
    if (t && t->deadline <= hunt_now())
        state_time_out(t);
}

/* --- decisions -------------------------------------------------------------------------------------------------------------- */

static unsigned list_ready(uint16_t *ready)
{
    unsigned count = 0;
    for (unsigned i = 0; i < hunt_wire->threads; i++) {
        uint32_t state = hunt_threads[i].is->state;
        if (state == HUNT_IS_READY || state == HUNT_IS_RUNNING)
            ready[count++] = (uint16_t)i;
    }
    return count;
}

/* A replay takes from outside what its script has at this decision, and waits for it, though not for ever. */
static void follow_script(void)
{
    enum { BOUND = 2000000000 };
    const struct hunt_record *r;
    while ((r = schedule_event()) != NULL) {
        struct thread *t = &hunt_threads[r->thread];
        uint64_t until = raw_nanoseconds() + BOUND;
        if (r->event == HUNT_TIMEOUT && state_waits(t)) {
            if (t->deadline != HUNT_NEVER && hunt_may_skip(t->deadline))
                hunt_skip_to(t->deadline);
            state_time_out(t);
        } else if (r->event == HUNT_BACK && (state_waits(t) || t->is->state == HUNT_IS_OUTSIDE)) {
            while (!state_is_back(t) && raw_nanoseconds() < until) {
                state_unlock();
                uint32_t seen = __atomic_load_n(&kick, __ATOMIC_ACQUIRE);
                futex_sleep(&kick, seen, 100000);
                state_lock();
            }
            if (state_is_back(t))
                state_take_back(t);
            else
                schedule_differs();
        } else {
            schedule_differs();
        }
        schedule_taken();
    }
}

static void from_outside(void)
{
    if (schedule_is_exact()) {
        follow_script();
        return;
    }
    if (kernel_told || hunt_wire->steps - kernel_asked >= LOOK_EVERY)
        ask_kernel();
    if (hunt_timed && hunt_wire->steps - clock_asked >= CLOCK_EVERY)
        ask_clock();
}

static _Noreturn void deadlock(const char *message)
{
    hunt_fault(HUNT_DEADLOCK, message);
    raw_exit(1);
}

/* Threads that wait for real objects try again, once: somebody may have changed the object who is not controlled. */
static bool retry(void)
{
    bool any = false;
    for (unsigned i = 0; !retried && i < hunt_wire->threads; i++) {
        struct thread *t = &hunt_threads[i];
        if (t->is->state == HUNT_IS_BLOCKED && t->real_state) {
            state_ready(t);
            hunt_wire->retries++;
            any = true;
        }
    }
    retried = true;
    return any;
}

/* A handler has run in the thread while it waited. The futexes of parks tell by themselves whether it was one with SA_RESTART; those with
 * a time do not. */
static void interrupt(struct thread *me)
{
    if (!state_waits(me) || me->signals == HUNT_DEAF || (me->signals == HUNT_RESTARTS && hunt_signals_restart()))
        return;
    me->interrupted = true;
    if (schedule_is_exact())
        me->back = true; /* until its record comes */
    else
        state_come_back(me);
}

/* Nobody is enabled: time goes on, or something comes from outside, or there is a deadlock. */
static void idle(struct thread *me, unsigned round)
{
    struct thread *first = state_earliest();
    bool outside = hunt_polling || hunt_out_count || !hunt_may_skip(first ? first->deadline : HUNT_NEVER);
    if (!outside && first) {
        hunt_skip_to(first->deadline);
        state_time_out(first);
        return;
    }
    bool kin = hunt_has_children(), stuck = !outside && !first && !kin && !hunt_expects_signals(), alone = stuck && !hunt_has_others();
    enum { RETRY_EVERY = 8 };
    retried &= alone == was_alone && !(kin && round % RETRY_EVERY == RETRY_EVERY - 1); /* who has ended may have left a robust mutex */
    was_alone = alone;
    if (retry())
        return;
    if (alone)
        deadlock("");
    enum { LONGEST = 2000000 };
    uint64_t pause = 20000u << (round < 7 ? round : 7), now = hunt_now();
    pause = pause < LONGEST ? pause : LONGEST;
    if (first && first->deadline <= now) {
        state_time_out(first);
        return;
    }
    if (first && first->deadline - now < pause)
        pause = first->deadline - now;
    hunt_wire->idle = me->number + 1;
    uint32_t seen = __atomic_load_n(&kick, __ATOMIC_ACQUIRE);
    state_unlock();
    long status = futex_sleep(&kick, seen, pause);
    state_lock();
    hunt_wire->idle = 0;
    if (status == -EINTR)
        interrupt(me);
    if (schedule_is_exact())
        follow_script();
    else
        ask_kernel();
    if (status == -EINTR || (round % LOOK_EVERY == LOOK_EVERY - 1 && hunt_expects_signals()))
        retried = false; /* a handler, which is not controlled where it interrupts a wait, may have changed an object */
}

static unsigned choose(const uint16_t *ready, unsigned count, unsigned current)
{
    if (hunt_wire->mode != HUNT_SEARCH && count > 1 && current != HUNT_MAX_THREADS && patience > patience_ends && !schedule_is_exact()) {
        patience = 0;
        return schedule_give_way(ready, count, current);
    }
    if (hunt_wire->mode != HUNT_SEARCH)
        return schedule_choice(ready, count, current);
    const struct strategy *s = hunt_strategies[hunt_wire->strategy];
    if (count > 1 && current != HUNT_MAX_THREADS && patience > patience_ends) {
        s->yielded(current);
        hunt_wire->falls++;
        patience = 0;
    }
    return s->pick(ready, count, current);
}

/* Duration of the decision. The kernel and the clock are asked in between, and patience ends, as without it. */
static uint64_t foresee(unsigned chosen)
{
    const struct strategy *s = hunt_strategies[hunt_wire->strategy];
    uint64_t until = 0, most = hunt_wire->steps + (hunt_polling || hunt_out_count ? LOOK_EVERY : hunt_timed ? CLOCK_EVERY : patience_ends);
    if (hunt_wire->mode == HUNT_EXACT)
        return schedule_until();
    if (hunt_wire->mode == HUNT_SEARCH && s->until)
        until = s->until(chosen);
    return until < most ? until : most;
}

/* With the lock held: gives the token to whoever is to have it. `me` runs it; it is READY if it could go on. */
static void schedule(struct thread *me)
{
    uint16_t ready[HUNT_MAX_THREADS];
    unsigned count;
    hunt_wire->current = 0;
    patience += contested ? (unsigned)(hunt_wire->steps - known_from) : 0;
    known_from = hunt_wire->steps;
    from_outside();
    for (unsigned round = 0; (count = list_ready(ready)) == 0; round++) {
        if (me->is->state == HUNT_IS_RUNNING || hunt_wire->current)
            return; /* another thread has seen to it meanwhile */
        idle(me, round);
    }
    if (hunt_wire->current)
        return;
    bool goes_on = last != HUNT_MAX_THREADS && hunt_threads[last].is->state == HUNT_IS_READY;
    unsigned chosen = choose(ready, count, goes_on ? last : HUNT_MAX_THREADS);
    struct thread *next = &hunt_threads[chosen];
    if (chosen != last) {
        schedule_note(HUNT_SWITCH, next, last == HUNT_MAX_THREADS ? NULL : &hunt_threads[last]);
        hunt_wire->switches++;
        patience = 0;
    }
    hunt_wire->steps++;
    contested = count > 1;
    known_from = hunt_wire->steps - 1;
    hunt_known_until = foresee(chosen);
    next->is->own++;
    state_set(next, HUNT_IS_RUNNING);
    hunt_wire->current = chosen + 1;
    last = chosen;
    if (next != me)
        futex_rouse(&next->is->wake);
}

/* Nobody looks after the outside: somebody who is parked is to do it, and if there is nobody, who comes back will. */
static bool nobody_runs(void)
{
    return !hunt_wire->current && !hunt_wire->idle;
}

/* The tool says that the thread with the token has not been heard of for a while. */
static void take_over(struct thread *me)
{
    uint32_t current = hunt_wire->current;
    bool valid = hunt_wire->takeover && current && current != me->number + 1 && hunt_wire->steps == hunt_wire->takeover_at;
    hunt_wire->takeover = 0;
    if (!valid)
        return;
    struct thread *lost = &hunt_threads[current - 1];
    hunt_known_until = 0;
    lost->back = false;
    state_set(lost, HUNT_IS_OUTSIDE);
    order_lost(lost);
    schedule_note(HUNT_OUT, lost, NULL);
    schedule(me);
}

/* Something has changed: somebody may be enabled now. */
static void look_again(struct thread *me)
{
    if (nobody_runs())
        schedule(me);
    else
        futex_rouse(&kick);
}

/* Back from wherever it was: the thread is to be chosen like any other. */
static void rejoin(struct thread *me)
{
    if (schedule_is_exact()) {
        me->back = true; /* until its record comes */
    } else {
        state_come_back(me);
    }
    look_again(me);
}

/* Sleeps until the thread has the token. It may be asked to look after the outside meanwhile. */
static void park(struct thread *me)
{
    enum hunt_signals signals = state_waits(me) ? me->signals : HUNT_DEAF;
    enum { AN_HOUR = 3600 };
    for (;;) {
        uint32_t seen = __atomic_load_n(&me->is->wake, __ATOMIC_ACQUIRE);
        if (__atomic_load_n(&me->is->state, __ATOMIC_ACQUIRE) == HUNT_IS_RUNNING)
            return;
        if (me->is->state == HUNT_IS_OUTSIDE && !me->back) { /* taken over when it was chosen, and had not woken up yet */
            state_lock();
            if (me->is->state == HUNT_IS_OUTSIDE)
                rejoin(me);
            state_unlock();
            continue;
        }
        if (__atomic_load_n(&hunt_wire->takeover, __ATOMIC_ACQUIRE) || nobody_runs()) {
            state_lock();
            if (hunt_wire->takeover)
                take_over(me);
            else if (nobody_runs())
                schedule(me);
            state_unlock();
            continue;
        }
        long status = futex_sleep(&me->is->wake, seen, signals == HUNT_HEARS ? AN_HOUR * 1000000000ull : HUNT_NEVER);
        if (status == -EINTR && signals != HUNT_DEAF) {
            state_lock();
            retried = false;
            interrupt(me);
            look_again(me);
            state_unlock();
        }
    }
}

static void wake_any_parked(void)
{
    struct hunt_thread *parked = hunt_parked(hunt_wire);
    if (parked)
        futex_rouse(&parked->wake);
}

static void publish(struct thread *me, enum hunt_kind kind, const volatile void *object, uint64_t pc)
{
    me->is->kind = kind;
    me->is->object = (uint64_t)(uintptr_t)object;
    me->is->pc = pc;
    if (hunt_wire->explain)
        hunt_take_stack(me);
}

/* A thread that libc has made for itself (a timer's), or a library before the first point, is met here for the first time. */
static struct thread *adopt(void)
{
    struct thread *t = ended || !hunt_wire ? NULL : hunt_thread_new();
    if (!t)
        return NULL;
    t->handle = pthread_self();
    t->detached = true;
    t->is->tid = (uint32_t)raw_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0);
    state_lock();
    hunt_live++;
    hunt_strategies[hunt_wire->strategy]->created(t->number);
    state_set(t, HUNT_IS_OUTSIDE);
    state_unlock();
    self = t;
    hunt_thread_watch_end();
    return t;
}

/* A thread that may be cancelled anywhere is not while it is in the scheduler. */
static void enter_scheduler(struct thread *me)
{
    int old;
    me->inside = true;
    if (__builtin_expect(me->asynchronous, false))
        REAL(pthread_setcanceltype)(PTHREAD_CANCEL_DEFERRED, &old);
}

static void leave_scheduler(struct thread *me)
{
    int old;
    me->inside = false;
    if (__builtin_expect(me->asynchronous, false))
        REAL(pthread_setcanceltype)(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
}

static void take_turn(struct thread *me)
{
    bool was_outside = me->is->state == HUNT_IS_OUTSIDE;
    if (hunt_wire->steps < hunt_known_until && me->is->state == HUNT_IS_RUNNING) { /* the decision is known */
        hunt_wire->steps++;
        me->is->own++;
        return;
    }
    state_lock();
    if (me->is->state == HUNT_IS_OUTSIDE) {
        rejoin(me);
    } else {
        state_set(me, HUNT_IS_READY);
        schedule(me);
    }
    state_unlock();
    if (me->is->state != HUNT_IS_RUNNING)
        park(me);
    if (was_outside)
        order_after_outside(me);
}

bool hunt_point(enum hunt_kind kind, const volatile void *object, uint64_t pc)
{
    struct thread *me = self ? self : adopt();
    if (!me || me->inside) {
        if (me)
            order_point(me, kind, object); /* a handler of a signal, which is not controlled where it interrupts a wait */
        return false;
    }
    enter_scheduler(me);
    retried = false;
    publish(me, kind, object, pc);
    if (hunt_live > 1 || me->is->state != HUNT_IS_RUNNING) /* the only thread goes on */
        take_turn(me);
    pairs_operation(me, kind, object, pc);
    order_point(me, kind, object);
    leave_scheduler(me);
    return true;
}

/* With the lock held. Who was taken over, or whose wait a handler of a signal has left, has to come back first. */
static void take_part(struct thread *me)
{
    if (me->is->state == HUNT_IS_RUNNING)
        return;
    state_set(me, HUNT_IS_OUTSIDE);
    rejoin(me);
    state_unlock();
    park(me);
    order_after_outside(me);
    state_lock();
}

static void be_inside(struct thread *me)
{
    enter_scheduler(me);
    state_lock();
    take_part(me);
}

static enum hunt_end wait_as(struct thread *me, enum hunt_state state, enum hunt_signals signals)
{
    me->ended_by_time = me->interrupted = me->back = false;
    me->signals = signals;
    state_set(me, state);
    if (state_closes_circle(me))
        deadlock(HUNT_CIRCLE);
    schedule(me);
    state_unlock();
    if (me->is->state != HUNT_IS_RUNNING)
        park(me);
    me->deadline = HUNT_NEVER;
    order_after_wait(me);
    leave_scheduler(me);
    return me->interrupted ? HUNT_INTERRUPTED : me->ended_by_time ? HUNT_TIMED_OUT : HUNT_WOKEN;
}

enum hunt_end hunt_wait(const volatile void *object, uint64_t deadline, enum hunt_signals signals, bool real_state)
{
    struct thread *me = self;
    be_inside(me);
    me->is->object = (uint64_t)(uintptr_t)object;
    me->real_state = real_state;
    me->deadline = deadline;
    return wait_as(me, HUNT_IS_BLOCKED, signals);
}

enum hunt_end hunt_until(bool (*ready)(void *), void *argument, uint64_t deadline, enum hunt_signals signals)
{
    struct thread *me = self;
    if (ready(argument))
        return HUNT_WOKEN;
    be_inside(me);
    me->ready = ready;
    me->argument = argument;
    me->deadline = deadline;
    return wait_as(me, HUNT_IS_POLLING, signals);
}

void hunt_yield(void)
{
    struct thread *me = self;
    if (!me || me->inside || hunt_wire->mode != HUNT_SEARCH)
        return;
    state_lock();
    hunt_strategies[hunt_wire->strategy]->yielded(me->number);
    hunt_wire->falls += hunt_live > 1;
    hunt_known_until = 0;
    state_unlock();
}

void hunt_told_kernel(void)
{
    kernel_told = true;
    hunt_known_until = 0;
}

/* --- outside ---------------------------------------------------------------------------------------------------------------- */

void hunt_leave(void)
{
    struct thread *me = self;
    be_inside(me);
    me->back = false;
    state_set(me, HUNT_IS_OUTSIDE);
    hunt_wire->current = 0;
    uint16_t ready[HUNT_MAX_THREADS];
    if (!schedule_is_exact())
        ask_kernel();
    if (list_ready(ready))
        schedule(me);
    else
        wake_any_parked(); /* who looks after the outside from now on */
    state_unlock();
}

void hunt_return(void)
{
    struct thread *me = self;
    state_lock();
    if (me->is->state == HUNT_IS_OUTSIDE)
        rejoin(me);
    state_unlock();
    if (me->is->state != HUNT_IS_RUNNING)
        park(me);
    order_after_outside(me);
    leave_scheduler(me);
}

/* A handler of a signal is about to leave a wait by a jump: the thread goes on like one that has come back. */
void hunt_leave_by_jump(void)
{
    struct thread *me = self;
    if (!me || !me->inside)
        return;
    state_lock();
    if (hunt_wire->idle == me->number + 1)
        hunt_wire->idle = 0;
    take_part(me);
    state_unlock();
    me->deadline = HUNT_NEVER;
    leave_scheduler(me);
}

/* --- threads ---------------------------------------------------------------------------------------------------------------- */

void hunt_thread_first(struct thread *t)
{
    patience_ends = LEAST_PATIENCE << rng_below(&hunt_random, PATIENCES);
    hunt_thread_ready(t);
    state_set(t, HUNT_IS_RUNNING);
    last = t->number;
    hunt_wire->current = t->number + 1;
    self = t;
}

void hunt_thread_begin(struct thread *t)
{
    self = t;
    t->is->tid = (uint32_t)raw_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0);
    t->inside = true;
    if (t->is->state != HUNT_IS_RUNNING)
        park(t);
    order_begin(t);
    t->inside = false;
}

void hunt_thread_end(void)
{
    struct thread *me = self;
    be_inside(me);
    order_end(me);
    uint64_t waited_for = (uint64_t)(uintptr_t)me;
    for (unsigned i = 0; i < hunt_wire->threads; i++)
        if (hunt_threads[i].is->state == HUNT_IS_BLOCKED && hunt_threads[i].is->object == waited_for)
            state_ready(&hunt_threads[i]);
    state_set(me, me->detached ? HUNT_IS_FREE : HUNT_IS_EXITED);
    hunt_live--;
    hunt_wire->current = 0;
    uint16_t ready[HUNT_MAX_THREADS];
    self = NULL;
    ended = true;
    if (list_ready(ready))
        schedule(me);
    else
        wake_any_parked();
    state_unlock();
}
