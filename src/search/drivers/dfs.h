/* dfs.h - the parts of a depth-first search, for drivers that are built from them (dfs.c). `there`: the lts is in the state of
 * nodes[depth]. */
#ifndef MZ_SEARCH_DFS_H
#define MZ_SEARCH_DFS_H

#include "search/engine/arrival.h"
#include "search/engine/node.h"

struct engine;

bool dfs_arrive(struct engine *e, enum arrival kind);                /* is the state to be expanded? It is nodes[depth] then */
bool dfs_choose(struct engine *e, struct node *n, bool *there);      /* is there a further transition out of n? */
enum arrival dfs_take(struct engine *e, struct node *n, bool there); /* takes it */
void dfs_leave(struct engine *e);                                    /* nodes[depth] is done with */
void dfs_from(struct engine *e, uint64_t floor, bool there);         /* from nodes[depth], until nodes[floor] is done with */

#endif
