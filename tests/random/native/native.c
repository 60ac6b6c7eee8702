/* native.c - runs a random program with real threads and glibc's own locks, as an opinion that shares nothing with the engine.
 *
 * Linked with a program that `mazurka cc` has compiled, in front of its stub. One thread at a time has the baton; at the hooks
 * it may pass it on, by the random numbers of NATIVE_SEED. So accesses are sequentially consistent and happen as a whole, as
 * they do for the engine, and every run is one that the engine must have explored. Calls that may wait give the baton back.
 *
 * Prints "exit STATUS" or "assertion LINE", or "stuck" after NATIVE_PATIENCE milliseconds, or nothing for what is of no
 * interest (mz_assume).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "wire/tsan_abi.h"

enum { USUAL_PATIENCE = 300 };

static atomic_int      baton = 1; /* main has it */
static _Thread_local int holds, section;
static atomic_uint     born;
static _Thread_local uint64_t random_state;
static uint64_t        seed;
static pthread_key_t   at_end;

static uint64_t random_below(uint64_t n)
{
    if (!random_state)
        random_state = (seed + 1) * 0x9e3779b97f4a7c15u + atomic_fetch_add(&born, 1) * 0xd1342543de82ef95u + 1;
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (random_state >> 11) % n;
}

static void acquire(void)
{
    while (atomic_exchange(&baton, 1))
        syscall(SYS_sched_yield);
    holds = 1;
    pthread_setspecific(at_end, &baton);
}

static void release(void)
{
    if (!holds)
        return;
    holds = 0;
    atomic_store(&baton, 0);
}

static void release_at_end(void *unused)
{
    (void)unused;
    release();
}

/* Not sleep and the like, which are cancellation points. */
static void wait_a_little(void)
{
    struct timespec t = {0, (long)random_below(seed % 3 == 0 ? 200000 : 20000)};
    if (random_below(4) == 0)
        syscall(SYS_nanosleep, &t, NULL);
    for (uint64_t n = random_below(4); n > 0; n--)
        syscall(SYS_sched_yield);
}

static void pass(void)
{
    if (!holds) {
        acquire();
    } else if (section == 0 && random_below(2 + seed % 7) == 0) {
        release();
        wait_a_little();
        acquire();
    }
}

static void say(const char *word, long number)
{
    char text[64];
    int length = snprintf(text, sizeof text, number < 0 ? "%s\n" : "%s %ld\n", word, number);
    _exit(write(1, text, (size_t)length) != length);
}

static void on_alarm(int number)
{
    (void)number;
    say("stuck", -1);
}

static void on_end(int status, void *unused)
{
    (void)unused;
    say("exit", status & 0xff);
}

static uint64_t setting(const char *name, uint64_t usual)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : usual;
}

__attribute__((constructor)) static void start(void)
{
    uint64_t patience = setting("NATIVE_PATIENCE", USUAL_PATIENCE);
    seed = setting("NATIVE_SEED", 0);
    on_exit(on_end, NULL);
    pthread_key_create(&at_end, release_at_end);
    holds = 1;
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &(struct itimerval){.it_value = {(time_t)(patience / 1000), (suseconds_t)(patience % 1000 * 1000)}}, NULL);
}

/* Hooks */

#define ACCESS(name, kind, size)                   \
    void TSAN_NAME(name)(void *address);           \
    void TSAN_NAME(name)(void *address) { (void)address, pass(); }
TSAN_ACCESS_HOOKS(ACCESS)
#define VALUE(name, size)                                              \
    void TSAN_NAME(name)(void *address, void *value);                  \
    void TSAN_NAME(name)(void *address, void *value) { (void)address, (void)value, pass(); }
TSAN_VALUE_HOOKS(VALUE)
#define RANGE(name, kind)                                                  \
    void TSAN_NAME(name)(void *address, uintptr_t bytes);                  \
    void TSAN_NAME(name)(void *address, uintptr_t bytes) { (void)address, (void)bytes, pass(); }
TSAN_RANGE_HOOKS(RANGE)

#define UPDATE(name, bits, T, result)                                                     \
    T __tsan_atomic##bits##_##name(volatile T *address, T operand, int order);            \
    T __tsan_atomic##bits##_##name(volatile T *address, T operand, int order)             \
    {                                                                                     \
        (void)order;                                                                      \
        pass();                                                                           \
        T old = *address;                                                                 \
        *address = (T)(result);                                                           \
        return old;                                                                       \
    }
#define EXCHANGE(name, bits, T)                                                                      \
    int __tsan_atomic##bits##_##name(volatile T *address, T *expected, T desired, int a, int b);     \
    int __tsan_atomic##bits##_##name(volatile T *address, T *expected, T desired, int a, int b)      \
    {                                                                                                \
        (void)a, (void)b;                                                                            \
        pass();                                                                                      \
        T old = *address;                                                                            \
        int same = old == *expected;                                                                 \
        if (same)                                                                                    \
            *address = desired;                                                                      \
        else                                                                                         \
            *expected = old;                                                                         \
        return same;                                                                                 \
    }
#define ATOMICS(bits, T)                                                            \
    T __tsan_atomic##bits##_load(const volatile T *address, int order);             \
    T __tsan_atomic##bits##_load(const volatile T *address, int order)              \
    {                                                                               \
        (void)order;                                                                \
        pass();                                                                     \
        return *address;                                                            \
    }                                                                               \
    void __tsan_atomic##bits##_store(volatile T *address, T value, int order);      \
    void __tsan_atomic##bits##_store(volatile T *address, T value, int order)       \
    {                                                                               \
        (void)order;                                                                \
        pass();                                                                     \
        *address = value;                                                           \
    }                                                                               \
    UPDATE(exchange, bits, T, operand)                                              \
    UPDATE(fetch_add, bits, T, old + operand)                                       \
    UPDATE(fetch_sub, bits, T, old - operand)                                       \
    UPDATE(fetch_and, bits, T, old & operand)                                       \
    UPDATE(fetch_or, bits, T, old | operand)                                        \
    UPDATE(fetch_xor, bits, T, old ^ operand)                                       \
    UPDATE(fetch_nand, bits, T, ~(old & operand))                                   \
    EXCHANGE(compare_exchange_strong, bits, T)                                      \
    EXCHANGE(compare_exchange_weak, bits, T)
TSAN_ATOMIC_SIZES(ATOMICS)

/* Threads */

struct beginning {
    void *(*start)(void *);
    void *argument;
};

static void *begin(void *given)
{
    struct beginning b = *(struct beginning *)given;
    acquire();
    pass();
    return b.start(b.argument);
}

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

int pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    struct beginning *b = malloc(sizeof *b);
    *b = (struct beginning){start, argument};
    pass();
    return REAL(pthread_create)(id, attributes, begin, b);
}

/* A call that may wait: others go on meanwhile. */
#define WAITS_AND_TELLS(type, name, parameters, ...) \
    type name parameters                            \
    {                                               \
        release();                                  \
        wait_a_little();                            \
        type result = REAL(name)(__VA_ARGS__);      \
        acquire();                                  \
        return result;                              \
    }
#define WAITS(name, parameters, ...) WAITS_AND_TELLS(int, name, parameters, __VA_ARGS__)
WAITS(pthread_join, (pthread_t t, void **value), t, value)
WAITS(pthread_mutex_timedlock, (pthread_mutex_t * m, const struct timespec *t), m, t)
WAITS(pthread_cond_wait, (pthread_cond_t * c, pthread_mutex_t *m), c, m)
WAITS(pthread_cond_timedwait, (pthread_cond_t * c, pthread_mutex_t *m, const struct timespec *t), c, m, t)
WAITS(pthread_rwlock_rdlock, (pthread_rwlock_t * l), l)
WAITS(pthread_rwlock_wrlock, (pthread_rwlock_t * l), l)
WAITS(pthread_spin_lock, (pthread_spinlock_t * l), l)
WAITS(pthread_barrier_wait, (pthread_barrier_t * b), b)
WAITS(pthread_once, (pthread_once_t * o, void (*f)(void)), o, f)
WAITS(sem_wait, (sem_t * s), s)
WAITS(sem_timedwait, (sem_t * s, const struct timespec *t), s, t)
WAITS(thrd_join, (thrd_t t, int *value), t, value)
WAITS(mtx_lock, (mtx_t * m), m)
WAITS(mtx_timedlock, (mtx_t * m, const struct timespec *t), m, t)
WAITS(cnd_wait, (cnd_t * c, mtx_t *m), c, m)
WAITS(cnd_timedwait, (cnd_t * c, mtx_t *m, const struct timespec *t), c, m, t)
WAITS(eventfd_read, (int fd, eventfd_t *value), fd, value)
WAITS(poll, (struct pollfd * fds, nfds_t n, int limit), fds, n, limit)
WAITS(select, (int n, fd_set *in, fd_set *out, fd_set *odd, struct timeval *t), n, in, out, odd, t)
WAITS(epoll_wait, (int fd, struct epoll_event *events, int most, int limit), fd, events, most, limit)
WAITS_AND_TELLS(ssize_t, read, (int fd, void *bytes, size_t n), fd, bytes, n)
WAITS_AND_TELLS(ssize_t, recv, (int fd, void *bytes, size_t n, int flags), fd, bytes, n, flags)
WAITS(connect, (int fd, __CONST_SOCKADDR_ARG address, socklen_t size), fd, address, size)

/* In an atomic section nobody goes on while it need not wait. */
int pthread_mutex_lock(pthread_mutex_t *m)
{
    if (section > 0 && REAL(pthread_mutex_trylock)(m) == 0)
        return 0;
    release();
    wait_a_little();
    int result = REAL(pthread_mutex_lock)(m);
    acquire();
    return result;
}

/* A call that only others notice: it may come later. */
#define NOTICED(name, parameters, ...)              \
    int name parameters                             \
    {                                               \
        pass();                                     \
        return REAL(name)(__VA_ARGS__);             \
    }
NOTICED(pthread_mutex_trylock, (pthread_mutex_t * m), m)
NOTICED(pthread_mutex_unlock, (pthread_mutex_t * m), m)
NOTICED(pthread_cond_signal, (pthread_cond_t * c), c)
NOTICED(pthread_cond_broadcast, (pthread_cond_t * c), c)
NOTICED(pthread_rwlock_unlock, (pthread_rwlock_t * l), l)
NOTICED(pthread_rwlock_tryrdlock, (pthread_rwlock_t * l), l)
NOTICED(pthread_rwlock_trywrlock, (pthread_rwlock_t * l), l)
NOTICED(pthread_spin_unlock, (pthread_spinlock_t * l), l)
NOTICED(pthread_cancel, (pthread_t t), t)
NOTICED(sem_post, (sem_t * s), s)
NOTICED(sem_trywait, (sem_t * s), s)
NOTICED(sem_getvalue, (sem_t * s, int *value), s, value)
NOTICED(thrd_create, (thrd_t * t, thrd_start_t start, void *argument), t, start, argument)
NOTICED(mtx_unlock, (mtx_t * m), m)
NOTICED(mtx_trylock, (mtx_t * m), m)
NOTICED(cnd_signal, (cnd_t * c), c)
NOTICED(cnd_broadcast, (cnd_t * c), c)

int sched_yield(void)
{
    pass();
    return 0;
}

void __assert_fail(const char *expression, const char *file, unsigned line, const char *function)
{
    (void)expression, (void)file, (void)function;
    say("assertion", line);
    __builtin_unreachable();
}

/* Memory starts as zeros, as it does for the engine. */

void *malloc(size_t size)
{
    return calloc(1, size);
}

int posix_memalign(void **at, size_t alignment, size_t size)
{
    void *block = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    memset(block, 0, size);
    pass();
    *at = block;
    return 0;
}

/* mazurka.h */

int mz_choose(int n);
int mz_choose(int n)
{
    pass();
    return (int)random_below((uint64_t)n);
}

void mz_assume(int condition);
void mz_assume(int condition)
{
    if (!condition)
        _exit(0);
}

void mz_atomic_begin(void);
void mz_atomic_begin(void)
{
    pass();
    section++;
}

void mz_atomic_end(void);
void mz_atomic_end(void)
{
    section--;
}

void mz_yield(void);
void mz_yield(void)
{
    pass();
}
