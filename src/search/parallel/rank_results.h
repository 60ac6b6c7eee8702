/* rank_results.h - results shared among machines (--mpi): a state that one rank has finished the others need not explore. Each has a group
 * of its own (shared_results.c); the leaders send each other their new facts (reduce/shared_facts.h), and the meaning of their tags.
 *
 * As with a file (checkpointing.h) all workers of a machine wait and have told what they know when a message is made: it holds no fact
 * without what its workers have found out and reported on the way to it. The host sees to it that delivery is causal: no message comes
 * before one that its writer had read. So a rank that finishes the root, with whatever messages, has received all that they rest on: it
 * learns that before it concludes, and if more proves to be visible everything starts over.
 *
 * Facts hold for one visible set; of messages from ranks with another one only the facts are ignored. A rank that would see more by what
 * they know starts over at once. A rank that starts over has forgotten what others have told, and says so: then they tell all of it again.
 * A lost message costs work, and nothing else. */
#ifndef MZ_SEARCH_RANK_RESULTS_H
#define MZ_SEARCH_RANK_RESULTS_H

#include <stdbool.h>

#include "base/digest.h"

struct worker_group;
struct engine;
struct keeper;

/* Head of a message whose facts and tags have nothing to do with those of earlier ones. */
struct results_head {
    struct digest visible;
    uint64_t      lost; /* the writer has forgotten what others have told */
    uint64_t      reserved;
};

const struct keeper *rank_results_host(const struct engine *e); /* who brings them; NULL: nobody */
bool rank_results_wanted(const struct engine *e);
bool rank_results_begin(struct engine *e); /* the table of facts holds what a file has kept, at most. False: no memory */
bool rank_results_due(struct engine *e);
void rank_results_exchange(struct engine *e, struct worker_group *g); /* while all wait, and have told what they know */
void rank_results_learn(struct engine *e); /* the others' knowledge of the program, as far as received: before concluding */
void rank_results_close(struct engine *e);

#endif
