/* pairs.h - --search=pairwise: one pair of threads after the other (pairs.c). */
#ifndef MZ_SEARCH_PAIRS_H
#define MZ_SEARCH_PAIRS_H

struct engine;

/* While the driver runs: those pairs that nobody has taken. */
void pairs_explore(struct engine *e);

#endif
