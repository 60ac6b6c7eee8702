/* rb_complete.c - extension of DFS-RB towards complete verification (section IV.D of the authors' plans after "Randomized
 * backtracking in state space traversal", 2011): every state that was left early is remembered with its untried transitions,
 * and those are explored when the random part is over, so that a run that finds nothing can end with "verified".
 *
 * Invariant: a state in the visited set has been expanded completely, or is on the path, or is in the frontier with what
 * is left to do there.
 *
 *     order    what was left first is resumed first, and nothing is left early any more
 *     random   the state to resume is picked at random
 *     again    likewise, and early backtracking goes on; a state that is resumed makes one transition at least
 *     choose   likewise, and to turn back is to leave the whole path: each state has the choice between a transition of its own and any
 *              state that was left
 */
#include "search/policies/rb_complete.h"

#include "search/engine/limits.h"
#include "search/engine/path_replay.h"

void rb_complete_remember(struct engine *e, const struct node *n)
{
    struct frontier_item item = {.todo = n->todo, .thread = n->thread, .choice = n->choice, .choices = n->choices, .first = n->first};
    item.trail = path_here(e);
    item.state = n->mark.digest.lo;
    if (!e->halted && !frontier_add(&e->frontier, 0, item))
        engine_halt(e, WIRE_LIMIT_MEMORY);
}

/* To the state that was left, with what is to be tried there. False: the search was halted on the way. */
static bool resume(struct engine *e, struct frontier_item item)
{
    if (!path_go(e, item.trail, item.state))
        return false;
    struct node *n = &e->nodes[e->depth];
    n->todo = item.todo;
    n->thread = item.thread;
    n->choice = item.choice;
    n->choices = item.choices;
    n->first = item.first;
    e->path_facts.at[e->depth].left = true; /* what lies below its other transitions may have been cut off */
    e->leaving.resumed = true;
    e->leaving.all = false;
    return true;
}

void rb_complete_begin(struct engine *e)
{
    enum completion how = e->config->completion;
    if (how == COMPLETE_IN_ORDER || how == COMPLETE_RANDOM)
        e->leaving.by = NULL;
}

bool rb_complete_next(struct engine *e)
{
    bool in_order = e->config->completion == COMPLETE_IN_ORDER;
    e->leaving.resumed = false;
    if (e->halted || e->frontier.count == 0)
        return false;
    return resume(e, in_order ? frontier_take_first(&e->frontier) : frontier_take_random(&e->frontier, &e->rng));
}
