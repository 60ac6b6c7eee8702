/* pair_time.h - the time limit of each pair of threads: its own, or its share of a time that all pairs have together.
 *
 * Who is done sooner leaves the rest of its share to those who come later, and to a second attempt at those that were not finished. No pair
 * gets less than a twentieth of a second, in which many are finished, so a hundred pairs may take longer than the whole was to take. */
#ifndef MZ_TOOL_PAIR_TIME_H
#define MZ_TOOL_PAIR_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pair_time {
    uint64_t pair_ms;   /* of each pair at most; 0: what the budget says */
    uint64_t budget_ms; /* of all together; 0: there is none */
    size_t   jobs;      /* pairs at a time */
    double   end;       /* of the budget; 0: it has not begun */
    size_t   waiting;   /* pairs that are to be started */
};

double pair_time_now(void); /* in seconds */

/* Milliseconds for the pair that is started now, at `now`; one less waits. */
uint64_t pair_time_take(struct pair_time *t, double now);

/* Would `count` pairs that were not finished in `before` milliseconds have enough more now? */
bool pair_time_allows(const struct pair_time *t, double now, size_t count, uint64_t before);

#endif
