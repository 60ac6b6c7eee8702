/* rb_complete.h - the completion of early backtracking: transitions that it has left out are explored at the end (rb_complete.c). */
#ifndef MZ_SEARCH_RB_COMPLETE_H
#define MZ_SEARCH_RB_COMPLETE_H

#include "search/engine/node.h"

struct engine;

/* A node is left early: remember what was not tried. */
void rb_complete_remember(struct engine *e, const struct node *n);

/* Afterwards: the next one of those nodes is nodes[depth], until there is none, or the search is halted. */
void rb_complete_begin(struct engine *e);
bool rb_complete_next(struct engine *e);

#endif
