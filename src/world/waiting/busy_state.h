/* busy_state.h - who waits in a loop, as part of struct world. What it means is told in busy_wait.h. */
#ifndef MZ_WORLD_WAITING_BUSY_STATE_H
#define MZ_WORLD_WAITING_BUSY_STATE_H

#include "model/threadset.h"

struct busy_wait {
    threadset known;   /* threads for which it is known whether they wait, in the present state, */
    threadset waiting; /* and those that do; */
    threadset counting; /* of these, those that made COUNTING_MOST rounds, and never the same (counting.h) */
    unsigned  yields;  /* that the running step has passed */
};

#endif
