/* dpor.c - dynamic partial order reduction: Flanagan and Godefroid, "Dynamic partial-order reduction for model checking software"
 * (POPL 2005). Stateless: no state counts as known, every path is followed to its end.
 *
 * One thread is tried at a new state. Before each step, of what is in a race with it the last is found; where that was done, a
 * thread that leads to the step now about to be made is tried as well. If none of these was enabled there, all are, and the one
 * before it is looked for. (The paper looks at each state for races of everything that is pending there.)
 */
#include "reduce/execution.h"

/* Threads that were enabled at the point and do something, there or later, without which steps[count] would not come now. */
static threadset that_lead_on(const struct execution *x, const struct point *p, uint32_t i)
{
    const struct step *now = &x->steps[x->count];
    threadset leading = threadset_of(now->thread);
    for (uint32_t k = i + 1; k < x->count; k++)
        if (execution_knows(x->past, &x->steps[k]))
            leading |= threadset_of(x->steps[k].thread);
    return leading & p->enabled;
}

/* steps[count] is to come where step i was. False: there it could not, nor could anything that leads to it. */
static bool reverse(struct execution *x, uint32_t i)
{
    struct point *p = &x->points[x->steps[i].point];
    tid thread = x->steps[x->count].thread;
    if (x->steps[i].forced)
        return false;
    threadset leading = that_lead_on(x, p, i);
    if (!threadset_any(leading))
        p->wanted |= p->enabled;
    else if (!threadset_meet(leading, p->wanted))
        p->wanted |= threadset_of(threadset_has(leading, thread) ? thread : threadset_first(leading));
    return threadset_any(leading);
}

void dpor_race(struct execution *x)
{
    for (uint32_t i = x->count; i-- > 0;)
        if (execution_race(x, i) && reverse(x, i))
            return;
}

static void *open_dpor(uint64_t max_nodes)
{
    return execution_open(max_nodes, dpor_race, false);
}

const struct reduction reduction_dpor = {
    .is = &reduction_kind_dpor,
    .open = open_dpor,
    .more = execution_more,
    EXECUTION,
    EXECUTION_PLAIN,
};
