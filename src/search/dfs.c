/* dfs.c - depth-first search of all states: figure 1 of "depth-first search with randomized backtracking", iterative.
 *
 * Invariant: nodes[0..depth] are the choice points on the path; what is enabled there and neither in todo nor being tried
 * has been explored completely, or left out knowingly by the reduction, the filter or early backtracking.
 *
 * The lts is rewound only when a node has a further transition, so leaving several nodes at once costs one rewind.
 */
#include "search/engine.h"

/* Threads that the filter lets pass. */
static threadset admit(struct engine *e, const struct node *n, threadset threads)
{
    if (!e->config->filter)
        return threads;
    threadset allowed = threads & e->config->filter->allow(e, n, threads);
    if (allowed != threads)
        e->left_out = true;
    return allowed;
}

static void push(struct engine *e)
{
    struct node *n = &e->nodes[e->depth];
    n->mark = e->lts->mark(e->lts->self);
    n->enabled = e->at.enabled;
    n->done = 0;
    n->thread = n->choice = n->choices = n->reserved = 0;
    n->todo = admit(e, n, e->config->reduction ? e->config->reduction->enter(e->lts, n) : n->enabled);
    ahead_enter(e, n);
    cycle_enter(e);
}

/* Returns whether the state arrived at is to be expanded; it is nodes[depth] then. */
static bool arrive_choice(struct engine *e)
{
    enum met met = engine_meet(e, ARRIVED_CHOICE);
    if (met == MET_NEW || met == MET_AGAIN) {
        cycle_took(e);
        push(e);
        return true;
    }
    if (met == MET_KNOWN && e->config->livelock) {
        cycle_took(e);
        cycle_judge(e);
    }
    return false;
}

static bool arrive(struct engine *e, enum arrival kind)
{
    if (kind == ARRIVED_LONG)
        kind = engine_pass_long(e, kind);
    switch (kind) {
    case ARRIVED_CHOICE:
        return arrive_choice(e);
    case ARRIVED_END:
    case ARRIVED_DEADLOCK:
        if (engine_meet(e, kind) == MET_NEW)
            engine_judge(e, kind);
        return false;
    case ARRIVED_FAULT:
        engine_judge(e, kind);
        return false;
    case ARRIVED_ASSUMED:
        e->counters->assumed++;
        return false;
    default:
        return false;
    }
}

/* Every outcome of the thread being tried has been: the reduction may want more threads now. */
static void finish_thread(struct engine *e, struct node *n)
{
    const struct reduction *r = e->config->reduction;
    n->done |= threadset_of(n->thread);
    n->choice = n->choices = 0;
    if (r && r->back) {
        engine_back(e, n);
        n->todo |= admit(e, n, r->back(e->lts, n, n->thread) & n->enabled & ~(n->done | n->todo));
    }
}

/* To the state of n, if the lts is not there. */
static void be_at(struct engine *e, const struct node *n, bool *there)
{
    if (!*there)
        engine_back(e, n);
    *there = true;
}

static void pick_thread(struct engine *e, struct node *n, bool *there)
{
    const struct order *order = e->config->order;
    if (order)
        be_at(e, n, there);
    n->thread = (uint16_t)(order ? order->pick(e, n, n->todo) : threadset_first(n->todo));
    n->todo &= ~threadset_of(n->thread);
    n->choice = 0;
    n->choices = 1;
    if (threadset_has(n->foreseen, n->thread))
        return;
    be_at(e, n, there);
    n->choices = (uint16_t)e->lts->outcomes(e->lts->self, n->thread);
}

/* Leave the rest of a node untried. */
static void abandon(struct engine *e, struct node *n)
{
    if (n->todo != 0 || n->choice < n->choices)
        e->left_out = true;
    n->todo = 0;
    n->choice = n->choices = 0;
}

/* Is there a further transition out of n? Then (n->thread, n->choice) is it. */
static bool choose(struct engine *e, struct node *n, bool *there)
{
    const struct backtracking *b = e->config->backtracking;
    if (n->choices > 0 && n->choice == n->choices)
        finish_thread(e, n);
    if (n->choices == 0 && n->todo == 0)
        return false;
    if (b && b->turn_back(e, n)) {
        abandon(e, n);
        return false;
    }
    if (n->choices == 0)
        pick_thread(e, n, there);
    return true;
}

/* Back at n, from a state that was arrived at or has been left. */
static void returned(struct engine *e, struct node *n)
{
    const struct backtracking *b = e->config->backtracking;
    if (b && b->turn_back_again(e, n))
        abandon(e, n);
}

/* Take the transition chosen at n. Is the lts in the state of nodes[depth] then? */
static bool take(struct engine *e, struct node *n, bool there)
{
    be_at(e, n, &there);
    if (arrive(e, engine_take(e, n->thread, n->choice++, n->choices)))
        return true;
    returned(e, &e->nodes[--e->depth]);
    return false;
}

static void run(struct engine *e)
{
    bool there = arrive(e, engine_start(e)); /* the lts is in the state of nodes[depth] */
    if (!there)
        return;
    while (!e->halted) {
        struct node *n = &e->nodes[e->depth];
        if (!choose(e, n, &there)) {
            cycle_leave(e);
            if (e->depth == 0)
                return;
            there = false;
            returned(e, &e->nodes[--e->depth]);
        } else if (ahead_known(e, n)) {
            n->choice++;
            returned(e, n);
        } else {
            there = take(e, n, there);
        }
    }
}

const struct search search_dfs = {
    .name = "dfs",
    .help = "depth first, every state once",
    .gives = NEEDS_DEPTH_FIRST,
    .prepares = true,
    .run = run,
};
