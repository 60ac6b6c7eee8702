/* heap_bits.c - see heap_bits.h. */
#include "probe/heap/heap_bits.h"

#include "world/memory/mem.h"

static const uint64_t all = ~(uint64_t)0;

uint64_t bits_lowest_absent(const uint64_t *words, uint64_t n)
{
    uint64_t count = (n + 63) / 64;
    uint64_t at = count > 1 ? bits_lowest_absent(words + count, count) : 0;
    if (at == count || words[at] == all)
        return n;
    uint64_t number = at * 64 + (unsigned)__builtin_ctzll(~words[at]);
    return number < n ? number : n;
}

/* flip: all ones to look for absent numbers. */
static uint64_t next(const uint64_t *words, uint64_t from, uint64_t to, uint64_t flip)
{
    for (uint64_t at = from / 64; at * 64 < to; at++) {
        uint64_t word = words[at] ^ flip;
        if (at == from / 64)
            word &= all << from % 64;
        if (word) {
            uint64_t number = at * 64 + (unsigned)__builtin_ctzll(word);
            return number < to ? number : to;
        }
    }
    return to;
}

uint64_t bits_next_present(const uint64_t *words, uint64_t from, uint64_t to)
{
    return next(words, from, to, 0);
}

uint64_t bits_next_absent(const uint64_t *words, uint64_t from, uint64_t to)
{
    return next(words, from, to, all);
}

/* Set one word, and tell the tier above if it has become all ones or is so no longer. */
static void set_word(uint64_t *words, uint64_t n, uint64_t at, uint64_t value)
{
    uint64_t count = (n + 63) / 64;
    bool was_full = words[at] == all, is_full = value == all;
    mem_set(&words[at], value);
    if (was_full == is_full || count == 1)
        return;
    uint64_t *above = words + count, bit = (uint64_t)1 << at % 64;
    set_word(above, count, at / 64, is_full ? above[at / 64] | bit : above[at / 64] & ~bit);
}

void bits_change(uint64_t *words, uint64_t n, uint64_t from, uint64_t count, bool present)
{
    uint64_t to = from + count;
    while (from < to) {
        uint64_t at = from / 64, end = (at + 1) * 64 < to ? (at + 1) * 64 : to;
        uint64_t mask = (end - from == 64 ? all : ((uint64_t)1 << (end - from)) - 1) << from % 64;
        set_word(words, n, at, present ? words[at] | mask : words[at] & ~mask);
        from = end;
    }
}
