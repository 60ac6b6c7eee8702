/* compose.h - for searches made of searches (search.c): portfolio.c, contest.c, division.c, series.c; and what is explored whole. */
#ifndef MZ_SEARCH_COMPOSE_H
#define MZ_SEARCH_COMPOSE_H

#include "search/search.h"

bool search_apply(struct engine *e, const struct search_config *c); /* takes a configuration over, with its policies. False: no memory */
void search_explore(struct engine *e);                              /* with it, all rounds */
void search_alone(struct engine *e); /* what a crew has begun, once more from the start, without it */
void search_count_anew(struct engine *e);
enum wire_verdict search_verdict(const struct engine *e); /* how the search has ended */
void search_note_depth(struct engine *e, uint64_t depth); /* all states to this depth have been met */

/* Of all runs of all searches, the next one; and the search of a series that it is of. */
struct numbered {
    uint64_t run;
    uint32_t series;
};
void search_all_runs(struct engine *e, struct numbered *at); /* of the configuration that is applied; moves on */
bool search_ends_all_runs(const struct engine *e);           /* not only the last one has ended, and why the others have not begun */

void series_run(struct engine *e);     /* series.c */
void portfolio_look(struct engine *e); /* portfolio.c: all parts of "auto" but those that explore everything */

#endif
