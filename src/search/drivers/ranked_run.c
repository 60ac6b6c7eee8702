/* ranked_run.c - one execution of --search=ranked: threads by priority, and preemptions after the accesses that were asked for.
 *
 * Algorithm 1 of Bindal, Bansal, Lal 2013 has varaccess() after each access to a tracked variable, and one before the first step of
 * each thread. There the running thread, if it can go on, may be preempted: the i-th preemption gives it the priority P_{n+i} (section 4;
 * line 37 of the algorithm, effTid + MaxThreads, says otherwise). Everywhere else the scheduler only takes the highest priority anew, and
 * that is no preemption. A thread is known by who has created it, and as which of its children: the number that it has is used again.
 *
 * Pruning as printed: an execution whose graph (accesses to tracked variables, with their orders) was there before has no derivatives.
 * Those differ with the priorities, and the graph says nothing of untracked variables: bugs are lost (docs/design/searches/ranked.md).
 *
 * Sound pruning:
 *  - A preemption is left out which gives a lower priority that would have done since the thread began, or was last preempted: it is
 *    higher than all that the thread has come before. One preemption less, with the permutation that has it there, is the same execution.
 *  - After the last preemption of an execution its future is that of the state, the order of the priorities of live threads, of those
 *    to be born and of the preemptions to come, and how often live threads have yielded. If all of that was there before, with the same
 *    variables tracked, the rest is known, and so are all executions that are derived from it.
 */
#include "search/drivers/ranked.h"

/* --- threads -------------------------------------------------------------------------------------------------------- */

static uint32_t identity_of(struct identities *all, uint64_t key)
{
    uint32_t i = (uint32_t)(key >> 32) % (2 * RANKED_THREADS);
    for (; all->slot[i] != 0; i = (i + 1) % (2 * RANKED_THREADS))
        if (all->key[all->slot[i] - 1] == key)
            return all->slot[i] - 1u;
    if (all->count == RANKED_THREADS) {
        all->full = true;
        return RANKED_THREADS - 1;
    }
    all->key[all->count] = key;
    all->slot[i] = (uint16_t)++all->count;
    return all->count - 1;
}

/* A thread that was never seen before comes last: the permutation has no place for it. */
static int64_t first_priority(struct engine *e, uint32_t identity)
{
    struct ranked *r = e->own;
    if (!r->rank)
        return (int64_t)(rng_next(&e->rng) >> 2);
    return identity < r->threads ? (int64_t)r->run.place[identity] : --r->run.priority.last;
}

static void welcome(struct engine *e)
{
    struct ranked *r = e->own;
    struct ranked_run *x = &r->run;
    bool first = !threadset_any(x->priority.known);
    threadset before = x->priority.known, born = priorities_born(&x->priority, e->lts), dead = before & ~x->priority.known;
    tid parent = e->at.mover;
    THREADSET_EACH(t, dead)
        x->life[x->identity[t]] = DEAD;
    THREADSET_EACH(t, born) {
        uint64_t child = first ? t : x->children[parent]++;
        uint64_t key = ranked_mix(first ? 1 : r->identities.key[x->identity[parent]], child);
        x->children[t] = x->number[t] = 0;
        x->identity[t] = identity_of(&r->identities, key);
        x->life[x->identity[t]] = LIVE;
        x->beaten[t] = -1;
        x->begun &= ~threadset_of(t);
        x->priority.of[t] = first_priority(e, x->identity[t]);
    }
}

/* --- preemptions ---------------------------------------------------------------------------------------------------- */

static int64_t next_place(const struct ranked *r)
{
    return r->run.place[r->threads + r->run.preempted];
}

/* Would one preemption less do, with another permutation? */
static bool is_needless(const struct ranked *r, tid t)
{
    int64_t place = next_place(r);
    return place < r->run.priority.of[t] && place > r->run.beaten[t];
}

static void note_variable(struct ranked_run *x, uint32_t variable)
{
    for (unsigned i = 0; i < x->variables; i++)
        if (x->at[i] == variable)
            return;
    if (variable != NO_ACCESS)
        x->at[x->variables++] = variable;
}

static void preempt(struct engine *e, tid t, uint32_t variable)
{
    struct ranked *r = e->own;
    struct ranked_run *x = &r->run;
    x->priority.of[t] = next_place(r);
    x->priority.circuit.states = 0;
    x->beaten[t] = -1;
    x->holder[x->preempted++] = x->identity[t];
    x->unchecked = x->preempted == x->preemptions;
    note_variable(x, variable);
    e->counters->ranked.c = x->preempted;
    e->counters->ranked.v = x->variables;
}

/* varaccess(): t, which can go on, may be preempted here. */
static void may_preempt(struct engine *e, tid t, uint32_t variable)
{
    struct ranked *r = e->own;
    struct ranked_run *x = &r->run;
    if (!r->rank || x->preempted == r->rank->c || (e->config->ranked_pruning == PRUNING_SOUND && is_needless(r, t)))
        return;
    x->accesses++;
    if (x->preempted < x->preemptions && x->position[x->preempted] == x->accesses)
        preempt(e, t, variable);
}

/* The state is new, or was looked at before: births, and whether who has just accessed a variable can go on. */
static void look(struct engine *e)
{
    struct ranked *r = e->own;
    uint32_t variable = r->run.access;
    welcome(e);
    r->run.access = NO_ACCESS;
    if (variable != NO_ACCESS && threadset_has(e->at.enabled, e->at.mover))
        may_preempt(e, e->at.mover, variable);
}

/* Before the first step of a thread. */
static void may_begin(struct engine *e, tid t)
{
    struct ranked *r = e->own;
    if (threadset_has(r->run.begun, t))
        return;
    r->run.begun |= threadset_of(t);
    may_preempt(e, t, NO_ACCESS);
}

/* --- pruning -------------------------------------------------------------------------------------------------------- */

static tid thread_of(const struct ranked_run *x, uint32_t identity)
{
    THREADSET_EACH(t, x->priority.known)
        if (x->identity[t] == identity)
            return t;
    return MAX_THREADS;
}

/* Holder of this place from here on: 0, or a number for a thread, or for a preemption to come. */
static uint64_t user_of(const struct ranked *r, uint32_t fragment, uint32_t place)
{
    const struct ranked_run *x = &r->run;
    if (fragment >= r->threads + x->preempted)
        return RANKED_FRAGMENTS + fragment - r->threads - x->preempted;
    uint32_t identity = fragment < r->threads ? fragment : x->holder[fragment - r->threads];
    if (x->life[identity] == UNBORN)
        return identity + 1;
    tid t = x->life[identity] == LIVE ? thread_of(x, identity) : MAX_THREADS;
    return t < MAX_THREADS && x->priority.of[t] == place ? identity + 1 : 0;
}

/* Everything that the future depends on: the state, and who comes before whom. */
static struct digest future(const struct engine *e)
{
    struct ranked *r = e->own;
    const struct ranked_run *x = &r->run;
    uint32_t n = r->threads + r->rank->c;
    uint64_t hash = ranked_mix(r->set_key, (uint64_t)r->rank->c << 32 | x->preempted), rest = 0;
    for (uint32_t i = 0; i < n; i++)
        r->user[x->place[i]] = i;
    for (uint32_t place = 0; place < n; place++) {
        uint64_t who = user_of(r, r->user[place], place);
        hash = who ? ranked_mix(hash, who) : hash;
    }
    THREADSET_EACH(t, x->priority.known) {
        if (x->priority.of[t] < 0)
            rest += ranked_mix(x->identity[t] + 1, (uint64_t)x->priority.of[t]);
        rest += x->priority.yields[t] ? ranked_mix(~(uint64_t)x->identity[t], x->priority.yields[t]) : 0;
    }
    hash = ranked_mix(hash, rest);
    return (struct digest){e->at.digest.lo ^ hash, e->at.digest.hi + ranked_mix(hash, n)};
}

bool ranked_run_cut(struct engine *e)
{
    struct ranked *r = e->own;
    look(e);
    if (!r->run.unchecked || e->config->ranked_pruning != PRUNING_SOUND)
        return false;
    struct ranked_run *x = &r->run;
    x->unchecked = false;
    enum visited_result result = visited_insert(&e->visited, future(e));
    if (result == VISITED_FULL)
        engine_halt(e, WIRE_LIMIT_MEMORY);
    /* Accesses between the preemption and here are no part of the rest: what is derived at them is not known. */
    x->pruned = result == VISITED_KNOWN && x->accesses == x->position[x->preempted - 1];
    return result == VISITED_FULL || x->pruned;
}

/* One more node of the graph, with what it must come after. */
static void note_access(struct ranked *r, tid t, unsigned which, bool write)
{
    struct ranked_run *x = &r->run;
    uint64_t node = ranked_mix(x->identity[t] + 1, x->number[t]++);
    node = ranked_mix(node, (uint64_t)r->set[which] << 1 | write);
    node = ranked_mix(node, x->written[which] + (write ? x->read[which] : 0));
    x->graph += node;
    if (write) {
        x->written[which] = node;
        x->read[which] = 0;
    } else {
        x->read[which] += node;
    }
}

/* --- steps ---------------------------------------------------------------------------------------------------------- */

/* t comes before all others that could move. */
static void note_beaten(struct ranked_run *x, threadset enabled, tid t)
{
    threadset others = enabled & ~threadset_of(t);
    if (!threadset_any(others))
        return;
    int64_t highest = x->priority.of[priorities_highest(&x->priority, others)];
    if (highest > x->beaten[t])
        x->beaten[t] = highest;
}

static tid highest(struct engine *e)
{
    struct ranked_run *x = &((struct ranked *)e->own)->run;
    for (;;) {
        tid t = priorities_highest(&x->priority, e->at.enabled);
        if (threadset_has(x->begun, t))
            return t;
        may_begin(e, t);
    }
}

tid ranked_run_pick(struct engine *e)
{
    struct ranked_run *x = &((struct ranked *)e->own)->run;
    look(e);
    tid t = highest(e);
    if (priorities_goes_round(&x->priority, e, t)) {
        priorities_make_last(&x->priority, t);
        x->beaten[t] = INT64_MAX;
        t = highest(e);
    }
    note_beaten(x, e->at.enabled, t);
    return t;
}

static void access(struct engine *e, tid t)
{
    struct ranked *r = e->own;
    const struct lts *l = e->lts;
    uint32_t variable = profile_next(r->profile, l, t);
    profile_access(r->profile, variable, t);
    for (unsigned i = 0; r->rank && i < r->rank->v; i++) {
        if (r->set[i] != variable)
            continue;
        struct access touched[OP_MAX_ACCESSES];
        op_accesses(l->next(l->self, t), touched);
        r->run.access = variable;
        note_access(r, t, i, touched[0].write);
    }
}

/* Every step, also those that only one thread can make. */
void ranked_run_performing(struct engine *e, tid t)
{
    struct ranked *r = e->own;
    const struct lts *l = e->lts;
    look(e);
    may_begin(e, t);
    access(e, t);
    if (l->outcomes(l->self, t) > 1)
        e->counters->sampled.choices++;
    if (priorities_yields(&r->run.priority, l, t))
        r->run.beaten[t] = INT64_MAX;
}

void ranked_run_begin(struct engine *e, bool profiling)
{
    struct ranked *r = e->own;
    struct ranked_run *x = &r->run;
    *x = (struct ranked_run){.access = NO_ACCESS, .preemptions = r->bound};
    profile_begin(r->profile);
    e->counters->ranked.c = e->counters->ranked.v = 0;
    e->counters->ranked.t = profiling ? 2 : r->rank->t;
    if (profiling)
        return;
    struct work w = r->item;
    for (unsigned i = r->bound; i > 0; i--, w = r->work[w.parent])
        x->position[i - 1] = w.position;
    permutations_make(&r->rank->permutations, w.parent, x->place);
    rng_seed(&e->rng, r->rank->permutations.seed ^ ranked_mix(1, w.parent)); /* equal beginnings have equal outcomes */
}
