/* bfs.h - breadth-first search, in which states are stored when they are met and expanded later (bfs.c). */
#ifndef MZ_SEARCH_BFS_H
#define MZ_SEARCH_BFS_H

#include <stdbool.h>
#include <stdint.h>

struct engine;

struct queueing {
    uint64_t dive;                      /* from this depth on they are explored depth first */
    uint32_t (*rank)(struct engine *e); /* of the state just entered: smallest first. NULL: all are equal, first come first served */
    bool     random;                    /* any of them, at random */
};
void bfs_run(struct engine *e, const struct queueing *q);

#endif
