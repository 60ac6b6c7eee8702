/* state_graph.h - --dot: states and transitions of a search written down as a graph, for programs that are small enough to be looked at.
 *
 * A layer between the search and the world: it is there only in a search that is made for it (tool/result/draw.h), and asks for the digest
 * before and after every step. A transition that is new is made with the recorder on, so that the tool can put it into words as it does in
 * a replay. When there is no more room the search is stopped.
 */
#ifndef MZ_WORLD_WATCH_STATE_GRAPH_H
#define MZ_WORLD_WATCH_STATE_GRAPH_H

#include "world/world.h"

/* Into this wire. */
bool state_graph_enable(struct wire *wire);

/* The search starts (over): nothing that was written down counts any more. */
void state_graph_restart(void);

/* Between the search and the world. */
void state_graph_watch(struct lts *lts);

#endif
