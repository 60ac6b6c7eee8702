/* sleep.c - sleep sets alone (Godefroid, 1996). Stateless: with state matching a state would have to be expanded again whenever it
 * is met with a smaller sleep set.
 *
 * All enabled threads are tried, unless they sleep. A thread that has been tried sleeps in what is explored after it, until something
 * is done that its operation depends on. Of equivalent executions one is explored to its end; the states on the way are as many
 * as without.
 */
#include "reduce/execution.h"

static void race(struct execution *x)
{
    (void)x;
}

static void *open_sleep(uint64_t max_nodes)
{
    return execution_open(max_nodes, race, true);
}

static threadset more(struct reducing *r)
{
    const struct point *p = &((struct execution *)r->self)->points[r->depth];
    return p->enabled & ~(p->done | p->sleep);
}

const struct reduction reduction_sleep = {
    .is = &reduction_kind_sleep,
    .open = open_sleep,
    .more = more,
    EXECUTION,
    EXECUTION_PLAIN,
};
