/* dfs.c - depth-first search of all states: figure 1 of Parížek, Lhoták, "Fast Detection of Concurrency Errors by State Space Traversal
 * with Randomization and Early Backtracking", iterative. Without randomized backtracking lines 14 to 17 and 22 are not there.
 *
 *     line    of figure 1                              here
 *     1-4     visited, path; explore(s0)               run()
 *     6       explore(s)                               one turn of the loop in dfs_from() for each transition of nodes[depth]
 *     7, 8    if s is in visited return; visited += s  arrive_choice(), arrive_end(): engine_match()
 *     9-12    if error(s), terminate                   dfs_arrive(): engine_judge(), which halts unless all errors are wanted. Faults of a
 *                                                      step are judged whenever it is taken, those of a state where it is new
 *     13      for tr in order(filter(enabled(s)))      enter(): the enabled threads, less what the reduction, the bounds and the filter
 *                                                      leave out; pick_thread(): the order, one at a time, and each outcome of a thread
 *     14-17   depth, threshold, ratio                  choose(): turned_back(), which asks turn_back() of rb.c, and abandon()
 *     18, 19  execute, push                            take(): engine_take(); known successors are passed over (successors_known())
 *     20      explore(s')                              dfs_arrive(): enter()
 *     21      pop                                      depth--
 *     22      if backtrackAgain return                 returned(), which asks turn_back_again() of rb.c, and abandon()
 *     23, 24  end                                      leave()
 *
 * Invariant: nodes[0..depth] are the choice points on the path; what is enabled there and neither in todo nor being tried
 * has been explored completely, or left out knowingly by the reduction, the filter or early backtracking.
 *
 * The lts is rewound only when a node has a further transition, so leaving several nodes at once costs one rewind.
 */
#include "search/drivers/dfs.h"

#include "search/samplers/aside.h"
#include "search/drivers/cycle.h"
#include "search/drivers/unread_trial.h"
#include "search/engine/engine.h"
#include "search/engine/known_successors.h"
#include "search/engine/path_facts.h"
#include "search/engine/reduced.h"
#include "search/policies/rb_complete.h"

/* Threads whose transitions stay within all bounds, at a new node. */
static threadset within_bounds(struct engine *e, const struct node *n, threadset threads)
{
    threadset all = threads;
    path_facts_node(e);
    for (unsigned i = 0; i < e->bounds.count; i++) {
        const struct bounding *b = &e->bounds.each[i];
        uint32_t spent = e->path_facts.at[e->depth].cost[i];
        threadset within = NO_THREADS;
        if (b->soft)
            continue;
        THREADSET_EACH(t, threads)
            if (spent + b->bound->cost(e, n, t) <= b->limit)
                within |= threadset_of(t);
        threads = within;
    }
    if (!threadset_equal(threads, all))
        matching_cut(e);
    e->path_facts.at[e->depth].trail = 0;
    return threads;
}

/* Threads that the filter lets pass. It claims nothing, also where it happens to leave nothing out. */
static threadset admit(struct engine *e, const struct node *n, threadset threads)
{
    if (!e->config->filter)
        return threads;
    e->left_out = true;
    return threads & e->config->filter->allow(e, n, threads);
}

/* The state arrived at is to be expanded. */
static inline void enter(struct engine *e)
{
    struct node *n = &e->nodes[e->depth];
    engine_push(e);
    threadset likely = e->reduction ? reduced_likely(e) : n->enabled;
    successors_enter(e, n, likely); /* first: what it fetches from memory is on its way while the rest is done */
    threadset wanted = e->reduction ? reduced_enter(e) : n->enabled;
    if (e->path_facts.kept)
        wanted = within_bounds(e, n, wanted);
    n->todo = admit(e, n, wanted);
    successors_limit(e, n);
    cycle_enter(e);
}

/* Returns whether the state arrived at is to be expanded; it is nodes[depth] then. */
static bool arrive_choice(struct engine *e)
{
    enum met met = engine_match(e, ARRIVED_CHOICE);
    if (met == MET_NEW && e->reduction && reduced_covered(e))
        met = MET_KNOWN;
    if (e->reduction)
        reduced_arrived(e, ARRIVED_CHOICE, met);
    if (met == MET_NEW || met == MET_AGAIN) {
        cycle_took(e, met);
        enter(e);
        return true;
    }
    if (met == MET_KNOWN && e->cycles) {
        cycle_took(e, met);
        cycle_judge(e);
    }
    return false;
}

static void arrive_end(struct engine *e, enum arrival kind)
{
    enum met met = engine_match(e, kind);
    if (met == MET_NEW)
        engine_judge(e, kind); /* first: others may go by what the reduction says of the state (shared_facts.h) */
    if (e->reduction)
        reduced_arrived(e, kind, met);
}

bool dfs_arrive(struct engine *e, enum arrival kind)
{
    if (e->path_facts.kept)
        path_facts_arrive(e);
    if (kind == ARRIVED_LONG)
        kind = engine_pass_long(e, kind);
    e->recording = false;
    switch (kind) {
    case ARRIVED_CHOICE:
        return arrive_choice(e);
    case ARRIVED_END:
    case ARRIVED_DEADLOCK:
        arrive_end(e, kind);
        return false;
    case ARRIVED_FAULT:
        engine_judge(e, kind);
        break;
    case ARRIVED_ASSUMED:
        e->counters->assumed++;
        break;
    default:
        break;
    }
    if (e->reduction)
        reduced_arrived(e, kind, MET_NEW);
    return false;
}

/* Every outcome of the thread being tried has been. */
static inline void finish_thread(struct engine *e, struct node *n)
{
    n->done |= threadset_of(n->thread);
    n->choice = n->choices = 0;
    if (e->reduction)
        reduced_tried(e, n->thread);
}

/* To the state of n, if the lts is not there. */
static inline void be_at(struct engine *e, const struct node *n, bool *there)
{
    if (!*there)
        engine_back(e, n);
    *there = true;
}

/* What the reduction asked for has been tried. Does it want another thread? */
static bool want_more(struct engine *e, struct node *n, bool *there)
{
    threadset candidates = reduced_more(e);
    if (!threadset_any(candidates))
        return false;
    if (e->config->order)
        be_at(e, n, there);
    n->todo = threadset_of(e->config->order ? e->config->order->pick(e, n, candidates) : reduced_prefer(e, candidates));
    return true;
}

static inline void pick_thread(struct engine *e, struct node *n, bool *there)
{
    const struct order *order = e->config->order;
    if (order)
        be_at(e, n, there);
    n->thread = (uint16_t)(order ? order->pick(e, n, n->todo) : threadset_first(n->todo));
    n->todo &= ~threadset_of(n->thread);
    n->choice = n->first = 0;
    n->choices = 1;
    if (threadset_has(n->foreseen, n->thread))
        return;
    be_at(e, n, there);
    n->choices = (uint16_t)e->lts->outcomes(e->lts->self, n->thread);
    if (n->choices > 1 && order && order->first)
        n->first = (uint16_t)order->first(e, n, n->choices);
}

/* Leave the rest of a node untried. */
static void abandon(struct engine *e, struct node *n)
{
    if (!threadset_any(n->todo) && n->choice == n->choices)
        return;
    e->counters->left_early++;
    if (e->path_facts.kept)
        e->path_facts.at[e->depth].left = true;
    if (e->config->completion != COMPLETE_NOT)
        rb_complete_remember(e, n);
    else
        e->left_out = true;
    n->todo = NO_THREADS;
    n->choice = n->choices = 0;
}

/* Does early backtracking leave n now? It may want to know the next transition first. */
static __attribute__((noinline)) bool turned_back(struct engine *e, struct node *n, bool *there)
{
    const struct backtracking *b = e->leaving.by;
    if (b->looks_ahead && n->choices == 0)
        pick_thread(e, n, there);
    bool turned = e->leaving.all || (!e->leaving.resumed && b->turn_back(e, n));
    e->leaving.resumed = false;
    e->leaving.all = turned && e->config->completion == COMPLETE_BY_CHOICE;
    if (turned)
        abandon(e, n);
    return turned;
}

/* Is there a further transition out of n? Then (n->thread, n->choice) is it. */
static inline bool choose(struct engine *e, struct node *n, bool *there)
{
    if (n->choices > 0 && n->choice == n->choices)
        finish_thread(e, n);
    if (n->choices == 0 && !threadset_any(n->todo) && !(e->reduction && want_more(e, n, there)))
        return false;
    if (e->leaving.by && turned_back(e, n, there))
        return false;
    if (n->choices == 0)
        pick_thread(e, n, there);
    return true;
}

static inline enum arrival take(struct engine *e, struct node *n, bool there)
{
    unsigned outcome = n->first + n->choice++;
    be_at(e, n, &there);
    e->recording = e->labelled;
    if (e->recording)
        e->at.number = n->number;
    return engine_take(e, n->thread, outcome < n->choices ? outcome : outcome - n->choices, n->choices);
}

bool dfs_choose(struct engine *e, struct node *n, bool *there)
{
    return choose(e, n, there);
}

enum arrival dfs_take(struct engine *e, struct node *n, bool there)
{
    return take(e, n, there);
}

void dfs_leave(struct engine *e)
{
    cycle_leave(e);
    if (e->reduction)
        reduced_leave(e);
    if (e->path_facts.kept)
        path_facts_leave(e);
}

/* Back at nodes[depth], from a state that was arrived at or has been left. */
static void returned(struct engine *e)
{
    struct node *n = &e->nodes[e->depth];
    if (e->leaving.by && !e->leaving.all && e->leaving.by->turn_back_again(e, n))
        abandon(e, n);
}

void dfs_from(struct engine *e, uint64_t floor, bool there)
{
    while (!e->halted) {
        struct node *n = &e->nodes[e->depth];
        if (!choose(e, n, &there)) {
            dfs_leave(e);
            if (e->depth == floor)
                return;
            e->depth--;
            there = false;
        } else if (successors_known(e, n)) {
            n->choice++;
        } else if ((there = dfs_arrive(e, take(e, n, there)))) {
            if (aside_due(e) && !unread_trial(e))
                aside_turn(e);
            continue;
        } else {
            e->depth--;
        }
        returned(e);
    }
}

static void run(struct engine *e)
{
    e->recording = e->labelled;
    if (dfs_arrive(e, engine_start(e)))
        dfs_from(e, 0, true);
}

const struct search search_dfs = {
    .is = &search_kind_dfs,
    .run = run,
};
