/* graph_races.h - data races in the graph that the search has written down (engine/race_record.h, property/race_search.h). */
#ifndef MZ_SEARCH_GRAPH_RACES_H
#define MZ_SEARCH_GRAPH_RACES_H

struct engine;

/* The search is over: each race is told with a path that shows it. Where there is no memory to look for them it has to start over, without
 * labels. */
void graph_races_tell(struct engine *e);

#endif
