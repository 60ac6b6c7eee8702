/* complete.h - what early backtracking has left is explored in the end (complete.c). */
#ifndef MZ_SEARCH_COMPLETE_H
#define MZ_SEARCH_COMPLETE_H

#include "search/engine/node.h"

struct engine;

/* A node is left early: remember what was not tried. Afterwards: try it. */
void complete_remember(struct engine *e, const struct node *n);
void complete_run(struct engine *e);

#endif
