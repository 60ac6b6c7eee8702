/* pause.c - see pause.h. */
#include "world/waiting/pause.h"

#include "base/rng.h"
#include "world/run.h"
#include "world/waiting/spinning.h"

enum {
    WALKS = 4,  /* at random, each time that others are asked */
    COST = 100, /* of a step, in hooks */
    SEED = 1,
    HOPELESS = 1 << 24, /* hooks of one step */
};

/* Hooks that a long step had used up when others were last asked about it, for nothing. They are asked again after twice as many. */
static uint64_t asked_at;

static tid any_of(struct rng *rng, threadset threads)
{
    for (uint32_t skip = rng_below(rng, threadset_size(threads)); skip > 0; skip--)
        threads = threadset_rest(threads);
    return threadset_first(threads);
}

/* Has more become shared than there was? */
static bool has_grown(const struct world *w, uint64_t bytes)
{
    return w->sharing.bytes != bytes;
}

/* At random, for as many hooks. */
static void let_others_go(struct world *w, const struct lts *l, tid paused, struct rng *rng, uint64_t hooks)
{
    const uint64_t bytes = w->sharing.bytes;
    for (uint64_t used = 0; used < hooks && !w->faulted && !has_grown(w, bytes); used += COST + w->step_budget - mz__hot.budget) {
        threadset others = l->enabled(l->self) & ~threadset_of(paused);
        if (!threadset_any(others))
            return;
        tid t = any_of(rng, others);
        w->step_budget = hooks - used;
        l->step(l->self, t, rng_below(rng, l->outcomes(l->self, t)));
    }
}

/* Does anybody else touch what makes more memory shared, while the paused thread stands where it is? All of them together take as long
 * as it has taken so far. */
static bool ask_others(struct world *w, const struct lts *l)
{
    struct thread *paused = w->paused;
    const threadset newborn = w->newborn;
    const uint64_t bytes = w->sharing.bytes, spent = w->spent, budget = w->step_budget;
    struct rng rng;
    rng_seed(&rng, SEED);
    w->asking = true;
    w->paused = NULL;
    lts_set_aside(l, true);
    struct mark here = l->mark(l->self);
    for (unsigned walk = 0; walk < WALKS && !has_grown(w, bytes); walk++) {
        w->newborn = newborn;
        let_others_go(w, l, paused->number, &rng, (spent + budget) / WALKS);
        l->rewind(l->self, &here);
    }
    lts_set_aside(l, false);
    w->asking = false;
    w->paused = paused;
    w->newborn = newborn;
    w->spent = spent;
    w->step_budget = budget;
    return has_grown(w, bytes);
}

static bool may_ask(const struct world *w)
{
    return !world_aside(w) && !world_alone(w) && !world_unobserved(w);
}

static void look_closely(struct world *w, const struct lts *l, bool round)
{
    uint64_t used = w->spent + w->step_budget;
    bool asks = may_ask(w) && (round || used >= 2 * asked_at), answered = asks && ask_others(w, l);
    if (asks && !answered && used > asked_at)
        asked_at = used;
    if (round && !answered)
        spinning_force_round(w, w->paused);
    else if (!answered && used >= HOPELESS)
        spinning_force_looks(w, w->paused);
    spinning_give_more(w);
}

void pause_end(struct world *w, const struct lts *l)
{
    bool round = spinning_goes_round(l->digest(l->self));
    if (round || spinning_window_is_over())
        look_closely(w, l, round);
    run_go_on(w);
}
