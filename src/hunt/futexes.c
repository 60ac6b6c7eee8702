/* futexes.c - futexes by syscall(): what libstdc++ waits with in std::atomic::wait and in the guards of static variables. They are the
 * scheduler's own; one who wakes wakes those in the kernel as well. Where the kernel would wake some by a condition (bits) or move others,
 * all are woken: a futex may always wake without a reason. */
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>

#include "hunt/children.h"
#include "hunt/checks/hunt_clocks.h"
#include "hunt/program_clock.h"
#include "hunt/real.h"
#include "hunt/scheduler.h"

static int fails(int error)
{
    errno = error;
    return -1;
}

/* Returns false where the kernel is to do it. */
static bool futex_wait(uint32_t *word, uint32_t expected, int command, const struct timespec *time, long *result)
{
    uint64_t deadline = HUNT_NEVER;
    if (time && !clock_is_valid(time))
        return false;
    if (time && (command & FUTEX_CMD_MASK) == FUTEX_WAIT)
        deadline = clock_after(time);
    else if (time)
        deadline = clock_deadline(command & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC, time);
    if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != expected) {
        *result = fails(EAGAIN);
        return true;
    }
    enum hunt_end end = hunt_wait(word, deadline, HUNT_RESTARTS, false);
    *result = end == HUNT_WOKEN ? 0 : fails(end == HUNT_TIMED_OUT ? ETIMEDOUT : EINTR);
    return true;
}

/* Child processes may wake it. */
static long futex_wait_outside(const long *a)
{
    const struct timespec *time = (const struct timespec *)a[3];
    bool absolute = time && ((int)a[1] & FUTEX_CMD_MASK) != FUTEX_WAIT;
    struct timespec until = absolute ? clock_to_kernel(time) : (struct timespec){0};
    hunt_leave();
    long result = REAL(syscall)(SYS_futex, a[0], a[1], a[2], absolute ? (long)&until : a[3], a[4], a[5]);
    int error = errno;
    hunt_return();
    errno = error;
    return result;
}

static long wake_bits_or_number(uint32_t *word, const long *a)
{
    bool of_bits = ((int)a[1] & FUTEX_CMD_MASK) == FUTEX_WAKE_BITSET && (uint32_t)a[5] != FUTEX_BITSET_MATCH_ANY;
    unsigned most = a[2] < 0 ? 0 : (unsigned)a[2], woken = hunt_wake_some(word, of_bits ? HUNT_MAX_THREADS : most);
    long others = woken < most ? REAL(syscall)(SYS_futex, a[0], a[1], (long)(most - woken), a[3], a[4], a[5]) : 0;
    woken = woken < most ? woken : most;
    return others < 0 ? (long)woken : (long)woken + others;
}

/* FUTEX_REQUEUE, FUTEX_CMP_REQUEUE, FUTEX_WAKE_OP: the kernel does it with those that wait there. */
static long wake_and_change(uint32_t *word, const long *a)
{
    long others = REAL(syscall)(SYS_futex, a[0], a[1], a[2], a[3], a[4], a[5]);
    if (others < 0)
        return others;
    others += hunt_wake_some(word, HUNT_MAX_THREADS);
    return ((int)a[1] & FUTEX_CMD_MASK) == FUTEX_WAKE_OP ? others + hunt_wake_some((uint32_t *)a[4], HUNT_MAX_THREADS) : others;
}

/* Others wait for what this changes, whatever it is: the number of one that the caller means. */
static bool futex(const long *a, uint64_t pc, long *result)
{
    uint32_t *word = (uint32_t *)a[0];
    int command = (int)a[1] & FUTEX_CMD_MASK, error = errno;
    bool waits = command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET, wakes = command == FUTEX_WAKE || command == FUTEX_WAKE_BITSET;
    bool changes = command == FUTEX_REQUEUE || command == FUTEX_CMP_REQUEUE || command == FUTEX_WAKE_OP;
    if ((!waits && !wakes && !changes) || !hunt_point(waits ? HUNT_FUTEX_WAIT : HUNT_FUTEX_WAKE, word, pc))
        return false;
    if (waits && !(a[1] & FUTEX_PRIVATE_FLAG) && children_were_started())
        return *result = futex_wait_outside(a), true;
    if (waits)
        return futex_wait(word, (uint32_t)a[2], (int)a[1], (const struct timespec *)a[3], result);
    *result = wakes ? wake_bits_or_number(word, a) : wake_and_change(word, a);
    if (*result >= 0)
        errno = error;
    return true;
}

EXPORT long syscall(long number, ...)
{
    long a[6], result;
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(list, long);
    va_end(list);
    if (number == SYS_futex && hunt_self() && futex(a, HUNT_CALLER, &result))
        return result;
    order_kernel();
    return REAL(syscall)(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
