/* events.h - a set of events that is being put together: a mask, in memory that somebody has made for it. What is finished and kept
 * is interned (summary.h). */
#ifndef MZ_REDUCE_EVENTS_H
#define MZ_REDUCE_EVENTS_H

#include "reduce/events/labels.h"

struct events {
    uint64_t *word;
    uint32_t  words; /* that are in use; all others are 0, and need not be there */
    bool      all;   /* it stands for a superset of any set */
};

static inline void events_clear(struct events *s)
{
    s->words = 0;
    s->all = false;
}

static inline void events_widen(struct events *s, uint32_t words)
{
    while (s->words < words)
        s->word[s->words++] = 0;
}

static inline void events_add(struct events *s, event e)
{
    events_widen(s, e / 64u + 1);
    s->word[e / 64] |= (uint64_t)1 << e % 64;
}

/* Events of some threads; most lie in one word, which is written once. */
static inline void events_add_each(struct events *s, const event *of_thread, threadset threads)
{
    while (threadset_any(threads)) {
        uint32_t at = of_thread[threadset_first(threads)] / 64u;
        uint64_t bits = 0;
        THREADSET_EACH(t, threads)
            if (of_thread[t] / 64u == at) {
                bits |= (uint64_t)1 << of_thread[t] % 64;
                threads &= ~threadset_of(t);
            }
        events_widen(s, at + 1);
        s->word[at] |= bits;
    }
}

static inline void events_join(struct events *s, const struct events *more)
{
    s->all |= more->all;
    events_widen(s, more->words);
    for (uint32_t i = 0; i < more->words; i++)
        s->word[i] |= more->word[i];
}

#endif
