/* count.c - what the counters of an unreduced search must say, found with exact states and without the engine. */
#include "oracle.h"

struct tally {
    const struct toy_program *program;
    struct state_set          seen; /* choice points, ends, and states on long runs of single successors, */
    uint64_t                  runs; /* of which there are so many */
    struct oracle_counts      counts;
};

static bool single(const struct toy_program *p, const struct toy_state *s, threadset enabled, tid *t)
{
    *t = threadset_first(enabled);
    return threadset_size(enabled) == 1 && toy_outcomes(p, s, *t) == 1;
}

/* Follows single successors from s; adds the state where that ends, if it is a state and new. */
static void settle(struct tally *y, struct toy_state *s)
{
    const struct toy_program *p = y->program;
    threadset enabled;
    tid t;
    for (unsigned run = 0; threadset_any(enabled = toy_enabled_set(p, s)) && single(p, s, enabled, &t); run++) {
        bool look = run > 0 && run % LONG_RUN == 0;
        if (look && !state_set_add(&y->seen, s))
            return;
        y->runs += look;
        if (toy_transition(p, s, t, 0) == TOY_FAILED && !p->assert_parks)
            return;
    }
    enum lts_end end = toy_end(p, s);
    if (end == LTS_ASSUMED || !state_set_add(&y->seen, s) || threadset_any(enabled))
        return;
    y->counts.end_states += end == LTS_ENDED;
    y->counts.deadlocks += end == LTS_RUNNING;
}

static void expand(struct tally *y, const struct toy_state *s, tid t)
{
    unsigned outcomes = toy_outcomes(y->program, s, t);
    for (unsigned choice = 0; choice < outcomes; choice++) {
        struct toy_state next = *s;
        y->counts.transitions++;
        if (toy_transition(y->program, &next, t, choice) == TOY_DONE || y->program->assert_parks)
            settle(y, &next);
    }
}

/* Breadth first: the states of one depth after those of the one before. */
struct oracle_counts oracle_count(const struct toy_program *p, uint64_t max_states, uint64_t max_depth)
{
    struct tally y = {.program = p};
    struct toy_state s;
    size_t i = 0, next_level;
    uint64_t depth = 0;
    tid only;
    toy_start(p, &s);
    settle(&y, &s);
    for (next_level = y.seen.count; i < y.seen.count && y.seen.count <= max_states; i++) {
        if (i == next_level) {
            depth++;
            next_level = y.seen.count;
        }
        s = y.seen.states[i];
        threadset enabled = toy_enabled_set(p, &s);
        if (!threadset_any(enabled) || single(p, &s, enabled, &only))
            continue; /* an end, or on a long run */
        if (max_depth != 0 && depth >= max_depth) {
            y.counts.unexpanded++;
            continue;
        }
        THREADSET_EACH(t, enabled)
            expand(&y, &s, t);
    }
    y.counts.finished = i == y.seen.count;
    y.counts.states = y.seen.count - y.runs;
    if (y.counts.states == 0 && y.runs > 0)
        y.counts.states = 1; /* one execution that goes on for ever */
    state_set_free(&y.seen);
    return y.counts;
}
