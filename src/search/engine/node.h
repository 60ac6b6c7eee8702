/* node.h - a choice point on the path of a search: a state with more than one successor (thread × outcome).
 *
 * What is still to be tried are plain sets, because that is all that orders, filters and reductions share: a reduction
 * says which threads must be tried, a filter takes some away, an order picks the next one, and none knows the others.
 */
#ifndef MZ_SEARCH_NODE_H
#define MZ_SEARCH_NODE_H

#include "model/lts.h"

struct node {
    struct mark mark;
    threadset   enabled; /* in this state */
    threadset   todo;    /* threads still to be tried */
    threadset   done;    /* threads tried with every outcome */
    uint16_t    thread;  /* the one being tried, */
    uint16_t    choice;  /* whose outcomes [choice, choices) are left */
    uint16_t    choices; /* 0: none is being tried */
    uint16_t    first;   /* the outcome that comes first; those before it come last */
    uint32_t    number;   /* of the state in the graph of labels (race_record.h) */
    threadset   foreseen; /* threads of which it is known where they lead: */
    uint64_t    ahead;    /* t's leads to engine.successors.to[ahead + t] */
};

#endif
