/* pos.c - partial order sampling: Yuan, Yang, Gu, "Partial Order Aware Concurrency Sampling", CAV 2018.
 *
 * The next event of every thread has a priority, drawn at random; of those that are enabled the one with the highest is executed, and
 * those that race with it get new ones. So which of two events comes first is decided anew for each race, however long a thread has
 * to go until it gets there; a random walk lets that depend on how many decisions lie before.
 *
 * Events are visible operations, and two of them race if they depend on each other (op_dependent). With --redraw=PERCENT only some of
 * those get a new priority: 0 is BasicPOS in the paper, where a thread whose priority is low stays behind until nobody else can move.
 *
 * Priorities are kept by thread: an event that has been executed leaves a new one for the event that comes after it, and a thread that is
 * created finds one that was drawn before.
 */
#include "search/samplers/walk.h"

struct priorities {
    uint64_t of[MAX_THREADS];
};

static void draw(struct engine *e, tid t)
{
    struct priorities *p = e->own;
    p->of[t] = rng_next(&e->rng);
}

static void draw_all(struct engine *e)
{
    for (tid t = 0; t < MAX_THREADS; t++)
        draw(e, t);
}

static tid highest(struct engine *e)
{
    const struct priorities *p = e->own;
    tid best = threadset_first(e->at.enabled);
    THREADSET_EACH(t, e->at.enabled)
        if (p->of[t] > p->of[best])
            best = t;
    return best;
}

/* Thread t is about to execute its event. */
static void redraw(struct engine *e, tid t)
{
    const struct lts *l = e->lts;
    const struct op *event = l->next(l->self, t);
    threadset others = l->live(l->self) & ~threadset_of(t);
    THREADSET_EACH(u, others)
        if (op_dependent(event, l->next(l->self, u)) && rng_below(&e->rng, 100) < e->config->redraw)
            draw(e, u);
    draw(e, t); /* of the event that comes after it */
}

static void run(struct engine *e)
{
    struct priorities priorities;
    e->own = &priorities;
    e->performing = redraw;
    walk_sample(e, &(struct sampling){.begin = draw_all, .pick = highest});
    e->performing = NULL;
    e->own = NULL;
}

const struct search search_pos = {.is = &search_kind_pos, .run = run};
