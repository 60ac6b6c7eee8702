/* thread_states.c - the table of threads: who waits for what, and until when. */
#include "hunt/thread_states.h"

#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>

#include "base/raw.h"
#include "hunt/checks/hunt_clocks.h"
#include "hunt/schedule.h"
#include "hunt/strategy.h"

struct thread hunt_threads[HUNT_MAX_THREADS];
unsigned hunt_live;
uint32_t hunt_out_count;
uint64_t hunt_known_until;
unsigned hunt_polling, hunt_timed;
static unsigned waiters[256]; /* blocked threads by a hash of their objects */

/* --- signals: a handler that leaves by a jump must not leave a lock behind. The mask is changed only where there are handlers ---- */

static const uint64_t all_signals = UINT64_MAX; /* no mask is: SIGKILL cannot be blocked */

/* The mask before; all_signals: it is as it was. */
static uint64_t signals_defer(void)
{
    uint64_t before = all_signals;
    if (__atomic_load_n(&hunt_has_handlers, __ATOMIC_RELAXED))
        raw_syscall(SYS_rt_sigprocmask, SIG_BLOCK, (long)&all_signals, (long)&before, sizeof before, 0, 0);
    return before;
}

static void signals_allow(uint64_t before)
{
    if (before != all_signals)
        raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, (long)&before, 0, sizeof before, 0, 0);
}

/* --- the lock --------------------------------------------------------------------------------------------------------------- */

static uint32_t lock_word;
static uint64_t mask_of_holder;

void state_lock(void)
{
    uint64_t before = signals_defer();
    for (unsigned spins = 0; __atomic_exchange_n(&lock_word, 1, __ATOMIC_ACQUIRE); spins++)
        if (spins > 100)
            raw_syscall(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
    mask_of_holder = before;
}

void state_unlock(void)
{
    uint64_t before = mask_of_holder;
    __atomic_store_n(&lock_word, 0, __ATOMIC_RELEASE);
    signals_allow(before);
}

long futex_sleep(uint32_t *word, uint32_t value, uint64_t nanoseconds)
{
    struct timespec time = {.tv_sec = (time_t)(nanoseconds / 1000000000), .tv_nsec = (long)(nanoseconds % 1000000000)};
    return raw_syscall(SYS_futex, (long)word, FUTEX_WAIT, value, nanoseconds == HUNT_NEVER ? 0 : (long)&time, 0, 0);
}

void futex_rouse(uint32_t *word)
{
    __atomic_fetch_add(word, 1, __ATOMIC_RELEASE);
    raw_syscall(SYS_futex, (long)word, FUTEX_WAKE, 1, 0, 0, 0);
}

/* --- states ----------------------------------------------------------------------------------------------------------------- */

bool state_waits(const struct thread *t)
{
    return t->is->state == HUNT_IS_BLOCKED || t->is->state == HUNT_IS_POLLING;
}

static unsigned *waiters_for(uint64_t object)
{
    return &waiters[(object >> 3 ^ object >> 11) % (sizeof waiters / sizeof *waiters)];
}

void state_set(struct thread *t, enum hunt_state state)
{
    uint32_t was = t->is->state;
    hunt_polling += (state == HUNT_IS_POLLING) - (was == HUNT_IS_POLLING);
    *waiters_for(t->is->object) += (state == HUNT_IS_BLOCKED) - (was == HUNT_IS_BLOCKED);
    hunt_out_count += (state == HUNT_IS_OUTSIDE) - (was == HUNT_IS_OUTSIDE);
    if (was == HUNT_IS_BLOCKED || was == HUNT_IS_POLLING)
        hunt_timed -= t->deadline != HUNT_NEVER;
    if (state == HUNT_IS_BLOCKED || state == HUNT_IS_POLLING)
        hunt_timed += t->deadline != HUNT_NEVER;
    t->is->state = state;
}

void state_ready(struct thread *t)
{
    state_set(t, HUNT_IS_READY);
    t->is->holder = 0;
    hunt_known_until = 0;
}

/* What came from outside is a record; in an exact replay it waits for its record. */
void state_come_back(struct thread *t)
{
    state_ready(t);
    schedule_note(HUNT_BACK, t, NULL);
}

bool state_is_back(struct thread *t)
{
    if (t->is->state == HUNT_IS_POLLING)
        return t->back || t->ready(t->argument);
    return t->back && (t->is->state == HUNT_IS_OUTSIDE || t->is->state == HUNT_IS_BLOCKED);
}

void state_take_back(struct thread *t)
{
    t->back = false;
    state_come_back(t);
}

void state_time_out(struct thread *t)
{
    t->ended_by_time = true;
    state_ready(t);
    schedule_note(HUNT_TIMEOUT, t, NULL);
}

/* Each waits without an end for a lock that the next one holds, and has not given back beside the scheduler meanwhile. One that waits for
 * itself may have been meant to: others may unlock for it. */
bool state_closes_circle(const struct thread *me)
{
    const struct thread *t = me;
    unsigned length = 0;
    do {
        unsigned holder = t->holder ? hunt_thread_of_tid((uint32_t)*t->holder) : 0;
        if (t->is->state != HUNT_IS_BLOCKED || t->deadline != HUNT_NEVER || !holder || holder != t->is->holder)
            return false;
        t = &hunt_threads[holder - 1];
    } while (t != me && ++length < HUNT_MAX_THREADS);
    return t == me && length > 0;
}

struct thread *state_earliest(void)
{
    struct thread *first = NULL;
    for (unsigned i = 0; hunt_timed && i < hunt_wire->threads; i++) {
        struct thread *t = &hunt_threads[i];
        if (state_waits(t) && t->deadline != HUNT_NEVER &&
            (!first || t->deadline < first->deadline))
            first = t;
    }
    return first;
}

/* --- waking ----------------------------------------------------------------------------------------------------------------- */

void hunt_wake_thread(struct thread *t)
{
    state_lock();
    if (state_waits(t))
        state_ready(t);
    state_unlock();
}

unsigned hunt_wake_some(const volatile void *object, unsigned most)
{
    if (!*waiters_for((uint64_t)(uintptr_t)object) || !hunt_self() || hunt_self()->inside)
        return 0;
    unsigned woken = 0;
    state_lock();
    while (woken < most) {
        uint16_t waiting[HUNT_MAX_THREADS];
        unsigned count = 0;
        for (unsigned i = 0; i < hunt_wire->threads; i++)
            if (hunt_threads[i].is->state == HUNT_IS_BLOCKED && hunt_threads[i].is->object == (uint64_t)(uintptr_t)object)
                waiting[count++] = (uint16_t)i;
        if (!count)
            break;
        unsigned chosen = waiting[0];
        if (count > 1 && count > most - woken) {
            chosen = schedule_waiter(waiting, count);
            schedule_note(HUNT_CHOSEN, &hunt_threads[chosen], NULL);
        }
        state_ready(&hunt_threads[chosen]);
        woken++;
    }
    state_unlock();
    return woken;
}

void hunt_wake(const volatile void *object)
{
    hunt_wake_some(object, HUNT_MAX_THREADS);
}

/* --- the table -------------------------------------------------------------------------------------------------------------- */

struct thread *hunt_thread_new(void)
{
    unsigned i = 0;
    state_lock();
    while (i < HUNT_MAX_THREADS && hunt_threads[i].is && hunt_threads[i].is->state != HUNT_IS_FREE)
        i++;
    if (i == HUNT_MAX_THREADS) { /* conditions and barriers are the scheduler's own: a thread beside it would wait for ever */
        hunt_wire->uncontrolled = 1;
        raw_exit(1);
    }
    struct thread *t = &hunt_threads[i];
    *t = (struct thread){.is = &hunt_wire->thread[i], .number = i, .deadline = HUNT_NEVER};
    *t->is = (struct hunt_thread){.kind = HUNT_START, .state = HUNT_IS_EXITED};
    if (hunt_wire->threads <= i)
        hunt_wire->threads = i + 1;
    order_new(t);
    state_unlock();
    return t;
}

void hunt_thread_ready(struct thread *t)
{
    state_lock();
    hunt_live++;
    hunt_strategies[hunt_wire->strategy]->created(t->number);
    state_ready(t);
    state_unlock();
}

void hunt_thread_free(struct thread *t)
{
    state_lock();
    state_set(t, HUNT_IS_FREE);
    state_unlock();
}

struct thread *hunt_thread_of(pthread_t handle)
{
    for (unsigned i = 0; i < hunt_wire->threads; i++)
        if (hunt_threads[i].is->state != HUNT_IS_FREE && pthread_equal(hunt_threads[i].handle, handle))
            return &hunt_threads[i];
    return NULL;
}

unsigned hunt_thread_of_tid(uint32_t tid)
{
    for (unsigned i = 0; tid && i < hunt_wire->threads; i++)
        if (hunt_threads[i].is->state != HUNT_IS_FREE && hunt_threads[i].is->tid == tid)
            return i + 1;
    return 0;
}
