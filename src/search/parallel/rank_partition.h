/* rank_partition.h - a partition of the state space among machines, without a reduction (--mpi): a state belongs to the rank that claims
 * it. Each rank has a group of its own (partition.c), whose table knows the states that the group has entered, and those that other ranks
 * have claimed as far as they have told; a known state is not entered. Leaders send each other the states that are new (their claims), and
 * parts of paths (rank_stealing.h).
 *
 * Claims are sent after states have been entered, so two ranks may explore one state: that costs work, and nothing else. In the end every
 * state must have been entered by a rank that has explored all of it. A rank is idle when its workers have nothing left to do and no stolen
 * work waits there. Delivery is causal: no message comes before one that its writer had read (rank_results.h). So the last statuses of all
 * ranks, as any of them knows them, are a consistent cut: if all are idle in it, and as many parts of paths were taken as were given,
 * everything is explored. Each rank concludes that for itself, when it has learned what all others know of the program and have found.
 *
 * Claims hold for one search of all ranks: an epoch. A rank that starts over begins the next epoch, and the others follow when they hear
 * of it: earlier claims and stolen work are void. Records of a later epoch are queued until this rank enters that epoch. In one epoch all
 * have the same visible set; if not, the next one is begun, with what is known then.
 *
 * A dead rank does not report idle, so termination is not detected; the host notices the death and ends the search. */
#ifndef MZ_SEARCH_RANK_PARTITION_H
#define MZ_SEARCH_RANK_PARTITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"
#include "search/engine/arrival.h"
#include "search/parallel/worker_group.h"

struct engine;

enum { MOST_CLAIMS = 1 << 20 /* of a kind, between two messages */ };

/* Claims that are to be told: those of all processes of this machine, in shared memory. */
struct claim_log {
    _Alignas(64) uint64_t count;
    struct digest state[MOST_CLAIMS + WORKERS_MOST];
};

/* Head of the first message of an epoch. */
struct epoch_head {
    struct digest visible;
    uint64_t      epoch, reserved;
};

/* The wide runtime searches alone: it comes after the narrow one, which has read what others have told. */
bool rank_partition_wanted(const struct engine *e);
bool rank_partition_begin(struct engine *e);                  /* the next epoch: nothing is visited. False: no memory */
void rank_partition_ask(struct engine *e, struct worker_group *g);    /* if a message is due all are to wait */
void rank_partition_exchange(struct engine *e, struct worker_group *g); /* while they do, and have told what they know if asked */
void rank_partition_count(struct engine *e);                  /* counters of this group become those of all, as far as is known */
void rank_partition_close(struct engine *e);

/* A worker: is there room for one more? It has entered a state that was new. */
bool rank_partition_have_room(const struct engine *e);
void rank_partition_note(struct engine *e, struct digest d, enum arrival kind);

#endif
