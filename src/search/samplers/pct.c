/* pct.c - probabilistic concurrency testing: Burckhardt, Kothari, Musuvathi, Nagarakatte, "A Randomized Scheduler with Probabilistic
 * Guarantees of Finding Bugs", ASPLOS 2010.
 *
 * Every thread has a priority, drawn at random when it is born, and of those that are enabled the one with the highest makes the next
 * step. At d - 1 steps, drawn at random from the k that an execution has, the thread that is about to make the step gets a priority lower
 * than all first ones: the i-th that was drawn gives priority i. A bug of depth d, which shows whenever d - 1 pairs of steps come in one
 * order and one thread comes before the others, is then found by an execution of n threads with probability 1 / (n · k^(d-1)) at least.
 *
 * With variable bounding (pctvb; Bindal, Bansal, Lal, "Variable and Thread Bounding for Systematic Testing of Multithreaded Programs",
 * ISSTA 2013, section 3) v of the Q variables are drawn first, and the steps from the accesses to those: (q_r, j), the j-th access to q_r.
 * The priority changes after that access, as a preemption counts against the variable that the thread has accessed last (section 2; so
 * does ranked_run.c), and the moment before a thread's first step counts as an access to none. The probability is
 * 1 / (C(Q, v) · n · (k_q1 + ... + k_qv)^(d-1)) at least for a bug that needs changes after accesses to v variables.
 *
 * That holds if no execution has more than n threads and k steps, or accesses. They are the most that were seen so far: an execution
 * that has more does not count, nor do those before it (struct wire_sampled: promised).
 *
 * A range of depths (--bug-depth=1..) rises as soon as the executions of one depth would have shown a bug of it with 99 %. An execution
 * with more threads or steps than all before takes what was promised away, and the range begins anew.
 */
#include "model/sampling_bound.h"
#include "search/samplers/walk.h"
#include "search/samplers/step_batch.h"
#include "search/policies/priorities.h"

#define EVERY_STEP UINT32_MAX
#define LN_100 4.605170185988092 /* of N executions, each of which shows it with 1 / x, a bug is missed by all with e^(-N/x) at most */

struct pct {
    struct variable_profile *profile;         /* change points are after accesses to some of them; NULL: before any steps */
    struct priorities priority;      /* first ones are above BUG_DEPTH_MOST, changed ones from 1 on */
    uint64_t  threads, steps;        /* of this execution */
    struct change {
        uint32_t variable;           /* or EVERY_STEP */
        uint64_t number;             /* of the step, or of the access to the variable: from 1 */
    } change[BUG_DEPTH_MOST];        /* the i-th gives priority i + 1 */
    unsigned  changes;
    uint64_t  changed;               /* those that are behind, as a set */
    threadset begun;                 /* threads that were picked for their first step; with a profile only */
};

/* --- an execution begins, and ends -------------------------------------------------------------------------------------- */

static uint64_t below(struct engine *e, uint64_t n)
{
    return rng_below(&e->rng, n < UINT32_MAX ? (uint32_t)n : UINT32_MAX);
}

static void draw_steps(struct engine *e, struct pct *p)
{
    for (; e->counters->sampled.steps > 0 && p->changes < e->counters->sampled.depth - 1; p->changes++)
        p->change[p->changes] = (struct change){EVERY_STEP, 1 + below(e, e->counters->sampled.steps)};
}

static unsigned variables_of(const struct engine *e, const struct variable_profile *all)
{
    return (unsigned)sampling_bound_variables(e->config->variables, (uint32_t)e->counters->sampled.depth, all->count);
}

/* Some v variables, each set of them with equal probability (Floyd's way); fewer if there are fewer. */
static unsigned draw_variables(struct engine *e, const struct variable_profile *all, uint32_t *drawn)
{
    unsigned v = variables_of(e, all);
    for (unsigned i = 0; i < v; i++) {
        uint32_t next = all->count - v + i;
        drawn[i] = (uint32_t)below(e, next + 1);
        for (unsigned j = 0; j < i; j++)
            if (drawn[j] == drawn[i])
                drawn[i] = next;
    }
    return v;
}

static void draw_accesses(struct engine *e, struct pct *p)
{
    const struct variable_profile *all = p->profile;
    uint32_t drawn[BUG_DEPTH_MOST];
    unsigned v = draw_variables(e, all, drawn);
    uint64_t k = 0;
    for (unsigned i = 0; i < v; i++)
        k += all->at[drawn[i]].most;
    for (; k > 0 && p->changes < e->counters->sampled.depth - 1; p->changes++) {
        uint64_t number = below(e, k);
        unsigned q = 0;
        for (; number >= all->at[drawn[q]].most; q++)
            number -= all->at[drawn[q]].most;
        p->change[p->changes] = (struct change){drawn[q], 1 + number};
    }
}

static void begin(struct engine *e)
{
    struct pct *p = e->own;
    *p = (struct pct){.profile = p->profile};
    if (!p->profile) {
        draw_steps(e, p);
        return;
    }
    draw_accesses(e, p);
    profile_begin(p->profile);
}

static void take_back(struct engine *e)
{
    ((struct pct *)e->own)->steps += step_batch_take_back(e);
}

/* Executions count from here on, for bugs of this depth. */
static void begin_depth(struct engine *e, const struct variable_profile *all, uint64_t depth)
{
    struct wire_sampled *s = &e->counters->sampled;
    s->depth = depth;
    s->promised = 0;
    if (!all)
        return;
    s->variables = all->count;
    s->accesses = profile_most(all, variables_of(e, all));
    s->median = profile_median(all);
}

/* Would the executions that count have shown a bug of this depth with 99 %? */
static bool is_promised(const struct engine *e, const struct variable_profile *all)
{
    const struct wire_sampled *s = &e->counters->sampled;
    struct sampling_bound b = {.threads = s->threads, .steps = s->steps, .depth = (uint32_t)s->depth};
    if (all && variables_of(e, all) > 0) {
        b.steps = s->accesses;
        b.variables = variables_of(e, all);
        b.of_variables = s->variables;
    }
    return s->cuts == 0 && !e->config->permuted && (double)s->promised >= LN_100 * sampling_bound(&b);
}

static void end(struct engine *e, bool whole)
{
    const struct pct *p = e->own;
    struct wire_sampled *s = &e->counters->sampled;
    take_back(e);
    s->cuts += !whole;
    if (p->threads <= s->threads && p->steps <= s->steps && !(p->profile && p->profile->grown)) {
        s->promised++;
        if (s->depth < e->config->most_depth && is_promised(e, p->profile))
            begin_depth(e, p->profile, s->depth + 1);
        return;
    }
    s->threads = p->threads > s->threads ? p->threads : s->threads;
    s->steps = p->steps > s->steps ? p->steps : s->steps;
    begin_depth(e, p->profile, e->config->bug_depth);
}

/* --- priorities --------------------------------------------------------------------------------------------------------- */

static int64_t first_priority(struct engine *e)
{
    return BUG_DEPTH_MOST + (int64_t)(rng_next(&e->rng) >> 2);
}

static void welcome(struct engine *e)
{
    struct pct *p = e->own;
    threadset born = priorities_born(&p->priority, e->lts);
    THREADSET_EACH(t, born) {
        p->priority.of[t] = first_priority(e);
        p->begun &= ~threadset_of(t);
        p->threads++;
    }
}

/* Is there a change point at this step of t, or at this access to the variable? */
static bool change(struct engine *e, tid t, uint32_t variable, uint64_t number)
{
    struct pct *p = e->own;
    for (unsigned i = 0; i < p->changes; i++) {
        const struct change *c = &p->change[i];
        if (c->variable != variable || c->number != number || (p->changed & 1ull << i))
            continue;
        p->changed |= 1ull << i;
        p->priority.of[t] = e->config->permuted ? first_priority(e) : (int64_t)i + 1;
        return true;
    }
    return false;
}

/* An access of t is counted, and the priority that t has after it may be another one. */
static bool access(struct engine *e, tid t, uint32_t variable)
{
    struct pct *p = e->own;
    bool changed = false;
    profile_access(p->profile, variable, t);
    while (change(e, t, variable, profile_accesses(p->profile, variable)))
        changed = true;
    return changed;
}

/* t is about to make a step. True: its priority is another one now. */
static bool change_before(struct engine *e, tid t)
{
    struct pct *p = e->own;
    if (!p->profile)
        return change(e, t, EVERY_STEP, p->steps + 1);
    if (threadset_has(p->begun, t))
        return false;
    p->begun |= threadset_of(t);
    return access(e, t, profile_none(p->profile));
}

/* --- steps -------------------------------------------------------------------------------------------------------------- */

static tid pick(struct engine *e)
{
    struct pct *p = e->own;
    take_back(e);
    welcome(e);
    tid t = priorities_highest(&p->priority, e->at.enabled);
    while (change_before(e, t))
        t = priorities_highest(&p->priority, e->at.enabled);
    if (!priorities_goes_round(&p->priority, e, t))
        return t;
    priorities_make_last(&p->priority, t);
    return priorities_highest(&p->priority, e->at.enabled);
}

/* Steps behind those that are counted, up to the next change point. Where that is an access to a variable, each has to be looked at. */
static uint64_t steps_unchanged(const struct pct *p)
{
    uint64_t least = UINT64_MAX;
    if (p->profile)
        return 0;
    for (unsigned i = 0; i < p->changes; i++)
        if (p->change[i].number > p->steps && p->change[i].number - 1 - p->steps < least)
            least = p->change[i].number - 1 - p->steps;
    return least;
}

/* Every step, also those that only one thread can make. */
static void performing(struct engine *e, tid t)
{
    struct pct *p = e->own;
    const struct lts *l = e->lts;
    take_back(e);
    welcome(e);
    while (change_before(e, t)) {}
    if (p->profile)
        access(e, t, profile_next(p->profile, l, t));
    p->steps++;
    if (l->outcomes(l->self, t) > 1)
        e->counters->sampled.choices++;
    priorities_yields(&p->priority, l, t);
    if (step_batch_is_possible(e))
        step_batch_give(e, steps_unchanged(p), priorities_above(&p->priority, t));
}

static void sample(struct engine *e, struct variable_profile *profile)
{
    struct pct pct = {.profile = profile};
    if (e->counters->sampled.depth != e->config->bug_depth)
        begin_depth(e, profile, e->config->bug_depth);
    e->own = &pct;
    e->performing = performing;
    walk_sample(e, &(struct sampling){.begin = begin, .pick = pick, .end = end});
    e->performing = NULL;
    e->own = NULL;
}

static void run(struct engine *e)
{
    sample(e, NULL);
}

static void run_bounded(struct engine *e)
{
    if (profile_open(&e->profile, BY_STATEMENT))
        sample(e, &e->profile);
    else
        engine_halt(e, WIRE_LIMIT_MEMORY);
}

const struct search search_pct = {.is = &search_kind_pct, .run = run};
const struct search search_pctvb = {.is = &search_kind_pctvb, .run = run_bounded};
