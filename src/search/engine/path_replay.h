/* path_replay.h - comes back to states whose paths are known: those of the tree (path_tree.h), and others. */
#ifndef MZ_SEARCH_PATH_REPLAY_H
#define MZ_SEARCH_PATH_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

struct engine;

/* The current path, stored. The search is halted if there is no room. */
uint32_t path_here(struct engine *e);

/* To the state at the end of a stored path, which is a choice point; its node, and those before it, have nothing to do.
 * Neither counted nor met. `state` is half of its digest. False if the search was halted on the way. */
bool path_go(struct engine *e, uint32_t where, uint64_t state);

/* The same for the path of `depth` decisions that is in e->path, from the root. */
bool path_retrace(struct engine *e, uint64_t depth, uint64_t state);

/* The path is about to be left by something that makes executions of its own: its decisions, put by at the end of the room for paths.
 * False: there is none left. And back on it, with its nodes as they are but for their marks, which are taken anew. False likewise. */
bool path_put_by(struct engine *e);
bool path_come_back(struct engine *e, uint64_t depth);

#endif
