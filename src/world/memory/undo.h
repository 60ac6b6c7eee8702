/* undo.h - the log of everything that has to be put back: one stack of records, undone strictly in reverse.
 *
 * A record is noted before the memory changes. Because undoing is chronological, it does not matter which mechanism
 * noted a byte first (a write hook, a saved stack frame, the engine itself): the oldest note wins, and it holds the value
 * at the mark. Records are read from their end:
 *
 *   word:   [old value][address]                address is a multiple of 8
 *   block:  [bytes ...][length][address | 1]    not part of the memory digest
 *   quiet:  [old value][address | 2]            a word that is not part of the memory digest
 */
#ifndef MZ_WORLD_MEMORY_UNDO_H
#define MZ_WORLD_MEMORY_UNDO_H

#include <stddef.h>

#include "world/hot.h"

enum { UNDO_BLOCK = 1, UNDO_QUIET = 2, UNDO_TAGS = 7 };

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
static inline void undo_block_as(const void *addr, const void *bytes, size_t size)
{
    char *top = mz__hot.undo_top;
    undo_copy(top, bytes, size);
    ((uint64_t *)(top + size))[0] = size;
    ((uint64_t *)(top + size))[1] = (uint64_t)addr | UNDO_BLOCK;
    mz__hot.undo_top = top + size + 16;
}

static inline void undo_block(const void *addr, size_t size)
{
    undo_block_as(addr, addr, size);
}

/* Note every word of a range once in this epoch. */
void undo_range(uint64_t addr, uint64_t size, uint64_t tag);

/* After a crash: what was noted in this epoch and has not changed is memory that perhaps cannot be written, and never was.
 * It is not put back. */
void undo_forget_unwritten(void);

/* Put everything back down to `position`. */
void undo_to(char *position);

#endif
