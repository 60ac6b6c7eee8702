/* raw.c - system calls without libc. */
#include "base/raw.h"

#include <linux/futex.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>

#include "base/page.h"

/* In a section of its own, by which those who catch system calls know ours (world/setup/captured.c). */
#define ALONE __attribute__((section("mzraw"), noinline))

#if defined(__x86_64__)

ALONE long raw_syscall(long number, long a, long b, long c, long d, long e, long f)
{
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

#elif defined(__aarch64__)

ALONE long raw_syscall(long number, long a, long b, long c, long d, long e, long f)
{
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory", "cc");
    return x0;
}

#else
#error "system calls are written for x86_64 and aarch64"
#endif

static int failed(long result)
{
    return result < 0 && result > -4096;
}

static size_t largest_map = SIZE_MAX;

void raw_map_at_most(size_t size)
{
    largest_map = size ? size : SIZE_MAX;
}

static void *map_at(void *at, size_t size, int protection, int flags)
{
    flags |= MAP_ANONYMOUS;
    if (at && !(flags & MAP_FIXED))
        flags |= MAP_FIXED_NOREPLACE;
    long result = raw_syscall(SYS_mmap, (long)at, (long)size, protection, flags, -1, 0);
    if (failed(result))
        return NULL;
    /* A kernel that does not know MAP_FIXED_NOREPLACE takes the address as a hint. */
    if (at && result != (long)at) {
        raw_syscall(SYS_munmap, result, (long)size, 0, 0, 0, 0);
        return NULL;
    }
    return (void *)result;
}

static uintptr_t next = RAW_OWN_LO;

void raw_map_aligned_next(size_t alignment)
{
    next = (next + alignment - 1) & -(uintptr_t)alignment;
}

/* The next piece of our own part of the address space; where the kernel wants if that is used up. */
static void *map(void *at, size_t size, int protection, int flags)
{
    if (size > largest_map)
        return NULL;
    if (at || next > RAW_OWN_HI || size > RAW_OWN_HI - next)
        return map_at(at, size, protection, flags);
    void *made = map_at((void *)next, size, protection, flags);
    if (!made)
        return map_at(NULL, size, protection, flags);
    next += page_up(size);
    return made;
}

void *raw_map(void *at, size_t size, int protection, int extra_flags)
{
    return map(at, size, protection, MAP_PRIVATE | extra_flags);
}

void *raw_map_shared(void *at, size_t size, int protection, int extra_flags)
{
    return map(at, size, protection, MAP_SHARED | extra_flags);
}

long raw_write(int fd, const void *bytes, size_t size)
{
    return raw_syscall(SYS_write, fd, (long)bytes, (long)size, 0, 0, 0);
}

static uint64_t clock_of(clockid_t clock)
{
    struct timespec now = {0, 0};
    raw_syscall(SYS_clock_gettime, clock, (long)&now, 0, 0, 0, 0);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t raw_nanoseconds(void)
{
    return clock_of(CLOCK_MONOTONIC);
}

uint64_t raw_processor_nanoseconds(void)
{
    return clock_of(CLOCK_PROCESS_CPUTIME_ID);
}

void raw_exit(int status)
{
    for (;;)
        raw_syscall(SYS_exit_group, status, 0, 0, 0, 0, 0);
}

long raw_fork(void)
{
    long parent = raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0), child = raw_syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0, 0);
    if (child != 0)
        return child;
    raw_syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0, 0);
    if (raw_syscall(SYS_getppid, 0, 0, 0, 0, 0, 0) != parent)
        raw_exit(1);
    return 0;
}

void raw_wait(const uint32_t *word, uint32_t value, uint64_t nanoseconds)
{
    struct timespec most = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
    raw_syscall(SYS_futex, (long)word, FUTEX_WAIT, value, (long)&most, 0, 0);
}

void raw_wake(const uint32_t *word)
{
    raw_syscall(SYS_futex, (long)word, FUTEX_WAKE, INT32_MAX, 0, 0, 0);
}
