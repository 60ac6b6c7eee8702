/* walk.c - random walks: from the root to an end, every decision at random.
 *
 * A few walks before a search make most of the shared memory known, so that the search itself seldom has to start over.
 * As a search of their own they find easy faults quickly and prove nothing.
 */
#include "search/samplers/walk.h"

#include "base/circuit.h"
#include "base/known.h"
#include "search/engine/endless.h"
#include "search/samplers/step_batch.h"

enum {
    QUIET_WALKS = 8,             /* walks in a row that show nothing new before the visible set counts as stable */
    MOST_WALKS = 1000,           /* before a search, at any rate */
    MOST_NOTED = 256 << 20,      /* bytes that they have changed in all: then a single one that shows nothing new will do */
    WALK_STEPS = 2000,           /* of one walk before a search */
    WALK_ROUNDS = 200,           /* states of such a walk, one after the other, that were all met before */
    SEARCH_WALK_STEPS = 1000000, /* of one walk as a search */
    LOOK_AGAIN = 64 * LONG_RUN,  /* steps of a run of single successors, between two states of its that are looked at */
    INFER_SEED = 1,              /* of walks before a search that somebody has chosen */
};

static tid pick_any(struct engine *e)
{
    return engine_any_of(e, e->at.enabled);
}

static enum arrival decide(struct engine *e, const struct sampling *s)
{
    tid t = s->pick(e);
    unsigned choices = e->lts->outcomes(e->lts->self, t);
    return engine_take(e, t, choices > 1 ? rng_below(&e->rng, choices) : 0, choices);
}

/* Goes on from a choice point by a decision, from a long run by running on. */
static enum arrival go_on(struct engine *e, const struct sampling *s, enum arrival kind)
{
    return kind == ARRIVED_LONG ? engine_run_on(e) : decide(e, s);
}

/* A run of single successors: does it go on for ever? Where no states are looked at on the way, now and then one is. */
struct run {
    struct circuit circuit;
    uint64_t       looked; /* after so many steps of the search */
};

static bool is_endless(const struct engine *e, struct run *run, enum arrival kind)
{
    uint64_t steps = e->counters->steps;
    if (kind != ARRIVED_LONG)
        *run = (struct run){.looked = steps};
    if (kind != ARRIVED_LONG || (e->blind && steps - run->looked < LOOK_AGAIN))
        return false;
    run->looked = steps;
    return circuit_closed(&run->circuit, e->blind ? e->lts->digest(e->lts->self) : e->at.digest);
}

static enum arrival execute(struct engine *e, const struct sampling *s, uint64_t steps, bool store)
{
    uint64_t last = e->counters->steps + steps, deepest = e->config->max_depth ? e->config->max_depth : UINT64_MAX;
    bool ends = store || e->config->light || e->config->steps_aside;
    struct run run = {.looked = e->counters->steps};
    e->counters->walks++;
    step_batch_drop(e);
    if (s->begin)
        s->begin(e);
    for (enum arrival kind = engine_start(e);; kind = go_on(e, s, kind)) {
        if (store && kind <= ARRIVED_DEADLOCK && engine_match(e, kind) == MET_FULL)
            return ARRIVED_HALT;
        if (store)
            e->nodes[e->depth].mark.digest = e->at.digest; /* states on the path are known by their nodes */
        if ((kind != ARRIVED_CHOICE && kind != ARRIVED_LONG) || e->counters->steps >= last || e->depth >= deepest)
            return kind;
        if (ends ? is_endless(e, &run, kind) : s->over && s->over(e))
            return kind;
        if (s->cut && kind == ARRIVED_CHOICE && s->cut(e))
            return kind;
    }
}

enum arrival walk_once(struct engine *e, uint64_t steps, bool (*over)(struct engine *e))
{
    return execute(e, &(struct sampling){.pick = pick_any, .over = over}, steps, false);
}

/* Searches that somebody has chosen are compared by how soon they find an error: they must find it themselves. And by numbers of
 * states: what is visible must not depend on the seed, as far as the walks decide it. */
static bool is_plain(const struct search_config *c)
{
    return !c->search->is->rated && !c->order && !c->filter && !c->rb && !c->bounds[0].bound && c->runs == 0 && !c->series;
}

uint64_t walk_seed(const struct search_config *c)
{
    return is_plain(c) ? c->seed : INFER_SEED;
}

/* Most walks end before it is asked how they go on. */
static bool goes_round(struct engine *e)
{
    return e->depth > WALK_ROUNDS && known_in_a_row(e->own, e->lts->digest(e->lts->self)) >= WALK_ROUNDS;
}

static uint64_t noted_by(const struct engine *e)
{
    return (e->lts->bytes ? e->lts->bytes(e->lts->self) : 0) + (e->lts->large ? *e->lts->large : 0);
}

/* Have walks shown enough, the last so many of which have shown nothing new? One that took no decision is like all others. */
static bool is_enough(const struct engine *e, unsigned quiet, uint64_t noted)
{
    return quiet > 0 && (quiet == QUIET_WALKS || e->depth == 0 || noted > MOST_NOTED);
}

/* A program that never ends shows in its first rounds what memory it shares. */
void walk_infer(struct engine *e)
{
    struct known known = {.in_a_row = 0};
    unsigned quiet = 0;
    uint64_t noted = 0;
    bool judges = is_plain(e->config);
    rng_seed(&e->rng, walk_seed(e->config));
    e->own = &known;
    for (unsigned walks = 0; !is_enough(e, quiet, noted) && walks < MOST_WALKS; walks++) {
        uint64_t before = e->lts->large ? *e->lts->large : 0;
        enum arrival kind = walk_once(e, WALK_STEPS, goes_round);
        noted += noted_by(e) - before;
        known.in_a_row = 0;
        if (!e->halted)
            engine_check_grown(e);
        if (!e->halted && judges)
            engine_judge(e, kind);
        if (e->halted && !e->grown)
            break;
        quiet = e->grown ? 0 : quiet + 1;
        e->halted = e->grown = false;
    }
    e->own = NULL;
}

/* The next execution, where the first one began after so many steps. Where executions are light they are as long as the program is: the
 * room for their schedule is the limit. */
static uint64_t longest(const struct engine *e, uint64_t first)
{
    if (e->config->steps_aside)
        return first + e->config->steps_aside - e->counters->steps;
    if (e->config->walk_steps)
        return e->config->walk_steps;
    return e->config->light ? e->max_nodes - 1 : SEARCH_WALK_STEPS;
}

/* Is there another one to make, after so many? */
static bool makes_more(const struct engine *e, uint64_t walks, uint64_t first)
{
    const struct search_config *c = e->config;
    bool enough = (c->max_walks > 0 && walks >= c->max_walks) || (c->steps_aside > 0 && e->counters->steps - first >= c->steps_aside);
    return !e->halted && !enough;
}

void walk_sample(struct engine *e, const struct sampling *s)
{
    bool aside = e->config->steps_aside > 0, only = false; /* nothing to decide: there is one execution only */
    bool light = e->config->light || aside;
    uint64_t first = e->counters->steps;
    e->blind = light;
    for (uint64_t walks = 0; !only && makes_more(e, walks, first); walks++) {
        if (s->more && !s->more(e))
            break;
        enum arrival kind = execute(e, s, longest(e, first), !light);
        bool whole = kind != ARRIVED_CHOICE && kind != ARRIVED_LONG;
        e->counters->sampled.executions++;
        if (s->end && kind != ARRIVED_HALT)
            s->end(e, whole);
        if (kind == ARRIVED_ASSUMED)
            e->counters->assumed++;
        engine_judge(e, kind);
        if (kind == ARRIVED_LONG && !light)
            endless_judge(e);
        only = e->depth == 0 && whole;
    }
    e->blind = false;
    e->left_out |= !aside && (light || !only); /* what is not tracked may be otherwise in another one */
}

static void run(struct engine *e)
{
    walk_sample(e, &(struct sampling){.pick = pick_any});
}

const struct search search_walk = {.is = &search_kind_walk, .run = run};
