/* policy.h - what steers a driver at a node: order, filter, early backtracking. Each is one file and one row of a table.
 *
 * They are the functions order(), filter() and backtrackAgain() of "depth-first search with randomized backtracking"
 * (DFS-RB, figure 1) and are independent of each other and of the reduction: the set of threads to try at a node is
 * filter(reduction(enabled)), and the order picks from it. A filter that takes threads away, or backtracking that leaves
 * a node early, makes the search partial: it can find faults but not prove their absence.
 */
#ifndef MZ_SEARCH_POLICY_H
#define MZ_SEARCH_POLICY_H

#include "search/node.h"

struct engine;

struct order {
    const char *name, *help;
    tid (*pick)(struct engine *e, const struct node *n, threadset todo); /* one of todo, which is not empty */
};

struct filter {
    const char *name, *help;
    threadset (*allow)(struct engine *e, const struct node *n, threadset threads); /* a subset */
};

struct backtracking {
    const char *name, *help;
    bool (*turn_back)(struct engine *e, const struct node *n);       /* asked before every transition out of n */
    bool (*turn_back_again)(struct engine *e, const struct node *n); /* asked after every return to n */
};

#endif
