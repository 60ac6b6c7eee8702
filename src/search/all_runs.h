/* all_runs.h - the runs of a search, each from the root with nothing known (all_runs.c). */
#ifndef MZ_SEARCH_ALL_RUNS_H
#define MZ_SEARCH_ALL_RUNS_H

#include "search/engine/engine_state.h"

/* The next of all runs of all searches; and the search of a series that it is of. */
struct numbered {
    uint64_t run;
    uint32_t series;
};
void search_reset(struct engine *e); /* to the root, with nothing known */
void search_all_runs(struct engine *e, struct numbered *at); /* of the configuration that is applied; moves on */
bool search_ends_all_runs(const struct engine *e);           /* not only the last one has ended, and why the others have not begun */

#endif
