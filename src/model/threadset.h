/* threadset.h - a set of thread numbers, as a mask.
 *
 * It is built in two widths. As a rule a set is one word: 64 threads. With MZ_WIDE it is a vector of four: 256 threads
 * (libmazurka-wide.so, and the tool, which reads what either has written). Vectors have &, | and ~, but are no truth values, not equal
 * to each other and not 0: the wide build does not compile what holds for one word only. */
#ifndef MZ_MODEL_THREADSET_H
#define MZ_MODEL_THREADSET_H

#include <stdbool.h>
#include <stdint.h>

typedef unsigned tid;

#ifdef MZ_WIDE
enum { MAX_THREADS = 256 }; /* alive at the same time; numbers of joined threads are used again */
typedef uint64_t threadset __attribute__((vector_size(MAX_THREADS / 8), aligned(8)));
#else
enum { MAX_THREADS = 64 };
typedef uint64_t threadset;
#endif
enum { THREADSET_WORDS = MAX_THREADS / 64 };

#define NO_THREADS  ((threadset){0})
#define ALL_THREADS (~NO_THREADS)

#ifdef MZ_WIDE
static inline threadset threadset_of(tid t)
{
    threadset s = NO_THREADS;
    s[t / 64] = (uint64_t)1 << t % 64;
    return s;
}

static inline bool threadset_has(threadset s, tid t) { return (s[t / 64] >> t % 64) & 1; }
static inline bool threadset_any(threadset s) { return (s[0] | s[1] | s[2] | s[3]) != 0; }

static inline tid threadset_first(threadset s)
{
    unsigned i = 0;
    while (i < THREADSET_WORDS - 1 && !s[i])
        i++;
    return i * 64 + (tid)__builtin_ctzll(s[i]);
}

/* Without its first member; of none, none. */
static inline threadset threadset_rest(threadset s)
{
    unsigned i = 0;
    while (i < THREADSET_WORDS - 1 && !s[i])
        i++;
    s[i] &= s[i] - 1;
    return s;
}

static inline threadset threadset_lowest(threadset s) { return threadset_of(threadset_first(s)); } /* its first member alone */

static inline threadset threadset_below(tid t) /* all threads before t */
{
    threadset s = NO_THREADS;
    for (unsigned i = 0; i < THREADSET_WORDS; i++)
        s[i] = t >= 64 * (i + 1) ? UINT64_MAX : t > 64 * i ? ((uint64_t)1 << (t - 64 * i)) - 1 : 0;
    return s;
}

static inline unsigned threadset_span(threadset s) /* its last, plus one */
{
    for (unsigned i = THREADSET_WORDS; i-- > 0;)
        if (s[i])
            return i * 64 + 64 - (unsigned)__builtin_clzll(s[i]);
    return 0;
}
#else
static inline threadset threadset_of(tid t) { return (threadset)1 << t; }
static inline bool threadset_has(threadset s, tid t) { return (s >> t) & 1; }
static inline bool threadset_any(threadset s) { return s != 0; }
static inline tid threadset_first(threadset s) { return (tid)__builtin_ctzll(s); }
static inline threadset threadset_rest(threadset s) { return s & (s - 1); } /* without its first member; of none, none */
static inline threadset threadset_lowest(threadset s) { return s & -s; } /* its first member alone */
static inline threadset threadset_below(tid t) { return threadset_of(t) - 1; } /* all threads before t */
static inline unsigned threadset_span(threadset s) { return s ? 64 - (unsigned)__builtin_clzll(s) : 0; } /* its last, plus one */
#endif

static inline uint64_t threadset_word(threadset s, unsigned i) { return ((const uint64_t *)&s)[i]; }
static inline bool threadset_equal(threadset a, threadset b) { return !threadset_any(a ^ b); }
static inline bool threadset_meet(threadset a, threadset b) { return threadset_any(a & b); }
static inline bool threadset_several(threadset s) { return threadset_any(threadset_rest(s)); }
static inline threadset threadset_if(bool so, threadset s) { return so ? s : NO_THREADS; }

/* A set in records of fixed layout, the same in both widths. */
enum { MOST_THREADS = 256 };
struct thread_words {
    uint64_t word[MOST_THREADS / 64];
};

static inline struct thread_words threadset_pack(threadset s)
{
    struct thread_words to = {{0}};
    for (unsigned i = 0; i < THREADSET_WORDS; i++)
        to.word[i] = threadset_word(s, i);
    return to;
}

static inline threadset threadset_unpack(const struct thread_words *from)
{
    threadset s = NO_THREADS;
    for (unsigned i = 0; i < THREADSET_WORDS; i++)
        ((uint64_t *)&s)[i] = from->word[i];
    return s;
}

/* Most sets have few members, and where the processor need not be able to count them the compiler calls a function. */
static inline unsigned threadset_size(threadset s)
{
    unsigned n = 0;
    for (; threadset_any(s); s = threadset_rest(s))
        n++;
    return n;
}

/* for (threadset rest = s; threadset_any(rest); rest = threadset_rest(rest)) { tid t = threadset_first(rest); ... } */
#define THREADSET_EACH(t, s) \
    for (threadset rest_##t = (s); threadset_any(rest_##t); rest_##t = NO_THREADS) \
        for (tid t; threadset_any(rest_##t) && (t = threadset_first(rest_##t), 1); rest_##t = threadset_rest(rest_##t))

#endif
