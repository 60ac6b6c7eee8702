/* pair_time.c - see pair_time.h. */
#include "apps/diff/pair_time.h"

#include <time.h>

enum {
    LEAST_MS = 50,
    START_MS = 80, /* what a process takes besides its search */
    AGAIN = 2,     /* times what it had: less would come to the same end */
};

double pair_time_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static uint64_t share(const struct pair_time *t, double now, size_t waiting)
{
    double left = (t->end - now) * 1000, all = left > 0 ? left * (double)t->jobs : 0;
    /* Fewer pairs than can run at a time: each has all that is left. */
    uint64_t each = (uint64_t)(waiting > t->jobs ? all / (double)waiting : left > 0 ? left : 0);
    each = each > START_MS ? each - START_MS : 0;
    return t->pair_ms && each > t->pair_ms ? t->pair_ms : each;
}

uint64_t pair_time_take(struct pair_time *t, double now)
{
    size_t waiting = t->waiting ? t->waiting-- : 1;
    if (!t->budget_ms)
        return t->pair_ms;
    if (t->end == 0)
        t->end = now + (double)t->budget_ms / 1000;
    uint64_t each = share(t, now, waiting);
    return each > LEAST_MS ? each : t->pair_ms && t->pair_ms < LEAST_MS ? t->pair_ms : LEAST_MS;
}

bool pair_time_allows(const struct pair_time *t, double now, size_t count, uint64_t before)
{
    return t->budget_ms && share(t, now, count) >= before * AGAIN;
}
