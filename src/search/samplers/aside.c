/* aside.c - executions at random in between, while a depth-first search goes on.
 *
 * A depth-first search stays near the end of its first path for long; a bug that every hundredth execution has may be far from there. So
 * when it has been going on for a while some executions are sampled, half of them by priorities of events (pos.c), half by priorities of
 * threads (pct.c): each finds bugs that the other one does not. Then, whenever there are twice as many states, a few more, which take one
 * SHAREth of the steps made since.
 *
 * They are made from the root. What the search is in the midst of stays as it is, its visited states, its nodes and what the reduction
 * knows: an execution stores nothing, claims nothing, and has random numbers of its own. Afterwards the decisions on the path are made
 * again, so that the marks of the nodes fit the undo log anew. So the search goes on as it would without them, but for what they have shown
 * of the program: as after any execution, guesses about memory are better then. A seed gives the same run. Should the way back lead to
 * another state (of what a program leaves behind some may count, with --dead-values=keep), the search starts over, and samples no more.
 */
#include "search/samplers/aside.h"

#include "search/engine/limits.h"
#include "search/engine/path_replay.h"
#include "search/samplers/step_batch.h"

enum {
    SHARE = 16,      /* so few of the steps, but at first as many as were made until then */
    LEAST_DEPTH = 2, /* of bugs that are looked for by priorities of threads: the numbers from here on, in turn, */
    DEPTHS = 4,      /* so many of them, */
    USUAL = 1,       /* beginning with this one of them */
};

void aside_never(struct engine *e)
{
    e->aside.at = UINT64_MAX;
}

void aside_begin(struct engine *e)
{
    uint64_t after = e->config->aside_after;
    bool lost = e->aside.lost;
    e->aside = (struct sampled_aside){.at = after && !lost ? after : UINT64_MAX, .lost = lost};
    rng_seed(&e->aside.rng, e->seed);
}

/* Executions with this search, as long as they have made no more than so many steps. */
static void sample_by(struct engine *e, const struct search *by, uint64_t steps)
{
    const struct search_config *whole = e->config;
    struct search_config c = *whole;
    c.search = by;
    c.max_walks = 0;
    c.walk_steps = c.steps_aside = steps;
    c.redraw = 100;
    c.bug_depth = LEAST_DEPTH + (USUAL + e->aside.turns) % DEPTHS;
    c.most_depth = 0;
    e->config = &c;
    if (steps > 0 && !e->halted)
        by->run(e);
    e->config = whole;
}

/* No execution is to meet the path that is put by. */
static uint64_t allowance(const struct engine *e)
{
    uint64_t steps = e->counters->steps, room = e->max_nodes / 2;
    bool first = e->aside.turns == 0 && !e->config->aside_begun;
    uint64_t wanted = first ? steps : (steps - e->aside.steps) / SHARE;
    return wanted < room ? wanted : room;
}

void aside_sample(struct engine *e)
{
    struct wire_counters before = *e->counters, *c = e->counters;
    bool labelled = e->labelled;
    void (*performing)(struct engine *e, tid t) = e->performing;
    struct rng rng = e->rng;
    uint64_t steps = allowance(e);
    e->rng = e->aside.rng;
    e->labelled = e->recording = false;
    if (labelled)
        e->lts->labels->clocks(e->lts->self, true); /* races that they show are told at once */
    sample_by(e, &search_pos, steps / 2);
    sample_by(e, &search_pct, steps / 2);
    if (labelled)
        e->lts->labels->clocks(e->lts->self, false);
    e->labelled = labelled;
    e->aside.rng = e->rng;
    e->rng = rng;
    e->performing = performing;
    e->aside.turns++;
    if (!e->halted)
        engine_check_grown(e);
    if (e->halted)
        return;
    c->transitions = before.transitions;
    c->max_depth = before.max_depth;
    c->steps = e->aside.steps = before.steps;
    c->walks = before.walks;
    c->assumed = before.assumed;
}

void aside_turn(struct engine *e)
{
    uint64_t depth = e->depth;
    e->aside.at = e->counters->states > UINT64_MAX / 2 ? UINT64_MAX : 2 * e->counters->states;
    if (!path_put_by(e))
        return; /* next time the path may be shorter */
    aside_sample(e);
    step_batch_drop(e);
    if (!e->halted)
        path_come_back(e, depth);
}
