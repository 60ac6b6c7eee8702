/* ranks.h - the order in which --search=ranked looks for bugs: by growing (c, v, t), which are the preemptions that a bug needs, the
 * variables after whose accesses they happen, and the threads whose order matters; and within one (c, v, t) by sets of v variables.
 *
 * The permutations of a rank are tried in passes over all sets, each twice as long as the one before: what any of them shows is
 * shown before all of them were tried with the first set.
 *
 * Sets come in the order of their last variable. A variable that is met later is behind all others: the sets with it come
 * after all that are done, at every rank, whatever rank was being explored when it was met.
 */
#ifndef MZ_SEARCH_RANKS_H
#define MZ_SEARCH_RANKS_H

#include "search/drivers/permutations.h"
#include "search/engine/variable_profile.h"
#include "wire/wire.h"

enum { RANK_PASSES = 32, RANKS_ALL = (WIRE_RANK_MOST + 1) * WIRE_RANK_MOST / 2 * WIRE_RANK_MOST * RANK_PASSES };

/* A pass of a rank. */
struct rank {
    uint8_t  c, v, t;
    bool     final;                 /* the last pass of its rank */
    bool     done;                  /* v = 0: there is one set, the empty one */
    uint32_t next[WIRE_RANK_MOST];  /* the set to be explored next: places in the order of variables, ascending */
    uint64_t from, to;              /* of the permutations: those before were explored for a smaller t, or by passes before */
    struct permutations permutations;
};

/* Parameters of ranks. */
struct ranks_scope {
    uint32_t c, v, t;  /* at first: at most */
    uint32_t threads;
    uint32_t epsilon;  /* in parts of EPSILON_UNIT */
    uint64_t seed;
};

struct ranks {
    struct rank at[RANKS_ALL];
    unsigned    count;
    struct ranks_scope scope;
    unsigned    risen;     /* all with this c + v + t are there, and those with less */
    uint32_t   *order;     /* numbers of variables (variable_profile.h) */
    uint32_t    variables; /* that are there */
    uint32_t    met;       /* of those of the profile, so many were looked at */
};

/* All up to (c, v, t), for n threads, with nothing explored. */
void ranks_begin(struct ranks *r, const struct ranks_scope *scope);

/* Ranks that need more, when all are explored: the next c + v + t that has some. False: there are no more. */
bool ranks_rise(struct ranks *r);

/* Variables that the profile has met since; and all of them sorted: shared ones first, by loop iteration, by accesses. */
void ranks_meet(struct ranks *r, const struct variable_profile *p);
void ranks_sort(struct ranks *r, const struct variable_profile *p);

/* The first one with a set that is not explored, or NULL; the next set is. */
struct rank *ranks_open(struct ranks *r);
void         ranks_advance(struct rank *r);

void ranks_cover(const struct ranks *r, struct wire_ranked *to);

#endif
