/* order_threads.c - threads in a given order, those that are not named after the others: the sequential enumeration of S-POR's
 * evaluation (section 5 of the paper in order_visited.c), with which several searches differ in the permutation of threads. */
#include "search/engine/engine.h"

static tid pick(struct engine *e, const struct node *n, threadset todo)
{
    (void)n;
    for (unsigned i = 0; i < e->config->thread_count; i++) {
        tid t = e->config->threads[i];
        if (t < MAX_THREADS && threadset_has(todo, t))
            return t;
    }
    return threadset_first(todo);
}

const struct order order_threads = {.is = &order_kind_threads, .pick = pick};
