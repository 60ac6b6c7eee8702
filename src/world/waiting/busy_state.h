/* busy_state.h - threads that wait in loops, as part of struct world. Its meaning is in busy_wait.h. */
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
