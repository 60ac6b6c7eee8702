/* waiting.c - a wake-up that was lost, behind time-outs.
 *
 * Where nobody can move but by a time-out, and some thread waits that has none, time-outs may hide that it waits for ever: others go
 * round in circles. Whether it does is found by trying all that can follow. If nothing that follows ever lets it go on, and the program
 * never ends, it is told as a deadlock of those threads. Where more follows than MOST_STATES, it is not known, and nothing is told; nor
 * of threads that wait for the end of another, which may be meant never to end. Nobody may rely on waking up for no reason: that is not
 * tried (lts.h: aside).
 *
 * What is tried is no part of the search.
 */
#include "property/deadlock.h"
#include "search/engine.h"

enum { MOST_STATES = 500, MOST_JUDGED = 50000, TABLE_BYTES = 64 << 20 };

struct attempt {
    struct engine *e;
    threadset      waiting; /* that have not been seen to be able to go on */
    unsigned       states;
};

static threadset who_waits(const struct lts *l)
{
    threadset waiting = l->live(l->self) & ~l->enabled(l->self);
    THREADSET_EACH(t, waiting)
        if (l->next(l->self, t)->kind == OP_JOIN)
            waiting &= ~threadset_of(t);
    return waiting;
}

static bool try_all(struct attempt *a);

/* One successor, and all that follows it. */
static bool try_one(struct attempt *a, tid t, unsigned choice, const struct mark *from)
{
    const struct lts *l = a->e->lts;
    l->step(l->self, t, choice);
    bool in_vain = !l->fault(l->self) && try_all(a);
    l->rewind(l->self, from);
    return in_vain;
}

/* Does somebody wait in vain, whatever follows the present state? */
static bool try_all(struct attempt *a)
{
    const struct lts *l = a->e->lts;
    threadset enabled = l->enabled(l->self);
    if (enabled == 0)
        return l->end(l->self) == LTS_ASSUMED;
    a->waiting &= ~enabled;
    if (a->waiting == 0 || ++a->states > MOST_STATES)
        return false;
    enum visited_result known = visited_insert(&a->e->waiting.tried, l->digest(l->self));
    if (known != VISITED_NEW)
        return known != VISITED_FULL;
    struct mark here = l->mark(l->self);
    THREADSET_EACH(t, enabled) {
        unsigned outcomes = l->outcomes(l->self, t);
        for (unsigned choice = 0; choice < outcomes; choice++)
            if (!try_one(a, t, choice, &here))
                return false;
    }
    return true;
}

static bool open_tables(struct engine *e)
{
    return (e->waiting.judged.slots || visited_open(&e->waiting.judged, TABLE_BYTES, VISITED_PLAIN)) &&
           (e->waiting.tried.slots || visited_open(&e->waiting.tried, TABLE_BYTES, VISITED_PLAIN));
}

/* Once for each state. */
static bool is_to_be_judged(struct engine *e)
{
    if (!open_tables(e) || e->waiting.judged.count > MOST_JUDGED)
        return false;
    if (visited_insert(&e->waiting.judged, e->lts->digest(e->lts->self)) != VISITED_NEW)
        return false;
    visited_clear(&e->waiting.tried);
    return true;
}

bool waiting_judge(struct engine *e)
{
    const struct lts *l = e->lts;
    struct attempt a = {.e = e};
    l->aside(l->self, true);
    struct mark here = l->mark(l->self);
    a.waiting = who_waits(l);
    bool in_vain = a.waiting && is_to_be_judged(e) && try_all(&a);
    l->rewind(l->self, &here);
    l->aside(l->self, false);
    if (!in_vain)
        return true;
    struct fault f;
    deadlock_in_vain(l, a.waiting, &f);
    engine_found(e, &f);
    return !e->halted;
}

void waiting_clear(struct engine *e)
{
    if (e->waiting.judged.slots)
        visited_clear(&e->waiting.judged);
}

void waiting_close(struct engine *e)
{
    if (e->waiting.judged.slots)
        visited_close(&e->waiting.judged);
    if (e->waiting.tried.slots)
        visited_close(&e->waiting.tried);
}
