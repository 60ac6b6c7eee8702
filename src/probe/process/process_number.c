/* process_number.c - what a process knows of itself and would be different in every run: constants here. */
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include "probe/channels/transfer.h"
#include "probe/heap/maps.h"
#include "probe/process/entropy.h"
#include "probe/process/process_number.h"
#include "probe/refuse.h"
#include "probe/sync/futex.h"

enum { PARENT = PROCESS - 1 };

EXPORT pid_t getpid(void)
{
    return probe_active(NULL) ? PROCESS : REAL(getpid)();
}

EXPORT pid_t getppid(void)
{
    return probe_active(NULL) ? PARENT : REAL(getppid)();
}

EXPORT pid_t gettid(void)
{
    return probe_active(NULL) ? PROCESS + (pid_t)mz__hot.running->number : REAL(gettid)();
}

/* Bare system calls go round all stand-ins: only those without an effect are known here. */
STAND_IN(long, syscall, long number, long a, long b, long c, long d, long e, long f)
{
    if (!probe_active(NULL))
        return REAL_AS(syscall, long (*)(long, long, long, long, long, long, long))(number, a, b, c, d, e, f);
    switch (number) {
    case SYS_gettid: return gettid();
    case SYS_getpid: return PROCESS;
    case SYS_getppid: return PARENT;
    case SYS_getrandom: return entropy_getrandom(CALLER, (void *)a, (uint64_t)b, (unsigned)c);
    case SYS_futex: return (long)futex_call(CALLER, (uint32_t *)a, (int)b, (uint32_t)c, (const struct timespec *)d, (uint32_t)f);
    case SYS_close: return channel_close_call(CALLER, (int)a);
    case SYS_read: return channel_read_call(CALLER, (int)a, (void *)b, (size_t)c);
    case SYS_write: return channel_write_call(CALLER, (int)a, (const void *)b, (size_t)c);
    case SYS_mmap: return maps_mmap(CALLER, (void *)a, (size_t)b, (int)c, (int)d, (int)e, f);
    case SYS_munmap: return maps_munmap(CALLER, (void *)a, (size_t)b);
    case SYS_mprotect: return maps_mprotect(CALLER, (void *)a, (size_t)b, (int)c);
    case SYS_madvise: return maps_madvise(CALLER, (void *)a, (size_t)b, (int)c);
    case SYS_mremap: return maps_mremap(CALLER, (void *)a, (size_t)b, (size_t)c, (int)d);
    case SYS_sched_yield: return (long)mz__announce(OP_YIELD, NULL, 0, 0, 0, 0);
    default: return (long)probe_refused_from(CALLER, "syscall");
    }
}

/* There are no forks, so handlers for them are never called. atfork is part of each program and calls this. */
STAND_IN(int, __register_atfork, void (*prepare)(void), void (*parent)(void), void (*child)(void), void *object)
{
    if (!probe_active(NULL))
        return REAL_AS(__register_atfork, int (*)(void (*)(void), void (*)(void), void (*)(void), void *))(prepare, parent,
                                                                                                        child, object);
    return 0;
}

STAND_IN(int, pthread_atfork, void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    if (!probe_active(NULL))
        return REAL_AS(__register_atfork, int (*)(void (*)(void), void (*)(void), void (*)(void), void *))(prepare, parent,
                                                                                                        child, NULL);
    return 0;
}
