/* raw.h - system calls without libc: no errno, no thread-local storage. Negative results are -errno. */
#ifndef MZ_BASE_RAW_H
#define MZ_BASE_RAW_H

#include <stddef.h>
#include <stdint.h>

long raw_syscall(long number, long a, long b, long c, long d, long e, long f);

/* Region of memory that is given out without an address being asked for: so it can be told from memory that the program, or a library, has
 * mapped for itself. */
#define RAW_OWN_LO 0x340000000000ULL
#define RAW_OWN_HI 0x500000000000ULL

/* Address space, private and anonymous: at `at` exactly if it is not NULL. NULL when refused. */
void *raw_map(void *at, size_t size, int protection, int extra_flags);

/* The same, shared with the processes that this one forks. */
void *raw_map_shared(void *at, size_t size, int protection, int extra_flags);

/* Let the next piece whose address is not asked for begin at a multiple of this, a power of two. */
void  raw_map_aligned_next(size_t alignment);

/* Refuse larger pieces from now on; 0: leave that to the system. Where pages cost something before they are touched (an
 * emulator keeps a record of each), asking for less is better. */
void  raw_map_at_most(size_t size);

/* A copy of this process: 0 in the copy, its number here, negative if the system refuses. It dies with this one. */
long  raw_fork(void);
/* Wait until *word is not `value` any more, or for so long, or a signal comes; wake all who wait so, in whatever process. */
void  raw_wait(const uint32_t *word, uint32_t value, uint64_t nanoseconds);
void  raw_wake(const uint32_t *word);

long  raw_write(int fd, const void *bytes, size_t size);
uint64_t raw_nanoseconds(void); /* monotonic */
uint64_t raw_processor_nanoseconds(void); /* of this process */
void  raw_exit(int status) __attribute__((noreturn));

#endif
