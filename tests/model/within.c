/* within.c - a search by breadth of points: a state, its cost, and what the cost of the next transition depends on. */
#include "within.h"

#include <string.h>

#include "search/engine/engine_state.h"

enum { MOST_POINTS = 20000, MOST_CHOSEN = 4 };

const char *const cost_names[] = {"depth", "preemptions", "delays", "switches", "cs", "pl,ncs", "cs,ncs",
                                  "preemptions, their variables and threads"};
uint32_t most_chosen, most_involved;

struct point {
    struct toy_state s;
    uint32_t cost;
    uint8_t  mover, last, decided, zero; /* threads; `decided`: there was a decision before */
    /* Of preemptions: those who take part in them; the variable of the last step, and those at which there were any, ascending. */
    uint64_t involved, variable, chosen[MOST_CHOSEN];
};

static struct point points[MOST_POINTS];
static unsigned latest[MOST_POINTS], before[MOST_POINTS]; /* points, from 1 on: of a state, and of the same state before a point */

static bool single(const struct toy_program *p, const struct toy_state *s, threadset enabled)
{
    return threadset_size(enabled) == 1 && toy_outcomes(p, s, threadset_first(enabled)) == 1;
}

/* What t is about to access. */
static void note_variable(const struct within *w, struct point *at, tid t)
{
    struct op op = toy_op(w->program, &at->s, t);
    struct access touched[OP_MAX_ACCESSES];
    if (w->kind == COST_VT)
        at->variable = op_of_threads(op.kind) || op_accesses(&op, touched) == 0 ? 1 : touched[0].addr;
}

/* Who has made the last step stands where threads yield. */
static bool gives_way(const struct within *w, const struct point *at)
{
    return toy_op(w->program, &at->s, at->mover).kind == OP_YIELD;
}

/* t comes next: is that a preemption at one variable too many, or between too many threads? Those are noted. */
static bool note_preemption(const struct within *w, struct point *at, threadset enabled, tid t)
{
    unsigned count = 0, place = 0;
    if (t == at->mover || !threadset_has(enabled, at->mover) || gives_way(w, at))
        return true;
    at->involved |= threadset_of(t) | threadset_of(at->mover);
    for (; count < MOST_CHOSEN && at->chosen[count] != 0; count++) {
        place += at->chosen[count] < at->variable;
        if (at->chosen[count] == at->variable)
            return threadset_size(at->involved) <= most_involved;
    }
    if (count == most_chosen || threadset_size(at->involved) > most_involved)
        return false;
    for (unsigned i = count; i > place; i--)
        at->chosen[i] = at->chosen[i - 1];
    at->chosen[place] = at->variable;
    return true;
}

/* Through single successors; false if the path ends in a fault or by an assumption. */
static bool settle(struct within *w, struct point *at)
{
    threadset enabled;
    for (unsigned run = 0; (enabled = toy_enabled_set(w->program, &at->s)) != 0 && single(w->program, &at->s, enabled); run++) {
        if (run >= LONG_RUN) {
            w->too_large = true;
            return false;
        }
        at->mover = (uint8_t)threadset_first(enabled);
        note_variable(w, at, at->mover);
        if (toy_transition(w->program, &at->s, at->mover, 0) == TOY_FAILED && !w->program->assert_parks)
            return false;
    }
    return toy_end(w->program, &at->s) != LTS_ASSUMED;
}

static void add_point(struct within *w, const struct point *at)
{
    bool known = !state_set_add(&w->states, &at->s);
    size_t state = state_set_at(&w->states, &at->s);
    unsigned last = known ? latest[state] : 0;
    for (unsigned i = last; i > 0; i = before[i - 1])
        if (memcmp(&points[i - 1], at, sizeof *at) == 0)
            return;
    if (w->count == MOST_POINTS) {
        w->too_large = true;
        return;
    }
    points[w->count] = *at;
    before[w->count++] = last;
    latest[state] = w->count;
}

static uint32_t cost_of(const struct within *w, const struct point *at, threadset enabled, tid t)
{
    bool switched = at->decided && t != at->last, stayed = at->decided && t == at->last;
    uint32_t skipped = 0;
    switch (w->kind) {
    case COST_DEPTH:       return 1;
    case COST_VT:
    case COST_PREEMPTIONS: return t != at->mover && threadset_has(enabled, at->mover) && !gives_way(w, at);
    case COST_SWITCHES:    return t != at->mover;
    case COST_CS:          return switched;
    case COST_PL_NCS:      return stayed ? 2 : 1;
    case COST_CS_NCS:      return at->decided;
    default:
        for (tid u = at->mover; u != t; u = (u + 1) % MAX_THREADS)
            skipped += threadset_has(enabled, u);
        return skipped;
    }
}

void find_within(struct within *w, const struct toy_program *p, enum cost_kind kind, uint32_t limit, bool soft)
{
    struct point at;
    memset(w, 0, sizeof *w);
    memset(&at, 0, sizeof at);
    w->program = p;
    w->kind = kind;
    at.variable = 1;
    toy_start(p, &at.s);
    if (settle(w, &at))
        add_point(w, &at);
    for (unsigned i = 0; i < w->count && !w->too_large; i++) {
        threadset enabled = toy_enabled_set(p, &points[i].s);
        THREADSET_EACH(t, enabled) {
            uint32_t cost = points[i].cost + cost_of(w, &points[i], enabled, t);
            bool beyond = soft ? points[i].cost >= limit : cost > limit;
            w->cut |= beyond;
            for (unsigned choice = 0; !beyond && choice < toy_outcomes(p, &points[i].s, t); choice++) {
                at = points[i];
                if (kind == COST_VT && !note_preemption(w, &at, enabled, t)) {
                    w->cut = true;
                    continue;
                }
                note_variable(w, &at, t);
                at.mover = at.last = (uint8_t)t;
                at.decided = 1;
                at.cost = cost;
                if (toy_transition(p, &at.s, t, choice) == TOY_FAILED && !p->assert_parks)
                    continue;
                if (settle(w, &at))
                    add_point(w, &at);
            }
        }
    }
}

bool follow_single(const struct toy_program *p, struct toy_state *s, bool *too_long)
{
    struct within w = {.program = p};
    struct point at = {.s = *s};
    bool goes_on = settle(&w, &at);
    *s = at.s;
    *too_long |= w.too_large;
    return goes_on;
}

bool has_single(const struct toy_program *p, const struct toy_state *s)
{
    return single(p, s, toy_enabled_set(p, s));
}
