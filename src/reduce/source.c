/* source.c - source sets: Abdulla, Aronsson, Jonsson, Sagonas, "Optimal dynamic partial order reduction" (POPL 2014), algorithm 1, with
 * sleep sets. Stateless: no state counts as known, every path is followed to its end.
 *
 * For every race of two steps i and j, what comes after i and does not depend on it, and then j, could have been done in place of
 * i: the sequence v = notdep(i).j. One of the threads with which v can begin (its initials) must be tried where i was.
 */
#include "reduce/execution.h"

#include <string.h>

/* A sequence as it grows: its first step of each thread, by its number. */
struct sequence {
    threadset threads, initials;
    uint32_t  first[MAX_THREADS];
};

static void append(struct sequence *v, const struct step *s, const uint32_t *clock)
{
    bool initial = true;
    if (threadset_has(v->threads, s->thread))
        return;
    THREADSET_EACH(t, v->threads)
        initial &= clock[t] < v->first[t];
    v->threads |= threadset_of(s->thread);
    v->first[s->thread] = s->number;
    v->initials |= initial ? threadset_of(s->thread) : NO_THREADS;
}

/* With which notdep(i).j can begin. */
static threadset initials_of(const struct execution *x, uint32_t i)
{
    const struct step *a = &x->steps[i], *j = &x->steps[x->count];
    struct sequence v = {0};
    uint32_t clock[MAX_THREADS]; /* of j without i and what depends on it */
    memcpy(clock, x->past, sizeof clock);
    for (uint32_t k = i + 1; k < x->count; k++) {
        const struct step *s = &x->steps[k];
        if (execution_knows(s->clock, a))
            continue;
        append(&v, s, s->clock);
        if (execution_might_depend(x, s, j))
            execution_merge(clock, s->clock);
    }
    append(&v, j, clock);
    return v.initials;
}

static bool reverse(struct execution *x, uint32_t i)
{
    struct point *p = &x->points[x->steps[i].point];
    tid thread = x->steps[x->count].thread;
    if (x->steps[i].forced)
        return false;
    threadset initials = initials_of(x, i);
    if (threadset_has(initials & ~p->enabled, thread) || !threadset_meet(initials, p->enabled))
        return false; /* j could not run there, and nothing in v changes that; or i is inside an atomic section */
    if (!threadset_meet(initials, p->wanted | p->sleep))
        p->wanted |= threadset_of(threadset_has(initials, thread) ? thread : threadset_first(initials));
    return true;
}

static void race(struct execution *x)
{
    execution_races(x, reverse);
}

static void *open_source(uint64_t max_nodes)
{
    return execution_open(max_nodes, race, true);
}

const struct reduction reduction_source_dpor = {
    .is = &reduction_kind_source_dpor,
    .open = open_source,
    .more = execution_more,
    EXECUTION,
    EXECUTION_PLAIN,
};
