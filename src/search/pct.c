/* pct.c - probabilistic concurrency testing: Burckhardt, Kothari, Musuvathi, Nagarakatte, "A Randomized Scheduler with Probabilistic
 * Guarantees of Finding Bugs", ASPLOS 2010.
 *
 * Every thread has a priority, drawn at random when it is born, and of those that are enabled the one with the highest makes the next
 * step. At d - 1 steps, drawn at random from the k that an execution has, the thread that is about to make the step gets a priority lower
 * than all first ones: the i-th that was drawn gives priority i. A bug of depth d, which shows whenever d - 1 pairs of steps come in one
 * order and one thread comes before the others, is then found by an execution of n threads with probability 1 / (n · k^(d-1)) at least.
 *
 * That holds if no execution has more than n threads and k steps. They are the most that were seen so far: an execution that has more
 * does not count, nor do those before it (struct wire_counters: promised).
 *
 * A thread that others must let go on would be waited for for ever by one that polls and comes first. So whoever comes back to a state
 * alone, or yields too often, is made the last of all.
 */
#include "model/op_columns.h"
#include "search/walk.h"

enum { MOST_YIELDS = 100 /* of a thread before it is made the last: Bindal, Bansal, Lal 2013, section 5 */ };

struct pct {
    int64_t   priority[MAX_THREADS]; /* first ones are above BUG_DEPTH_MOST, changed ones from 1 on, those of the last below 0 */
    int64_t   last;
    uint32_t  yields[MAX_THREADS];
    threadset known;                 /* live threads, which have a priority */
    uint64_t  threads, steps;        /* of this execution */
    struct change {
        uint64_t step;
        int64_t  priority;
    } change[BUG_DEPTH_MOST];
    unsigned  changes, changed;      /* drawn, in the order of their steps; of them, those that are behind */
    struct {                         /* a thread that moves alone: the last state whose number was a power of two (Brent, 1980) */
        tid           thread;
        uint64_t      states;
        struct digest seen;
    } alone;
};

/* --- an execution begins, and ends -------------------------------------------------------------------------------------- */

/* The change points by their steps; of two at one step the one that was drawn later changes it last. */
static void insert(struct pct *p, struct change c)
{
    unsigned i = p->changes++;
    for (; i > 0 && p->change[i - 1].step > c.step; i--)
        p->change[i] = p->change[i - 1];
    p->change[i] = c;
}

static void begin(struct engine *e)
{
    struct pct *p = e->own;
    *p = (struct pct){0};
    uint32_t k = (uint32_t)(e->counters->run_steps < UINT32_MAX ? e->counters->run_steps : UINT32_MAX);
    for (uint32_t i = 1; k > 0 && i < e->config->bug_depth; i++)
        insert(p, (struct change){1 + rng_below(&e->rng, k), i});
}

static void end(struct engine *e, bool whole)
{
    const struct pct *p = e->own;
    struct wire_counters *c = e->counters;
    c->run_cuts += !whole;
    if (p->threads <= c->run_threads && p->steps <= c->run_steps) {
        c->promised++;
        return;
    }
    c->promised = 0;
    c->run_threads = p->threads > c->run_threads ? p->threads : c->run_threads;
    c->run_steps = p->steps > c->run_steps ? p->steps : c->run_steps;
}

/* --- priorities --------------------------------------------------------------------------------------------------------- */

static void welcome(struct engine *e)
{
    struct pct *p = e->own;
    threadset live = e->lts->live(e->lts->self), born = live & ~p->known;
    p->known = live;
    THREADSET_EACH(t, born) {
        p->priority[t] = BUG_DEPTH_MOST + (int64_t)(rng_next(&e->rng) >> 2);
        p->yields[t] = 0;
        p->threads++;
    }
}

static tid highest(const struct pct *p, threadset enabled)
{
    tid best = threadset_first(enabled);
    THREADSET_EACH(t, enabled)
        if (p->priority[t] > p->priority[best])
            best = t;
    return best;
}

static void make_last(struct pct *p, tid t)
{
    p->priority[t] = --p->last;
    p->yields[t] = 0;
}

/* Is there a change point at this step, which t is about to make? */
static bool change(struct pct *p, tid t, uint64_t step)
{
    if (p->changed == p->changes || p->change[p->changed].step != step)
        return false;
    p->priority[t] = p->change[p->changed++].priority;
    return true;
}

/* Has t come back to a state by steps of its own alone? */
static bool goes_round(struct engine *e, tid t)
{
    struct pct *p = e->own;
    if (p->alone.states == 0 || p->alone.thread != t || e->at.moved != threadset_of(t)) {
        p->alone.thread = t;
        p->alone.states = 0;
    }
    if (p->alone.states > 0 && digest_equal(p->alone.seen, e->at.digest))
        return true;
    p->alone.states++;
    if ((p->alone.states & (p->alone.states - 1)) == 0)
        p->alone.seen = e->at.digest;
    return false;
}

/* --- steps -------------------------------------------------------------------------------------------------------------- */

static tid pick(struct engine *e)
{
    struct pct *p = e->own;
    welcome(e);
    tid t = highest(p, e->at.enabled);
    while (change(p, t, p->steps + 1))
        t = highest(p, e->at.enabled);
    if (!goes_round(e, t))
        return t;
    make_last(p, t);
    p->alone.states = 0;
    return highest(p, e->at.enabled);
}

/* Every step, also those that only one thread can make. */
static void performing(struct engine *e, tid t)
{
    struct pct *p = e->own;
    const struct lts *l = e->lts;
    welcome(e);
    p->steps++;
    while (change(p, t, p->steps)) {}
    if (l->outcomes(l->self, t) > 1)
        e->counters->run_choices++;
    if (op_has(l->next(l->self, t)->kind, OP_POLLS) && ++p->yields[t] > MOST_YIELDS)
        make_last(p, t);
}

static void run(struct engine *e)
{
    struct pct pct;
    e->own = &pct;
    e->performing = performing;
    walk_sample(e, &(struct sampling){.begin = begin, .pick = pick, .end = end});
    e->performing = NULL;
    e->own = NULL;
}

const struct search search_pct = {.is = &search_kind_pct, .run = run};
