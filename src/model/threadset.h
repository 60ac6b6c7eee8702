/* threadset.h - a set of thread numbers as a 64-bit mask. */
#ifndef MZ_MODEL_THREADSET_H
#define MZ_MODEL_THREADSET_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t threadset;
typedef unsigned tid;

enum { MAX_THREADS = 64 }; /* alive at the same time; numbers of joined threads are used again */

static inline threadset threadset_of(tid t) { return (threadset)1 << t; }
static inline bool threadset_has(threadset s, tid t) { return (s >> t) & 1; }
static inline tid threadset_first(threadset s) { return (tid)__builtin_ctzll(s); }
static inline bool threadset_several(threadset s) { return (s & (s - 1)) != 0; }
static inline unsigned threadset_span(threadset s) { return s ? 64 - (unsigned)__builtin_clzll(s) : 0; } /* its last, plus one */

/* Most sets have few members, and where the processor need not be able to count them the compiler calls a function. */
static inline unsigned threadset_size(threadset s)
{
    unsigned n = 0;
    for (; s; s &= s - 1)
        n++;
    return n;
}

/* for (threadset rest = s; rest; rest &= rest - 1) { tid t = threadset_first(rest); ... } */
#define THREADSET_EACH(t, s) \
    for (threadset rest_##t = (s); rest_##t; rest_##t = 0) \
        for (tid t; rest_##t && (t = threadset_first(rest_##t), 1); rest_##t &= rest_##t - 1)

#endif
