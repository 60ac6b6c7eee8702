/* lost_wakeups.c - a wake-up that was lost, behind time-outs and polling.
 *
 * Where nobody can move but by a time-out, a sleep or a yield, and some thread waits that has none of those, they may hide that it waits
 * for ever: others go round in circles. Whether it does is found by trying all that can follow. If nothing that follows ever lets it go
 * on, and the program never ends, it is told as a deadlock of those threads; not of threads that wait for the end of another, which may
 * be meant never to end. Nobody may rely on waking up for no reason: that is not tried (lts.h: aside). Where more follows than
 * MOST_STATES, or MOST_TRIED were tried in all, it is not known, and the verdict says where.
 *
 * What is tried is no part of the search.
 */
#include "search/engine/lost_wakeups.h"

#include "property/deadlock.h"
#include "search/engine/findings.h"
#include "search/engine/trial.h"

enum { TABLE_BYTES = 64 << 20 };

struct attempt {
    struct engine *e;
    threadset      waiting; /* that have not been seen to be able to go on */
    unsigned       states;
    bool           too_much; /* follows */
};

static threadset who_waits(const struct lts *l)
{
    threadset waiting = l->live(l->self) & ~l->enabled(l->self);
    THREADSET_EACH(t, waiting) {
        enum op_kind kind = l->next(l->self, t)->kind;
        if (kind == OP_JOIN || kind == OP_AWAIT_OTHERS)
            waiting &= ~threadset_of(t);
    }
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
    if (!threadset_any(enabled))
        return l->end(l->self) == LTS_ASSUMED;
    a->waiting &= ~enabled;
    if (!threadset_any(a->waiting))
        return false;
    enum visited_result known = visited_insert(&a->e->waiting.tried, l->digest(l->self));
    a->too_much |= known == VISITED_FULL || ++a->states > MOST_STATES;
    if (a->too_much || known != VISITED_NEW)
        return !a->too_much;
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
static bool is_in_vain(struct attempt *a)
{
    struct engine *e = a->e;
    enum visited_result known = VISITED_FULL;
    if (open_tables(e) && e->waiting.tried_in_all < MOST_TRIED)
        known = visited_insert(&e->waiting.judged, e->lts->digest(e->lts->self));
    a->too_much = known == VISITED_FULL;
    if (known != VISITED_NEW)
        return false;
    visited_clear(&e->waiting.tried);
    bool in_vain = try_all(a);
    e->waiting.tried_in_all += a->states;
    return in_vain;
}

/* Place where somebody waits of whom it is not known whether it is in vain. */
static void note_unjudged(const struct engine *e, threadset waiting)
{
    if (e->report->unjudged)
        wire_note_place(e->report->unjudged, e->lts->next(e->lts->self, threadset_first(waiting))->pc);
}

bool lost_wakeups_judge(struct engine *e)
{
    const struct lts *l = e->lts;
    lts_set_aside(l, true);
    struct mark here = l->mark(l->self);
    struct attempt a = {.e = e, .waiting = who_waits(l)};
    threadset waiting = a.waiting;
    /* Threads that are stuck are told of where the circle closes. */
    bool in_vain = threadset_any(waiting) && !lts_stuck_threads(l) && is_in_vain(&a);
    l->rewind(l->self, &here);
    lts_set_aside(l, false);
    if (a.too_much)
        note_unjudged(e, waiting);
    if (!in_vain)
        return true;
    struct fault f;
    deadlock_in_vain(l, a.waiting, &f);
    engine_found(e, &f);
    return !e->halted;
}

void lost_wakeups_clear(struct engine *e)
{
    if (e->waiting.judged.slots)
        visited_clear(&e->waiting.judged);
}

void lost_wakeups_close(struct engine *e)
{
    if (e->waiting.judged.slots)
        visited_close(&e->waiting.judged);
    if (e->waiting.tried.slots)
        visited_close(&e->waiting.tried);
}
