/* tracked.h - tracked words, for executions that are sampled (--track=LIST): accesses to all others are invisible.
 *
 * A hook asks a filter of one bit for each word, modulo its size: eight kilobytes, which stay in the nearest cache, where the cells of
 * layout.h would take three times the program's own memory through it. Words that share a bit with a tracked one are announced and
 * found to be invisible, as any memory that is not listed.
 */
#ifndef MZ_WORLD_MEMORY_TRACKED_H
#define MZ_WORLD_MEMORY_TRACKED_H

#include <stdbool.h>
#include <stdint.h>

enum { TRACKED_WORDS = 1 << 16 };

/* The bits of tracked words are set; none, for as long as one thread is alone; all, where every access is to be looked at. */
extern uint64_t       mz__tracked[TRACKED_WORDS / 64], mz__tracked_anything[TRACKED_WORDS / 64];
extern const uint64_t mz__tracked_nothing[TRACKED_WORDS / 64];

void tracked_prepare(void);

void tracked_add(uint64_t addr, uint64_t size);

/* Until the next execution begins accesses to these are announced, too. */
void tracked_also(uint64_t addr, uint64_t size);
void tracked_begin(void);

static inline bool tracked_has(const uint64_t *filter, uint64_t addr)
{
    uint64_t word = addr / 8 % TRACKED_WORDS;
    return filter[word / 64] >> word % 64 & 1;
}

#endif
