/* undo.h - the log of everything that has to be put back: one stack of records, undone strictly in reverse.
 *
 * A record is noted before the memory changes. Because undoing is chronological, it does not matter which mechanism
 * noted a byte first (a write hook, a saved stack frame, the engine itself): the oldest note wins, and it holds the value
 * at the mark. Records are read from their end:
 *
 *   word:   [old value][address]                address is a multiple of 8
 *   block:  [bytes ...][length][address | 1]    not part of the memory digest
 *   quiet:  [old value][address | 2]            a word that is not part of the memory digest
 *   pages:  [bytes ...][length][address | 4]    whole pages
 *   zeros:  [length][address | 5]               whole pages that held nothing but zeros
 */
#ifndef MZ_WORLD_MEMORY_UNDO_H
#define MZ_WORLD_MEMORY_UNDO_H

#include <stddef.h>

#include "world/hot.h"

enum {
    UNDO_BLOCK = 1,
    UNDO_QUIET = 2,
    UNDO_PAGES = 4,
    UNDO_ZEROS = UNDO_PAGES | UNDO_BLOCK,
    UNDO_RANGE = UNDO_BLOCK | UNDO_PAGES, /* any of both: no word */
    UNDO_TAGS = 7,
};

/* A record of a range, found by its end. */
struct undo_range {
    uint64_t    addr, size;
    const char *bytes; /* NULL: zeros */
    char       *start; /* of the record */
};

static inline struct undo_range undo_range_before(char *end)
{
    uint64_t tagged = ((uint64_t *)end)[-1], size = ((uint64_t *)end)[-2];
    bool zeros = (tagged & UNDO_TAGS) == UNDO_ZEROS;
    char *start = end - 16 - (zeros ? 0 : size);
    return (struct undo_range){tagged & ~(uint64_t)UNDO_TAGS, size, zeros ? NULL : start, start};
}

bool  undo_reserve(void);
char *undo_bottom(void);
bool  undo_is_beyond(uint64_t addr); /* memory behind the log, which nobody can touch: there is no more room in it */

/* Note the 8 bytes at `word` (aligned). */
static inline void undo_word(uint64_t word, uint64_t tag)
{
    uint64_t *top = (uint64_t *)mz__hot.undo_top;
    top[0] = *(const uint64_t *)word;
    top[1] = word | tag;
    mz__hot.undo_top = (char *)(top + 2);
}

/* The same once in this epoch, for the word that holds addr and has this cell. */
static inline void undo_in_cell(struct cell *cell, uint64_t addr, uint64_t tag)
{
    if (cell->epoch == mz__hot.epoch)
        return;
    undo_word(addr & ~(uint64_t)7, tag);
    cell->epoch = mz__hot.epoch;
}

/* Blocks are short (some hundred bytes) and multiples of 8: a loop of vector moves beats any general copy. */
static inline void undo_copy(void *to, const void *from, size_t size)
{
    size_t n = 0;
    for (; n + 64 <= size; n += 64)
        __builtin_memcpy((char *)to + n, (const char *)from + n, 64);
    for (; n + 16 <= size; n += 16)
        __builtin_memcpy((char *)to + n, (const char *)from + n, 16);
    for (; n < size; n += 8)
        __builtin_memcpy((char *)to + n, (const char *)from + n, 8);
}

/* Note that a range of 8-byte words held `bytes`, as one record. */
static inline void undo_bytes(const void *addr, const void *bytes, size_t size, uint64_t tag)
{
    char *top = mz__hot.undo_top;
    undo_copy(top, bytes, size);
    ((uint64_t *)(top + size))[0] = size;
    ((uint64_t *)(top + size))[1] = (uint64_t)addr | tag;
    mz__hot.undo_top = top + size + 16;
}

static inline void undo_block_as(const void *addr, const void *bytes, size_t size)
{
    undo_bytes(addr, bytes, size, UNDO_BLOCK);
}

static inline void undo_block(const void *addr, size_t size)
{
    undo_block_as(addr, addr, size);
}

/* Note every word of a range once in this epoch. */
void undo_range(uint64_t addr, uint64_t size, uint64_t tag);

/* Note whole pages, of which no word is noted in this epoch; none may be noted after they have changed, as long as it lasts. */
void undo_pages(uint64_t lo, uint64_t hi);
extern uint64_t mz__undo_large; /* bytes of such pages so far */

/* After a crash: what was noted in this epoch and has not changed is memory that perhaps cannot be written, and never was.
 * It is not put back. */
void undo_forget_unwritten(void);

/* Put everything back down to `position`. */
void undo_to(char *position);

#endif
