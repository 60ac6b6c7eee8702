/* raw.h - system calls without libc: no errno, no thread-local storage. Negative results are -errno. */
#ifndef MZ_BASE_RAW_H
#define MZ_BASE_RAW_H

#include <stddef.h>
#include <stdint.h>

long raw_syscall(long number, long a, long b, long c, long d, long e, long f);

/* Address space, private and anonymous: at `at` exactly if it is not NULL. NULL when refused. */
void *raw_map(void *at, size_t size, int protection, int extra_flags);

/* Refuse larger pieces from now on; 0: leave that to the system. Where pages cost something before they are touched (an
 * emulator keeps a record of each), asking for less is better. */
void  raw_map_at_most(size_t size);

long  raw_write(int fd, const void *bytes, size_t size);
uint64_t raw_nanoseconds(void); /* monotonic */
void  raw_exit(int status) __attribute__((noreturn));

#endif
