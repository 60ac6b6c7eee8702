/* system_calls.c - syscall(): bare system calls go round all stand-ins, so those are known here that a function of libc is the same as. */
#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/raw.h"
#include "base/text.h"
#include "probe/files/descriptors.h"
#include "probe/heap/map_calls.h"
#include "probe/process/entropy.h"
#include "probe/process/process_number.h"
#include "probe/refuse.h"
#include "probe/sync/futex.h"

/* membarrier: a fence for all threads, which every operation is here. Some commands must be registered for before. */
static MODEL uint64_t registered;

static int perform_fence(uint64_t set, uint64_t command)
{
    enum { OF_THREADS = MEMBARRIER_CMD_PRIVATE_EXPEDITED | MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE |
                        MEMBARRIER_CMD_PRIVATE_EXPEDITED_RSEQ };
    uint64_t *known = (uint64_t *)set, there = (uint64_t)raw_syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0, 0, 0, 0);
    if ((int64_t)there < 0 || !(there & command) || (command & (command - 1)))
        return EINVAL;
    if (command & OF_THREADS)
        return *known & command << 1 ? 0 : EPERM;
    *known |= command & (uint64_t)(OF_THREADS << 1);
    return 0;
}

static __attribute__((noinline)) long fence(uint64_t pc, long command, long flags)
{
    if (command == MEMBARRIER_CMD_QUERY && flags == 0)
        return raw_syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0, 0, 0, 0);
    if (flags)
        return announce_failure_from(pc, EINVAL);
    int error = (int)announce_from(pc, LIBCALL(SET_ATTRIBUTE), &registered, sizeof registered, (uint64_t)command, 0,
                                   (uint64_t)perform_fence);
    return error ? announce_failure_from(pc, error) : 0;
}

static __attribute__((noinline)) long refuse(uint64_t pc, long number)
{
    char name[40];
    text_format(name, sizeof name, "syscall with the number %lu", (unsigned long)number);
    return (long)probe_refused_from(pc, name);
}

STAND_IN(long, syscall, long number, long a, long b, long c, long d, long e, long f)
{
    if (!probe_active(NULL))
        return REAL_AS(syscall, long (*)(long, long, long, long, long, long, long))(number, a, b, c, d, e, f);
    switch (number) {
    case SYS_gettid: return process_thread(CALLER);
    case SYS_getpid: return process_number(CALLER);
    case SYS_getppid: return process_parent(CALLER);
    case SYS_getrandom: return entropy_getrandom(CALLER, (void *)a, (uint64_t)b, (unsigned)c);
    case SYS_futex: return (long)futex_call(CALLER, (uint32_t *)a, (int)b, (uint32_t)c, (const struct timespec *)d, (uint32_t)f);
    case SYS_openat: return descriptor_open_call(CALLER, (int)a, (const char *)b, (int)c, (unsigned)d);
#ifdef SYS_open
    case SYS_open: return descriptor_open_call(CALLER, AT_FDCWD, (const char *)a, (int)b, (unsigned)c);
#endif
    case SYS_read: return descriptor_read_call(CALLER, (int)a, (void *)b, (size_t)c);
    case SYS_write: return descriptor_write_call(CALLER, (int)a, (const void *)b, (size_t)c);
    case SYS_lseek: return descriptor_seek_call(CALLER, (int)a, b, (int)c);
    case SYS_close: return descriptor_close_call(CALLER, (int)a);
    case SYS_mmap: return maps_mmap(CALLER, (void *)a, (size_t)b, (int)c, (int)d, (int)e, f);
    case SYS_munmap: return maps_munmap(CALLER, (void *)a, (size_t)b);
    case SYS_mprotect: return maps_mprotect(CALLER, (void *)a, (size_t)b, (int)c);
    case SYS_madvise: return maps_madvise(CALLER, (void *)a, (size_t)b, (int)c);
    case SYS_mremap: return maps_mremap(CALLER, (void *)a, (size_t)b, (size_t)c, (int)d);
    case SYS_sched_yield: return (long)mz__announce(OP_YIELD, NULL, 0, 0, 0, 0);
    case SYS_membarrier: return fence(CALLER, a, b);
    default: return refuse(CALLER, number);
    }
}
