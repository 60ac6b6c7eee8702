/* order_visited.c - transitions to states that are visited come first: the enumeration of S-POR's evaluation (Cirisci, Enea, Farzan,
 * Mutluergil, "A Pragmatic Approach to Stateful Partial Order Reduction", section 5), which takes it over from JPF. A dynamic
 * reduction may then know, before anything new is explored, that the others need not be tried. Among these, and where there are
 * none, another order decides (search_config.then).
 *
 * That a transition leads to a visited state is foreseen, or found out by taking it and coming back: so new states are come to
 * several times. Those steps count as steps, not as transitions.
 */
#include "search/engine/engine.h"
#include "search/engine/known_successors.h"
#include "search/engine/reduced.h"
#include "search/engine/try_step.h"

/* The lts is in the state of n. */
static bool looked(struct engine *e, const struct node *n, tid t, unsigned choice, unsigned choices)
{
    struct digest to;
    return try_step(e, n, t, choice, choices, false, &to) && visited_has(&e->visited, to);
}

/* With every outcome. */
static bool leads_back(struct engine *e, const struct node *n, tid t)
{
    if (threadset_has(n->foreseen, t) && successors_leads_back(e, n, t))
        return true;
    unsigned choices = e->lts->outcomes(e->lts->self, t), choice = 0;
    while (!e->halted && choice < choices && looked(e, n, t, choice, choices))
        choice++;
    return choice == choices;
}

static tid pick(struct engine *e, const struct node *n, threadset todo)
{
    const struct order *then = e->config->then;
    threadset back = NO_THREADS;
    if (threadset_several(todo))
        THREADSET_EACH(t, todo)
            if (leads_back(e, n, t))
                back |= threadset_of(t);
    if (threadset_any(back))
        todo = back;
    return then ? then->pick(e, n, todo) : e->reduction ? reduced_prefer(e, todo) : threadset_first(todo);
}

static unsigned first(struct engine *e, const struct node *n, unsigned choices)
{
    const struct order *then = e->config->then;
    return then && then->first ? then->first(e, n, choices) : 0;
}

const struct order order_visited = {.is = &order_kind_visited, .pick = pick, .first = first, .by_visited = true};
