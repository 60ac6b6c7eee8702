/* lock_blocks.h - the locked blocks of a function, by lines: from where a lock is taken to where it is released last. */
#ifndef MZ_APPS_DIFF_LOCK_BLOCKS_H
#define MZ_APPS_DIFF_LOCK_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

struct lock_block {
    unsigned from, to; /* lines of the lock and of the unlock */
};

struct lock_blocks {
    struct lock_block *at;
    size_t count;
};

/* One lock is taken (step 1) or released (-1) at a line. */
struct lock_step {
    unsigned line;
    int      step;
};

/* Steps by line. A release without a lock ends the last block once more: there are several ways out of it. A lock that is never
 * released makes a block that ends with the last line, `end`. */
struct lock_blocks lock_blocks_of(const struct lock_step *steps, size_t count, unsigned end);
void lock_blocks_free(struct lock_blocks *blocks);

/* Makes the range larger until it has both ends or no end of each block. */
void lock_blocks_extend(const struct lock_blocks *blocks, unsigned *from, unsigned *to);

/* The smallest block that has the range and more; false if there is none. */
bool lock_blocks_around(const struct lock_blocks *blocks, unsigned *from, unsigned *to);

#endif
