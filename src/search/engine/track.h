/* track.h - what policies need to know of the path, one record for each node on it. Kept only if a policy asks for it.
 *
 * Depth, context switches and runs count choice points only: decisions, not the points with a single successor between them.
 * The first decision on a path follows none: it is neither a context switch nor a choice without one.
 */
#ifndef MZ_SEARCH_TRACK_H
#define MZ_SEARCH_TRACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/op.h"
#include "model/threadset.h"

struct engine;

enum { MAX_BOUNDS = 4 };

struct track {
    uint32_t cost[MAX_BOUNDS]; /* of the path to here, by each bound */
    uint32_t switches;         /* decisions that were of another thread than the one before */
    uint32_t run;              /* decisions at the end of the path that are of one thread: r in the paper */
    uint32_t trail;            /* the path in the trail; 0: not there yet, or the root */
    uint32_t chosen;           /* bound "preemption-variables": the last node on the path, plus 1, at whose `variable` there was a first
                                * preemption; 0: none */
    uint64_t variable;         /* that the last step has accessed (profile.h: profile_key) */
    threadset involved;        /* in the preemptions on the path: those who were left, and those for whom */
    threadset moved;           /* threads that have made a step since the last decision, it included */
    uint16_t mover;            /* that has made the last step */
    bool     preemptible;      /* it: to go on with another thread is to preempt it */
    bool     left;             /* something here or below was left out by early backtracking */
};

struct tracking {
    bool          kept;     /* some policy asks for it */
    uint64_t      variable; /* that the last step has accessed, if a bound wants to know */
    struct track *at;       /* like nodes */
    size_t        bytes;    /* reserved */
    struct op    *ops;      /* like nodes: what the thread being tried there does, for orders that ask */
    size_t        op_bytes;
};

/* Told of every step where a bound wants to know which variable it accesses. */
void track_performing(struct engine *e, tid t);

/* A state has been arrived at by the last decision: fills in the record at e->depth. */
void track_arrive(struct engine *e);

/* That state is a node, and the lts is in it: whom to leave there is to preempt it, and who has moved on the way there, again, since a long
 * run of single successors may have gone on. */
void track_node(struct engine *e);

/* Is there a preemption at this variable on the path to k? */
bool track_has_chosen(const struct engine *e, const struct track *k, uint64_t variable);

/* The node at e->depth is done with. */
void track_leave(struct engine *e);

#endif
