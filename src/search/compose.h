/* compose.h - for searches made of searches (search.c): portfolio.c, contest.c, division.c. */
#ifndef MZ_SEARCH_COMPOSE_H
#define MZ_SEARCH_COMPOSE_H

#include "search/search.h"

bool search_apply(struct engine *e, const struct search_config *c); /* takes a configuration over, with its policies. False: no memory */
void search_explore(struct engine *e);                              /* with it, all rounds */
void search_alone(struct engine *e); /* what a crew has begun, once more from the start, without it */
void search_count_anew(struct engine *e);
enum wire_verdict search_verdict(const struct engine *e); /* how the search has ended */

#endif
