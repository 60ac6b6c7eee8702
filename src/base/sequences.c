/* sequences.c - the Luby and the Walsh sequence.
 *
 * Luby, Sinclair, Zuckerman: "Optimal speedup of Las Vegas algorithms" (1993). Walsh: "Search in a small world" (1999), with
 * the ratio √2 of section 9 of the paper on DFS-RB. In whole numbers, so that a seed gives the same run everywhere.
 */
#include "base/sequences.h"

/*     l(i) = 2^(n-1)              if i = 2^n - 1
 *     l(i) = l(i - 2^(n-1) + 1)   if 2^(n-1) ≤ i < 2^n - 1                                                              */
uint64_t luby(uint64_t i)
{
    for (;;) {
        uint64_t half = (uint64_t)1 << (63 - __builtin_clzll(i)); /* 2^(n-1) ≤ i < 2^n */
        if (i == 2 * half - 1)
            return half;
        i -= half - 1;
    }
}

uint64_t walsh(uint64_t unit, uint64_t i)
{
    unsigned __int128 value = unit;
    if (i % 2)
        value = value * 1414213562373095049u / 1000000000000000000u;
    return i / 2 >= 62 || value >> (63 - i / 2) ? INT64_MAX : (uint64_t)(value << (i / 2));
}
