/* pairwise.c - the interleavings of one pair of threads around one code fragment: P. Parízek, F. Kliber, "Checking Just Pairs of Threads
 * for Efficient and Scalable Incremental Verification of Multithreaded Programs", section 3.1.
 *
 * Figure 2, line by line:
 *
 *     1, 2    for T_i, for T_j                         pairs.c: all ordered pairs of threads that were seen
 *     3       exploreInterleavingsForThreadPair        pairwise_explore()
 *     7       onThreadSchedulingChoice(T_cur, ...)     onThreadSchedulingChoice(), asked at every choice point; T_cur made the last step
 *     8       p_i = getThreadCurrentPC(T_i)            p_i(): the position of T_i's pending operation
 *     9-15    {T_i, T_j} or {T_cur}                    figure2()
 *
 * The authors' program has another rule (authors()): while T_i enters l_mod or is inside, both may go on at every point. Under Figure 2
 * T_j, once it runs while T_i is inside and no longer at the entry, is not preempted any more. Who is not enabled cannot be chosen: the
 * last line of each rule says who goes on then. both() lets whoever either rule lets go on, and T_j wherever T_i cannot.
 *
 * More than two threads: when T_i first executes l_mod, every event of E (causal_prefix.h) gets an alternative at the node where it was
 * decided, as in dynamic partial order reduction, so that it is explored before l_mod and after it: alternative().
 *
 * What is matched is a state with what the rule makes of it: whom it lets go on, whether T_i has been in l_mod, whether it is at its
 * entry (key()). Before the first entry a state is known with what its ways on to l_mod leave in E of the way to it (prefix_memo.h): so
 * E is found for every prefix, and what lies behind the state is explored once.
 *
 * Where this differs from the paper: a thread that goes round in a circle of states counts as one that waits (circle()). As printed, a
 * thread that polls for what another one does would poll for ever.
 *
 * Positions are known where threads are parked. A thread that leaves the fragment and comes back with no visible operation in between is
 * inside all the time.
 */
#include "search/drivers/pairwise.h"

#include "base/circuit.h"
#include "base/reserve.h"
#include "search/drivers/dfs.h"
#include "search/engine/engine.h"

enum position { BEFORE, ENTRY, INSIDE, AFTER };

bool pairwise_open(struct engine *e, struct pairwise *p)
{
    *p = (struct pairwise){.bytes = e->node_bytes / sizeof *e->nodes * sizeof *p->at};
    p->at = reserve(&p->bytes, p->bytes);
    return p->at && causal_prefix_open(&p->prefix) && prefix_memo_open(&p->memo);
}

void pairwise_close(struct pairwise *p)
{
    reserve_release(p->at, p->bytes);
    causal_prefix_close(&p->prefix);
    prefix_memo_close(&p->memo);
    *p = (struct pairwise){0};
}

/* --- positions -------------------------------------------------------------------------------------------------------- */

static bool is_within(const struct engine *e, const struct pairwise *p)
{
    const struct lts *l = e->lts;
    return threadset_has(l->live(l->self), p->T_i) && lts_in_fragment(l, p->T_i, p->fragment);
}

static enum position p_i(const struct engine *e, const struct pairwise *p)
{
    if (!is_within(e, p))
        return p->entered ? AFTER : BEFORE;
    return p->from_within ? INSIDE : ENTRY;
}

/* --- rules ------------------------------------------------------------------------------------------------------------ */

static threadset either(threadset enabled, threadset first, threadset second)
{
    return threadset_meet(enabled, first) ? enabled & first : enabled & second;
}

/* Thread that goes on where none of those that should can. */
static threadset fallback(threadset enabled, tid T_cur, tid T_i)
{
    threadset chosen = either(enabled, threadset_of(T_cur), threadset_of(T_i));
    return threadset_any(chosen) ? chosen : threadset_of(threadset_first(enabled));
}

static threadset figure2(enum position p_i, threadset enabled, tid T_cur, tid T_i, tid T_j)
{
    threadset pair = threadset_of(T_i) | threadset_of(T_j), chosen = threadset_of(T_cur);
    if (T_cur == T_j) {
        if (p_i == ENTRY)
            chosen = pair;
    }
    if (T_cur == T_i) {
        if (p_i == ENTRY || p_i == INSIDE)
            chosen = pair;
    }
    chosen &= enabled;
    return threadset_any(chosen) ? chosen : fallback(enabled, T_cur, T_i);
}

static threadset authors(enum position p_i, threadset enabled, tid T_cur, tid T_i, tid T_j)
{
    threadset pair = threadset_of(T_i) | threadset_of(T_j);
    switch (p_i) {
    case BEFORE:
        return fallback(enabled, T_i, T_cur);
    case ENTRY:
    case INSIDE:
        return threadset_equal(enabled & pair, pair) ? pair : fallback(enabled, T_i, T_i);
    default:
        return fallback(enabled, T_cur, T_i);
    }
}

static threadset both(enum position p_i, threadset enabled, tid T_cur, tid T_i, tid T_j)
{
    threadset chosen = figure2(p_i, enabled, T_cur, T_i, T_j) | authors(p_i, enabled, T_cur, T_i, T_j);
    return threadset_has(enabled, T_i) ? chosen : chosen | (enabled & threadset_of(T_j));
}

static threadset onThreadSchedulingChoice(const struct engine *e, const struct pairwise *p, threadset enabled)
{
    static threadset (*const rules[])(enum position p_i, threadset enabled, tid T_cur, tid T_i, tid T_j) = {
        [WIRE_PAIR_AUTHORS] = authors, [WIRE_PAIR_FIGURE2] = figure2, [WIRE_PAIR_BOTH] = both};
    return rules[e->config->pair_rule](p_i(e, p), enabled, e->at.mover, p->T_i, p->T_j);
}

/* --- more than two threads -------------------------------------------------------------------------------------------- */

static threadset tried(const struct node *n)
{
    return n->todo | n->done | threadset_if(n->choices > 0, threadset_of(n->thread));
}

/* An event of E, at the node where it was decided: two threads at least are explored there, its own and another one. */
static void alternative(void *self, const struct causal_prefix_step *event)
{
    struct engine *e = self;
    struct pairwise *p = e->own;
    p->events++;
    if (event->point == 0)
        return; /* nobody else could have done anything */
    struct node *n = &e->nodes[event->point - 1];
    n->todo |= n->enabled & threadset_of(event->thread) & ~tried(n);
    threadset others = n->enabled & ~tried(n);
    if (threadset_any(others) && !threadset_several(tried(n)))
        n->todo |= fallback(others, p->T_i, p->T_j);
}

static bool seen_from(void *self, uint32_t node, const struct cone *c)
{
    struct engine *e = self;
    struct pairwise *p = e->own;
    uint32_t state = p->at[node].memo_state;
    return !state || prefix_memo_add(&p->memo, state, c);
}

/* A way from where the path is now to l_mod, or one of which no other cone is known: E of the path. */
static void way_on(struct engine *e, struct pairwise *p, const struct cone *c)
{
    struct causal_prefix_visitor visitor = {.self = e, .i = p->T_i, .j = p->T_j, .event = alternative, .node = seen_from};
    causal_prefix_back(&p->prefix, *c, (uint32_t)e->depth, &visitor);
    if (p->memo.full)
        engine_halt(e, WIRE_LIMIT_MEMORY);
}

/* The prefix ends: T_i executes the first instruction of l_mod, or the path ends while T_i is about to. */
static void end_prefix(struct engine *e, struct pairwise *p)
{
    if (p->entered || !is_within(e, p))
        return;
    p->entered = true;
    p->entries++;
    struct cone here = cone_of(p->T_i);
    way_on(e, p, &here);
}

static void note(struct engine *e, struct pairwise *p, tid t, const struct op *op, threadset born)
{
    if (!p->entered && !causal_prefix_add(&p->prefix, t, op, born, (uint32_t)e->depth))
        engine_halt(e, WIRE_LIMIT_MEMORY);
}

threadset pairwise_performing(struct engine *e, struct pairwise *p, tid t)
{
    const struct lts *l = e->lts;
    static const struct op birth = {.kind = OP_START};
    threadset live = l->live(l->self), born = live & ~p->live;
    p->live = live;
    p->met |= threadset_has(live, p->T_j);
    if (threadset_any(born))
        note(e, p, e->at.mover, &birth, born);
    const struct op *op = l->next(l->self, t);
    if (t == p->T_i) {
        end_prefix(e, p);
        p->from_within = is_within(e, p);
    }
    if (causal_prefix_counts(op))
        note(e, p, t, op, NO_THREADS);
    return born;
}

/* --- states ----------------------------------------------------------------------------------------------------------- */

static struct digest with_threads(struct digest d, threadset s)
{
    for (unsigned i = 0; i < THREADSET_WORDS; i++)
        d = digest_with(d, threadset_word(s, i));
    return d;
}

/* The state, where T_i is, and whom the rule lets go on: T_cur decides nothing else, for who makes the next step is T_cur then. Inside of
 * l_mod authors() does not ask whether T_i has just come there. (Without matching T_cur counts all the same: the ways that go round are
 * those of a printed rule.) */
static struct digest key(const struct engine *e, const struct pairwise *p)
{
    enum position at = p_i(e, p);
    if (e->config->pair_unmatched)
        return digest_with(e->at.digest, (uint64_t)(e->at.mover + 1) << 8 | (uint64_t)at);
    if (e->config->pair_rule == WIRE_PAIR_AUTHORS && at == ENTRY)
        at = INSIDE;
    return with_threads(digest_with(e->at.digest, (uint64_t)at), onThreadSchedulingChoice(e, p, e->at.enabled));
}

static bool on_path(const struct engine *e, const struct pairwise *p, struct digest key)
{
    for (uint64_t i = 0; i < e->depth; i++)
        if (digest_equal(p->at[i].key, key))
            return true;
    return false;
}

/* A state before l_mod. Births that the next step notes, as T_cur's, belong to the ways on. */
static enum visited_result meet_before(const struct engine *e, struct pairwise *p, struct digest key)
{
    const struct lts *l = e->lts;
    threadset born = l->live(l->self) & ~p->live;
    if (threadset_any(born))
        key = digest_with(with_threads(key, born), e->at.mover);
    bool known;
    p->here = prefix_memo_meet(&p->memo, key, (uint32_t)e->depth, &known);
    return !p->here ? VISITED_FULL : known ? VISITED_KNOWN : VISITED_NEW;
}

static enum met meet(struct engine *e, struct pairwise *p, struct digest key)
{
    enum visited_result result = e->config->pair_unmatched ? (on_path(e, p, key) ? VISITED_KNOWN : VISITED_NEW)
                                 : p->entered              ? visited_insert(&e->visited, key)
                                                           : meet_before(e, p, key);
    if (result == VISITED_FULL) {
        engine_halt(e, WIRE_LIMIT_MEMORY);
        return MET_FULL;
    }
    if (result == VISITED_NEW)
        return matching_count_new(e, ARRIVED_CHOICE);
    e->counters->revisits++;
    engine_judge_stuck(e, ARRIVED_CHOICE);
    return MET_KNOWN;
}

/* The last decision has led back to a state on the path: who has moved since then waits for somebody else, who comes next. */
static void circle(struct engine *e, struct pairwise *p, struct digest key)
{
    threadset moved = NO_THREADS;
    uint64_t i = e->depth;
    while (i-- > 0 && !digest_equal(p->at[i].key, key))
        moved |= threadset_of(e->path[i].thread);
    if (i == UINT64_MAX)
        return;
    moved |= threadset_of(e->path[i].thread);
    struct node *n = &e->nodes[e->depth - 1];
    threadset others = n->enabled & ~moved;
    if (threadset_any(others) && !threadset_meet(others, tried(n)))
        n->todo |= fallback(others, p->T_i, p->T_i);
}

/* The nodes of the path from its deepest state that the last decision has led back to: what lies beyond is that state's. */
static void follow_head(struct engine *e, struct pairwise *p, uint32_t head)
{
    struct prefix_memo_state *states = p->memo.states;
    for (uint64_t i = states[head].depth + 1; i < e->depth; i++) {
        struct prefix_memo_state *s = &states[p->at[i].memo_state];
        if (!s->head || states[s->head].depth < states[head].depth)
            s->head = head;
    }
}

static bool is_on_path(const struct engine *e, const struct pairwise *p, uint32_t state)
{
    uint32_t depth = p->memo.states[state].depth;
    return depth < e->depth && p->at[depth].memo_state == state;
}

/* The path has come to a state before l_mod that is known: the ways on from there, and from where they went round. */
static void ways_on(struct engine *e, struct pairwise *p)
{
    const struct prefix_memo *o = &p->memo;
    uint32_t state = p->here;
    for (; state && !is_on_path(e, p, state); state = o->states[state].head)
        for (uint32_t k = o->states[state].first; k && !e->halted; k = o->cells[k].next)
            way_on(e, p, &o->cones[o->cells[k].cone]);
    if (state)
        follow_head(e, p, state);
}

/* --- the search ------------------------------------------------------------------------------------------------------- */

/* A run of single successors is followed to its end, or until it goes round. */
static enum arrival pass_long(struct engine *e, enum arrival kind)
{
    struct circuit run = {0};
    while (kind == ARRIVED_LONG) {
        if (circuit_closed(&run, e->at.digest)) {
            engine_judge_stuck(e, kind);
            return ARRIVED_KNOWN;
        }
        kind = engine_run_on(e);
    }
    return kind;
}

static void enter(struct engine *e, struct pairwise *p, struct digest key)
{
    engine_push(e);
    struct node *n = &e->nodes[e->depth];
    n->todo = onThreadSchedulingChoice(e, p, n->enabled);
    p->at[e->depth] = (struct pair_place){.key = key, .live = p->live, .steps = p->prefix.count, .memo_state = p->here,
                                          .mover = (uint16_t)e->at.mover, .entered = p->entered, .from_within = p->from_within};
}

/* Is the state arrived at to be expanded? It is nodes[depth] then. */
static bool arrive(struct engine *e, struct pairwise *p, enum arrival kind)
{
    if (kind == ARRIVED_LONG)
        kind = pass_long(e, kind);
    if (kind == ARRIVED_DEADLOCK || kind == ARRIVED_KNOWN)
        end_prefix(e, p);
    if (kind != ARRIVED_CHOICE)
        return dfs_arrive(e, kind);
    struct digest here = key(e, p);
    p->here = 0;
    enum met met = meet(e, p, here);
    if (met == MET_KNOWN) {
        circle(e, p, here);
        if (p->here)
            ways_on(e, p);
        if (!p->here || is_on_path(e, p, p->here))
            end_prefix(e, p);
    }
    if (met == MET_NEW)
        enter(e, p, here);
    return met == MET_NEW;
}

static void go_back(struct engine *e, struct pairwise *p)
{
    const struct pair_place *at = &p->at[e->depth];
    p->entered = at->entered;
    p->from_within = at->from_within;
    p->live = at->live;
    e->at.mover = at->mover;
    causal_prefix_cut(&p->prefix, at->steps);
}

void pairwise_explore(struct engine *e, struct pairwise *p)
{
    p->entered = p->from_within = false;
    p->live = e->root.live;
    p->entries = p->events = 0;
    p->met = false;
    causal_prefix_clear(&p->prefix);
    prefix_memo_clear(&p->memo);
    bool there = arrive(e, p, engine_start(e));
    if (!there)
        return;
    while (!e->halted) {
        struct node *n = &e->nodes[e->depth];
        if (dfs_choose(e, n, &there)) {
            go_back(e, p);
            there = arrive(e, p, dfs_take(e, n, there));
            e->depth -= !there;
        } else if (e->depth == 0) {
            return;
        } else {
            e->depth--;
            there = false;
        }
    }
}
