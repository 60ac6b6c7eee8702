/* rank_stealing.h - work stealing among machines that partition a state space (rank_partition.h): an idle rank asks another one, and
 * gets a part of what that has not tried. */
#ifndef MZ_SEARCH_RANK_STEALING_H
#define MZ_SEARCH_RANK_STEALING_H

#include <stdbool.h>
#include <stdint.h>

#include "model/record.h"

struct worker_group;
struct engine;
struct rank_stealing;

/* Head of a record of stolen work; then come the decisions, and for each node on the path, the last one too,
 * the threads to try. */
struct stolen_work {
    uint64_t to;
    uint64_t depth, digest; /* as in struct mailbox */
    uint64_t reserved;
};

bool rank_stealing_begin(struct rank_stealing *s); /* none has been given. False: no memory */
void rank_stealing_close(struct rank_stealing *s);

/* The leader: */
void rank_stealing_ask(struct engine *e);                    /* for work, in rank_status, where there is none */
void rank_stealing_put(struct engine *e, struct worker_group *g);    /* what a worker has put into the box, into the message */
bool rank_stealing_take(struct engine *e, const struct record *r); /* if it is for this machine. False: there is no room for it */
void rank_stealing_hand_out(struct engine *e, struct worker_group *g);     /* those that have come, to idle workers */
void rank_stealing_invite(struct engine *e, struct worker_group *g, bool idle); /* the next one who asks gets some. `idle`: there is none */

/* A worker: the deepest node that can be part of one. */
uint64_t rank_stealing_deepest(const struct engine *e);

#endif
