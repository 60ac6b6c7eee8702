/* pairwise.h - one pair of threads and one code fragment: what pairwise.c explores for it, and what it remembers on the way. */
#ifndef MZ_SEARCH_PAIRWISE_H
#define MZ_SEARCH_PAIRWISE_H

#include "search/drivers/causal_prefix.h"
#include "search/drivers/prefix_memo.h"
#include "wire/wire.h"

struct engine;

/* Part of each node on the path that is put back when another of its transitions is taken. */
struct pair_place {
    struct digest key;      /* the state, with who moved last and where T_i is: coming back to it is going round in a circle */
    threadset     live;     /* threads whose birth has been noted */
    uint32_t      steps;    /* of the prefix */
    uint32_t      memo_state; /* number of the state before the fragment; 0: it has none */
    uint16_t      mover;    /* T_cur there */
    bool          entered, from_within;
};

struct pairwise {
    tid       T_i, T_j;
    uint32_t  fragment;
    bool      entered;      /* T_i has executed the first instruction of l_mod */
    bool      from_within;  /* it was inside when it made its last step */
    threadset live;         /* threads whose birth has been noted */
    uint64_t  entries;      /* paths on which T_i has come to l_mod */
    bool      met;          /* T_j was there on some path */
    uint64_t  events;       /* that were in E, over all of them */
    struct causal_prefix prefix;
    struct prefix_memo memo;
    uint32_t           here; /* number of the state met last */
    struct pair_place *at;  /* like nodes */
    size_t             bytes; /* reserved */
};

bool pairwise_open(struct engine *e, struct pairwise *p);
void pairwise_close(struct pairwise *p);

/* Explores all interleavings of the pair, until the search is halted. e->own is p meanwhile. */
void pairwise_explore(struct engine *e, struct pairwise *p);

/* Told of every step: births and synchronization are noted. The threads that were born since the last one. */
threadset pairwise_performing(struct engine *e, struct pairwise *p, tid t);

#endif
