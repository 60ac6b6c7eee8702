/* ranking.h - bugs that --search=ranked would have found, by the preemptions c, variables v and threads t that they
 * need: Bindal, Bansal, Lal 2013; and which it has. */
#ifndef MZ_TOOL_RESULT_RANKING_H
#define MZ_TOOL_RESULT_RANKING_H

#include "tool/result/result.h"

/* "all bugs of c ≤ 1, v ≤ 1, t ≤ 2 with probability 0.99; profiled 6 threads, 41 variables", or why there is no such claim. NULL: the
 * search is another one. */
char *ranking_text(const struct report *r);

/* "c = 1, v = 1, t = 2": at which rank the bug was found. NULL: there is none, or several. */
char *ranking_of_bug(const struct report *r);

struct rank_covered {
    unsigned c, v, t;
    double   probability;
};

/* Ranks that no other one includes; how many. None where nothing is promised. */
enum { RANKS_COVERED = (WIRE_RANK_MOST + 1) * (WIRE_RANK_MOST + 1) };
unsigned ranking_covered(const struct report *r, struct rank_covered out[RANKS_COVERED]);

#endif
