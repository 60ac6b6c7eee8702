/* rounds.c - searches that consist of several: iterations over thresholds (figure 2, line 7 of the paper on DFS-RB), iterative
 * bounds, and restarts of a random search with fixed, Luby and Walsh schedules (item 8 in section 9; Parížek, Kalibera [37]).
 *
 * A round ends by itself or when it has had its share of states or time. The visited set is emptied between rounds, and the
 * generator gets a new seed; but where a bound is raised the visited set is kept: states are expanded again when more of the
 * bound is left (state_matching.c), and counted once.
 */
#include "search/policies/rounds.h"

#include "base/sequences.h"
#include "search/engine/limits.h"
#include "search/engine/parts.h"
#include "search/policies/rb.h"

static uint64_t share(const struct engine *e, uint64_t unit)
{
    uint64_t i = e->rounds.restarts;
    if (unit == 0)
        return 0;
    switch (e->config->restarts) {
    case RESTARTS_FIXED: return unit;
    case RESTARTS_LUBY:  return unit * luby(i + 1);
    case RESTARTS_WALSH: return walsh(unit, i);
    default:             return 0;
    }
}

static uint64_t least(uint64_t a, uint64_t b) /* 0 is infinite */
{
    return a == 0 || (b != 0 && b < a) ? b : a;
}

static uint64_t now(struct engine *e)
{
    engine_count(e);
    return e->counters->nanoseconds;
}

/* Remainder of a limit; at least 1. */
static uint64_t rest_of(uint64_t limit, uint64_t used)
{
    return limit == 0 ? 0 : limit > used ? limit - used : 1;
}

/* The limits of the round that begins now: those of the whole search, of the iteration, and of the restart. */
static void set_limits(struct engine *e)
{
    const struct search_config *c = e->config;
    struct rounds *r = &e->rounds;
    uint64_t states = least(rest_of(c->max_states, e->counters->earlier), share(e, c->restart_states));
    uint64_t restart = share(e, c->restart_milliseconds) * 1000000;
    if (r->iteration_states != 0)
        states = least(states, rest_of(r->iteration_states, e->counters->earlier));
    e->rounds.most_states = states ? states : UINT64_MAX;
    r->end = least(restart ? now(e) + restart : 0, r->iteration_end);
}

static bool in_iterations(const struct engine *e)
{
    return e->rb.C && e->rb.C->base == RB_SEQUENCE;
}

static void begin_iteration(struct engine *e)
{
    const struct search_config *c = e->config;
    struct rounds *r = &e->rounds;
    r->iteration_states = r->iteration_end = 0;
    if (!in_iterations(e))
        return;
    if (c->rb_states)
        r->iteration_states = e->counters->earlier + c->rb_states;
    if (c->rb_milliseconds)
        r->iteration_end = now(e) + c->rb_milliseconds * 1000000;
}

void rounds_clear(struct engine *e)
{
    struct wire_counters *c = e->counters;
    e->counters->earlier += c->states;
    c->states = c->end_states = c->overtaking = c->deadlocks = 0;
    e->on_runs = e->bounds.cut = 0;
    e->left_out = false;
    engine_forget_states(e);
}

static void begin_round(struct engine *e)
{
    e->counters->rounds++;
    e->halted = e->rounds.over = e->leaving.resumed = e->leaving.all = false;
    e->leaving.by = e->rb.C ? rb_backtracking(e->rb.C) : e->config->backtracking;
    if (e->rb.C)
        rb_begin(e);
    set_limits(e);
}

void rounds_begin(struct engine *e)
{
    e->rounds = (struct rounds){0};
    e->rb.search_count = 0;
    e->rounds.covered = 0;
    for (unsigned i = 0; i < e->bounds.count; i++)
        e->bounds.each[i].limit = e->bounds.each[i].from;
    begin_iteration(e);
    begin_round(e);
}

/* Something was cut off: search again with more of the bounds that iterate, if there are such. Of all of them: which one has cut it off is
 * not known. */
static bool raise_bounds(struct engine *e)
{
    bool raised = false, anew = false;
    for (struct bounding *b = e->bounds.each; !e->halted && e->bounds.cut > 0 && b < e->bounds.each + e->bounds.count; b++) {
        if (b->soft || b->limit >= b->to)
            continue;
        b->limit = b->to - b->limit > b->step ? b->limit + b->step : b->to;
        anew |= bound_is_remembered(b->bound);
        raised = true;
    }
    if (!raised)
        return false;
    if (anew)
        e->bounds.cut = 0; /* nothing that was noted is looked at again */
    frontier_clear(&e->frontier);
    path_tree_clear(&e->path_tree);
    begin_round(e);
    return true;
}

static bool iteration_over(struct engine *e)
{
    const struct rounds *r = &e->rounds;
    return (r->iteration_states != 0 && e->counters->earlier + e->counters->states >= r->iteration_states) ||
           (r->iteration_end != 0 && now(e) >= r->iteration_end);
}

static bool restart(struct engine *e)
{
    if (e->config->restarts == RESTARTS_NONE || (in_iterations(e) && iteration_over(e)))
        return false;
    e->rounds.restarts++;
    rounds_clear(e);
    rng_seed(&e->rng, e->seed + (e->rounds.restarts << 32));
    begin_round(e);
    return true;
}

/* An iteration that had its share, and not one that came to its end, is the last one or gives way to the next. */
static void note_cut(struct engine *e)
{
    const struct rounds *r = &e->rounds;
    if (in_iterations(e) && r->over && iteration_over(e))
        e->rounds.cut_by = r->iteration_end != 0 && now(e) >= r->iteration_end ? WIRE_LIMIT_TIME : WIRE_LIMIT_STATES;
}

static bool next_iteration(struct engine *e)
{
    note_cut(e);
    if (!in_iterations(e) || e->rb.search_count + 1 == e->rb.C->value_count)
        return false;
    e->rb.search_count++;
    e->rounds.restarts = 0;
    rounds_clear(e);
    begin_iteration(e);
    begin_round(e);
    return true;
}

void rounds_note_threshold(struct engine *e)
{
    for (unsigned i = 0; i < e->bounds.count; i++)
        if (!e->halted && e->bounds.each[i].soft && e->bounds.each[i].limit > e->rounds.covered && e->bounds.each[i].limit != UINT32_MAX)
            e->rounds.covered = e->bounds.each[i].limit;
}

bool rounds_next(struct engine *e)
{
    if (e->halted && !e->rounds.over)
        return false;
    if (!e->halted && !e->left_out && e->bounds.cut == 0)
        return false; /* everything is explored */
    if (raise_bounds(e) || restart(e) || next_iteration(e))
        return true;
    if (e->rounds.over) {
        e->halted = false;
        e->left_out = true;
    }
    return false;
}
