/* endless.c - states from which no end of the program can be reached: livelocks of several threads, loops that poll under a lock.
 *
 * A reduction that looks for ends names the candidates (reduction.h: endless). Whether one is a fault is found by trying all that follows,
 * without a reduction, so that a replay comes to the same answer: no end follows, and in a bottom component, which is never left again, a
 * thread moves that has a way out of its loops by its code (lts.h: way_out). Threads without one, as servers, are meant to run for ever.
 * No fairness is assumed: from such a state nothing that any scheduler does ends the program.
 *
 * That code has no way out is no proof that this is meant: a loop may be left by exit or longjmp, or run in what a library calls back, and
 * of some functions nothing is known. So the verdict names the loops of those who move there.
 *
 * Where more than MOST_STATES follow, or MOST_TRIED were tried in all, it is not known, and the verdict names the loops.
 */
#include "search/engine/endless.h"

#include "base/reserve.h"
#include "property/livelock.h"
#include "search/engine/findings.h"
#include "search/engine/trial.h"

enum { TABLE_BYTES = 1 << 20 };

/* A state that was tried, by its number. */
struct tried_state {
    uint32_t  low;     /* Tarjan's: the first state that it is known to reach */
    uint32_t  next;    /* the state below it on the stack of components */
    bool      open;    /* it is on that stack */
    bool      leaves;  /* a step leads to a component that was finished before */
    threadset moves;   /* threads that make a step there, or wait in a loop, which is a step to the same state, */
    threadset way_out; /* and those of them that have a way out */
};

struct trial {
    struct engine *e;
    struct tried_state *state;
    uint32_t  states, top; /* numbers begin with 1 */
    bool      too_much;    /* follows */
    threadset moves;       /* threads that move in a bottom component, one with a way out if there is any, */
    threadset way_out;     /* in which these have a way out */
};

static bool tables_open(struct engine *e)
{
    struct endless *t = &e->endless;
    t->bytes = (MOST_STATES + 2) * sizeof(struct tried_state);
    t->states = t->states ? t->states : reserve(&t->bytes, t->bytes);
    return t->states && (t->numbers.slots || visited_open(&t->numbers, TABLE_BYTES, VISITED_TAGS));
}

void endless_close(struct engine *e)
{
    reserve_release(e->endless.states, e->endless.bytes);
    if (e->endless.numbers.slots)
        visited_close(&e->endless.numbers);
}

static void forget_places(uint64_t *places)
{
    for (unsigned i = 0; places && i < WIRE_MAX_PLACES; i++)
        places[i] = 0;
}

void endless_forget(struct engine *e)
{
    forget_places(e->report->endless);
    forget_places(e->report->unending);
    if (e->report->loops_unseen)
        *e->report->loops_unseen = false;
}

static void see_lower(struct trial *a, uint32_t from, uint32_t low)
{
    if (low < a->state[from].low)
        a->state[from].low = low;
}

/* The component of state n, which lies on top of the stack, is finished. */
static void finish_component(struct trial *a, uint32_t n)
{
    threadset moves = NO_THREADS, way_out = NO_THREADS;
    bool leaves = false, last = false;
    while (!last) {
        struct tried_state *s = &a->state[a->top];
        last = a->top == n;
        s->open = false;
        moves |= s->moves;
        way_out |= s->way_out;
        leaves |= s->leaves;
        a->top = s->next;
    }
    if (!leaves && !threadset_any(a->way_out) && (threadset_any(way_out) || !threadset_any(a->moves))) {
        a->moves = moves;
        a->way_out = way_out;
    }
}

static bool never_ends(struct trial *a, uint32_t *number);

static void note_mover(struct trial *a, uint32_t n, tid t)
{
    a->state[n].moves |= threadset_of(t);
    if (lts_way_out(a->e->lts, t))
        a->state[n].way_out |= threadset_of(t);
}

/* One step out of state n. False: an end follows, or too much. */
static bool step_on(struct trial *a, uint32_t n, tid t, unsigned choice)
{
    const struct lts *l = a->e->lts;
    uint32_t to = 0;
    note_mover(a, n, t);
    l->step(l->self, t, choice);
    if (l->fault(l->self) || !never_ends(a, &to))
        return false;
    if (a->state[to].open)
        see_lower(a, n, a->state[to].low);
    else
        a->state[n].leaves = true;
    return true;
}

/* Deadlocks and faults are ends: they are told where they are met. */
static bool never_ends(struct trial *a, uint32_t *number)
{
    const struct lts *l = a->e->lts;
    struct visited *numbers = &a->e->endless.numbers;
    threadset enabled = l->enabled(l->self);
    if (!threadset_any(enabled))
        return false;
    enum visited_result known = visited_insert(numbers, l->digest(l->self));
    a->too_much |= known == VISITED_FULL || a->states == MOST_STATES;
    if (a->too_much)
        return false;
    if (known == VISITED_KNOWN) {
        *number = visited_tag(numbers);
        return true;
    }
    uint32_t n = *number = ++a->states;
    visited_set_tag(numbers, n);
    a->state[n] = (struct tried_state){.low = n, .next = a->top, .open = true};
    a->top = n;
    THREADSET_EACH(t, lts_in_loops(l))
        note_mover(a, n, t);
    struct mark here = l->mark(l->self);
    THREADSET_EACH(t, enabled) {
        unsigned outcomes = l->outcomes(l->self, t);
        for (unsigned choice = 0; choice < outcomes; choice++) {
            bool on = step_on(a, n, t, choice);
            l->rewind(l->self, &here);
            if (!on)
                return false;
        }
    }
    if (a->state[n].low == n)
        finish_component(a, n);
    return true;
}

static bool try_all(struct trial *a)
{
    struct engine *e = a->e;
    const struct lts *l = e->lts;
    uint32_t first;
    a->too_much = !tables_open(e) || e->endless.tried >= MOST_TRIED;
    if (a->too_much)
        return false;
    a->state = e->endless.states;
    visited_clear(&e->endless.numbers);
    lts_set_aside(l, true);
    struct mark here = l->mark(l->self);
    bool endless = never_ends(a, &first);
    l->rewind(l->self, &here);
    lts_set_aside(l, false);
    e->endless.tried += a->states;
    return endless;
}

void endless_note(const struct engine *e, tid t, uint64_t *places)
{
    if (places)
        wire_note_place(places, e->lts->next(e->lts->self, t)->pc);
}

void endless_judge(struct engine *e)
{
    const struct lts *l = e->lts;
    struct trial a = {.e = e};
    if (!l->waiting || e->config->endless)
        return;
    threadset enabled = l->enabled(l->self);
    bool endless = try_all(&a);
    if (a.too_much && threadset_any(enabled))
        endless_note(e, threadset_first(enabled), e->report->endless);
    if (endless && !threadset_any(a.way_out) && threadset_any(a.moves))
        endless_note(e, threadset_first(a.moves), e->report->unending);
    if (!endless || !threadset_any(a.way_out))
        return;
    struct fault f;
    livelock_no_end(l, a.moves, threadset_first(a.way_out), &f);
    engine_found(e, &f);
}

/* Is the present state come back to within so many steps, each of them the only one? */
static bool goes_round(const struct lts *l, uint64_t steps)
{
    struct digest start = l->digest(l->self);
    do {
        threadset enabled = l->enabled(l->self);
        tid t = threadset_first(enabled);
        if (!threadset_any(enabled) || threadset_several(enabled) || l->outcomes(l->self, t) != 1)
            return false;
        l->step(l->self, t, 0);
        if (l->fault(l->self))
            return false;
    } while (!digest_equal(l->digest(l->self), start) && --steps > 0);
    return steps > 0;
}

void endless_judge_run(struct engine *e, uint64_t steps)
{
    const struct lts *l = e->lts;
    if (!l->waiting || e->config->endless)
        return;
    lts_set_aside(l, true);
    struct mark here = l->mark(l->self);
    bool round = goes_round(l, steps);
    l->rewind(l->self, &here);
    lts_set_aside(l, false);
    if (round)
        endless_judge(e);
}
