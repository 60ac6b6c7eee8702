/* thunk_frame.h - the stack frame of the ways into functions without hooks and back (outside_*.S). */
#ifndef MZ_WORLD_OUTSIDE_THUNK_FRAME_H
#define MZ_WORLD_OUTSIDE_THUNK_FRAME_H

#include <stdint.h>

/* Words directly below the slot of the return address in which the thunk keeps what registers hold. Likewise where the ways back keep
 * vector registers, and how many words of them. */
#if defined(__x86_64__)
enum { OUTSIDE_SAVED = 23, OUTSIDE_VECTORS_AT = 7, OUTSIDE_VECTORS = 4, OUTSIDE_ARGUMENTS_AT = 6 };
#else
enum { OUTSIDE_SAVED = 27, OUTSIDE_VECTORS_AT = 11, OUTSIDE_VECTORS = 8, OUTSIDE_ARGUMENTS_AT = 11 };
#endif

/* Value of register number i (from 0) of those for integers and addresses: up to 6 of them. */
static inline uint64_t outside_argument(const uint64_t *slot, unsigned i)
{
    return slot[(int)i - OUTSIDE_ARGUMENTS_AT];
}

#endif
