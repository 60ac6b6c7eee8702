/* inputs.h - the values that __VERIFIER_nondet_... gives: a few of each type, then what the program compares with (docs/use/sv-comp.md). */
#ifndef MZ_WIRE_INPUTS_H
#define MZ_WIRE_INPUTS_H

#include <stdbool.h>
#include <stdint.h>

enum { WIRE_MAX_INPUTS = 12 };

/* None is -1, 0, 1 or 2, and none is there twice. */
struct wire_inputs {
    int64_t  value[WIRE_MAX_INPUTS];
    uint32_t count, reserved;
};

/* 0, 1, 2, the largest and, of numbers with a sign, -1 before and the smallest behind it. Returns how many there are. */
static inline unsigned inputs_always(unsigned bits, bool sign, uint64_t value[6])
{
    uint64_t largest = UINT64_MAX >> (64 - bits + sign), with_sign[] = {0, 1, 2, UINT64_MAX, largest, ~largest};
    uint64_t without[] = {0, 1, 2, largest};
    unsigned count = sign ? 6 : 4;
    for (unsigned i = 0; i < count; i++)
        value[i] = sign ? with_sign[i] : without[i];
    return count;
}

/* Can a number of so many bits be v, which is none of its extremes? */
static inline bool inputs_fits(int64_t v, unsigned bits, bool sign)
{
    uint64_t largest = UINT64_MAX >> (64 - bits + sign);
    return sign ? v < (int64_t)largest && v > -(int64_t)largest - 1 : v >= 0 && (uint64_t)v < largest;
}

/* The value that a choice stands for. False: there are not so many. */
static inline bool inputs_value(const struct wire_inputs *in, unsigned bits, bool sign, unsigned choice, uint64_t *value)
{
    uint64_t always[6];
    unsigned count = inputs_always(bits, sign, always);
    if (choice < count)
        *value = always[choice];
    for (unsigned i = 0; i < in->count && choice >= count; i++) {
        if (!inputs_fits(in->value[i], bits, sign))
            continue;
        *value = (uint64_t)in->value[i];
        count++;
    }
    return choice < count;
}

#endif
