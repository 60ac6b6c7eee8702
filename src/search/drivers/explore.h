/* explore.h - all rounds of one search, for searches made of searches: portfolio.c, series.c, and modes of search/parallel. */
#ifndef MZ_SEARCH_EXPLORE_H
#define MZ_SEARCH_EXPLORE_H

#include "search/engine/engine_state.h"

bool search_apply(struct engine *e, const struct search_config *c); /* takes a configuration over, with its policies. False: no memory */
void search_explore(struct engine *e);                              /* with it, all rounds */
void search_alone(struct engine *e); /* what several processes have begun, once more from the start, by one */
void search_count_anew(struct engine *e);

/* Mode in which several processes would do this, with the configuration of e and this driver. NULL: one does. */
const struct parallel_mode *search_mode(const struct engine *e, const struct search *s);

#endif
