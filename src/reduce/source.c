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
    bool      unsure; /* the last step might depend on one that it does not depend on here */
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

/* notdep(i).j, or of it what must come before j. */
static struct sequence sequence_of(const struct execution *x, uint32_t i, bool leading)
{
    const struct step *a = &x->steps[i], *j = &x->steps[x->count];
    struct sequence v = {0};
    uint32_t clock[MAX_THREADS]; /* of j without i and what depends on it */
    memcpy(clock, x->past, sizeof clock);
    for (uint32_t k = i + 1; k < x->count; k++) {
        const struct step *s = &x->steps[k];
        if (execution_knows(s->clock, a) || !execution_might_depend(x, s, j))
            continue;
        execution_merge(clock, s->clock);
        v.unsure |= !execution_dependent(x, s, j);
    }
    for (uint32_t k = i + 1; k < x->count; k++) {
        const struct step *s = &x->steps[k];
        if (!execution_knows(s->clock, a) && (!leading || execution_knows(clock, s)))
            append(&v, s, s->clock);
    }
    append(&v, j, clock);
    return v;
}

/* j could not run where i was, and nothing in v changes that; or i is inside an atomic section. */
static bool is_impossible(const struct execution *x, const struct sequence *v, threadset enabled)
{
    return threadset_has(v->initials & ~enabled, x->steps[x->count].thread) || !threadset_meet(v->initials, enabled);
}

static bool reverse(struct execution *x, uint32_t i)
{
    struct point *p = &x->points[x->steps[i].point];
    tid thread = x->steps[x->count].thread;
    if (x->steps[i].forced)
        return false;
    struct sequence v = sequence_of(x, i, false);
    if (is_impossible(x, &v, p->enabled))
        return false;
    if (!threadset_meet(v.initials, p->wanted | p->sleep))
        p->wanted |= threadset_of(threadset_has(v.initials, thread) ? thread : threadset_first(v.initials));
    return true;
}

/* The initial may be nobody who has nothing to do with j, where states are matched. */
static bool reverse_matched(struct execution *x, uint32_t i)
{
    struct point *p = &x->points[x->steps[i].point];
    tid thread = x->steps[x->count].thread;
    if (x->steps[i].forced)
        return false;
    struct sequence v = sequence_of(x, i, true);
    if (is_impossible(x, &v, p->enabled))
        return false;
    if (v.unsure)
        p->wanted |= threadset_has(p->enabled, thread) ? threadset_of(thread) : p->enabled;
    else if (!threadset_meet(v.initials, p->wanted))
        p->wanted |= threadset_of(threadset_has(v.initials, thread) ? thread : threadset_first(v.initials & p->enabled));
    return true;
}

static void race(struct execution *x)
{
    execution_races(x, reverse);
}

void source_race_matched(struct execution *x)
{
    execution_races(x, reverse_matched);
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
