/* system_calls.c - syscall(): bare system calls go round all stand-ins, so those are known here that a function of libc is the same as. */
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "probe/files/descriptors.h"
#include "probe/heap/maps.h"
#include "probe/process/entropy.h"
#include "probe/refuse.h"
#include "probe/sync/futex.h"

STAND_IN(long, syscall, long number, long a, long b, long c, long d, long e, long f)
{
    if (!probe_active(NULL))
        return REAL_AS(syscall, long (*)(long, long, long, long, long, long, long))(number, a, b, c, d, e, f);
    switch (number) {
    case SYS_gettid: return gettid();
    case SYS_getpid: return getpid();
    case SYS_getppid: return getppid();
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
    default: return (long)probe_refused_from(CALLER, "syscall");
    }
}
