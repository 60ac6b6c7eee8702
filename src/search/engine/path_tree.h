/* path_tree.h - a tree of the paths, as decisions, to states that a search comes back to later.
 *
 * An lts goes back only along its path. To return to a state elsewhere its schedule is followed from the last node that both
 * paths have in common. Paths share their beginnings: twelve bytes a decision, and each is stored once.
 */
#ifndef MZ_SEARCH_PATH_TREE_H
#define MZ_SEARCH_PATH_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "wire/wire.h"

struct path_tree_step {
    uint32_t             parent, depth;
    struct wire_decision decision;
};

struct path_tree {
    struct path_tree_step *steps; /* the first one is the root */
    uint64_t           count, capacity;
    size_t             bytes; /* reserved */
};

bool     path_tree_open(struct path_tree *t);
void     path_tree_close(struct path_tree *t);
void     path_tree_clear(struct path_tree *t);
uint64_t path_tree_bytes(const struct path_tree *t);

#endif
