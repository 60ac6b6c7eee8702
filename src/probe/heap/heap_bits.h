/* heap_bits.h - a set of small numbers as a tree of words, whose lowest absent member is found with one look per tier.
 *
 * The first tier has one bit for each number; each tier above has one bit for each word below, set when that word is all
 * ones. The bits are a function of the set alone: equal sets, equal bytes. An empty set is all zeros. Changes are noted
 * for undo.
 */
#ifndef MZ_PROBE_HEAP_HEAP_BITS_H
#define MZ_PROBE_HEAP_HEAP_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* Words that a set of the numbers below n takes. */
static inline uint64_t bits_words(uint64_t n)
{
    uint64_t total = 0, words = n;
    do {
        words = (words + 63) / 64;
        total += words;
    } while (words > 1);
    return total;
}

/* The lowest number that is not in the set; n if all are. */
uint64_t bits_lowest_absent(const uint64_t *words, uint64_t n);

/* The lowest number in [from, to) that is in the set (that is not in it); `to` if there is none. */
uint64_t bits_next_present(const uint64_t *words, uint64_t from, uint64_t to);
uint64_t bits_next_absent(const uint64_t *words, uint64_t from, uint64_t to);

static inline bool bits_has(const uint64_t *words, uint64_t number)
{
    return words[number / 64] >> number % 64 & 1;
}

/* Put [from, from + count) in, or take it out. */
void bits_change(uint64_t *words, uint64_t n, uint64_t from, uint64_t count, bool present);

#endif
