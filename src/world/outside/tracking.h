/* tracking.h - pages that were written, by the kernel's own account: for memory that is too large to be copied and compared at
 * every call of a function without hooks. Needs userfaultfd with asynchronous write protection and PAGEMAP_SCAN (Linux 6.7). */
#ifndef MZ_WORLD_OUTSIDE_TRACKING_H
#define MZ_WORLD_OUTSIDE_TRACKING_H

#include <stdbool.h>
#include <stdint.h>

/* Can this kernel do it? */
bool tracking_works(void);

/* Was the account begun since this was last asked? Then nothing is followed. That is so in a process that was forked, too. */
bool tracking_is_new(void);

/* Follow whole pages from now on. */
bool tracking_follow(uint64_t lo, uint64_t hi);

/* Calls each(lo, hi, data) for the pages of a followed range that were written since they were last called clean; with `clean` they
 * are called so now. False: it cannot be told. */
bool tracking_written(uint64_t lo, uint64_t hi, bool clean, void (*each)(uint64_t lo, uint64_t hi, void *data), void *data);

#endif
