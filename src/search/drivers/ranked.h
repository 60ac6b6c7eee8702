/* ranked.h - the state of --search=ranked: ranked.c says which executions are made, ranked_run.c how one goes. */
#ifndef MZ_SEARCH_RANKED_H
#define MZ_SEARCH_RANKED_H

#include "search/drivers/ranks.h"
#include "search/engine/engine.h"
#include "search/policies/priorities.h"

enum {
    RANKED_THREADS = 1 << 12, /* of all executions, told apart by who has created them, and as which; more: nothing is promised */
    RANKED_FRAGMENTS = RANKED_THREADS + WIRE_RANK_MOST,
};

enum ranked_pruning { PRUNING_SOUND, PRUNING_PRINTED, PRUNING_OFF }; /* the words of --ranked-pruning, in this order */

/* WorkItem in algorithm 1: an execution with one preemption more than its parent, after the parent's access number `position`. It goes like
 * the parent up to there, so no state need be kept. */
struct work {
    uint32_t parent;
    uint32_t position; /* 0: there is no preemption, and `parent` is the number of the permutation */
    uint32_t accesses; /* that it has, after which there may be one more preemption */
};

/* Threads of all executions. */
struct identities {
    uint64_t key[RANKED_THREADS];
    uint16_t slot[2 * RANKED_THREADS]; /* by key: number + 1, or 0 */
    uint32_t count;
    bool     full;
};

enum life { UNBORN, LIVE, DEAD };

/* The execution that is being made. */
struct ranked_run {
    struct priorities priority;  /* places in the permutation; those of the last are below 0 */
    uint32_t  place[RANKED_FRAGMENTS]; /* of each thread, then of what follows each preemption */
    uint8_t   life[RANKED_THREADS];
    uint32_t  identity[MAX_THREADS], children[MAX_THREADS];
    int64_t   beaten[MAX_THREADS]; /* the highest priority that a thread has come before since its own was changed; -1: none */
    threadset begun;             /* those that have made a step */
    uint32_t  holder[WIRE_RANK_MOST]; /* identity of the thread that was preempted so */
    uint32_t  position[WIRE_RANK_MOST]; /* accesses after which it is to be preempted */
    unsigned  preemptions;       /* how many of them there are to be, */
    unsigned  preempted;         /* and have been */
    uint32_t  at[WIRE_RANK_MOST];/* variables at which */
    unsigned  variables;         /* distinct ones of them */
    uint32_t  accesses;          /* so far, to tracked variables by threads that could go on */
    uint32_t  access;            /* variable that the last step has accessed, if it is tracked; else NO_ACCESS */
    bool      unchecked;         /* the last preemption has happened, and where that leads was not looked up */
    bool      pruned;
    /* The graph of the paper: accesses to tracked variables and which of them must come first. */
    uint64_t  graph;
    uint64_t  written[WIRE_RANK_MOST], read[WIRE_RANK_MOST]; /* of each variable: the last write; reads since then */
    uint32_t  number[MAX_THREADS]; /* accesses of each thread */
};
#define NO_ACCESS UINT32_MAX

struct ranked {
    struct ranks      ranks;
    struct identities identities;
    struct variable_profile   *profile;
    uint32_t          threads;   /* that permutations are made for */
    uint32_t          profiled;  /* executions made only to see what there is */
    uint64_t          cuts;
    /* The rank and set of variables that are being explored */
    struct rank      *rank;      /* NULL: none */
    uint32_t          set[WIRE_RANK_MOST];
    uint64_t          set_key;
    /* and its executions: those with `bound` preemptions are derived from those with one less, [parent, parents) */
    struct work      *work;
    uint64_t          count, capacity;
    unsigned          bound;
    uint64_t          parent, parents;
    struct work       item;      /* the one being made */
    struct ranked_run run;
    uint32_t          user[RANKED_FRAGMENTS]; /* of each place: for a moment */
};

void ranked_run_begin(struct engine *e, bool profiling);
tid  ranked_run_pick(struct engine *e);
bool ranked_run_cut(struct engine *e);
void ranked_run_performing(struct engine *e, tid t);

/* A number that stands for what came before it, and one more thing. */
static inline uint64_t ranked_mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0xbf58476d1ce4e5b9u;
    return (hash ^ hash >> 29) * 0x94d049bb133111ebu;
}

#endif
