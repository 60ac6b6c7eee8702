/* known_successors.h - transitions that are known to lead to visited states, and are not taken (known_successors.c). */
#ifndef MZ_SEARCH_KNOWN_SUCCESSORS_H
#define MZ_SEARCH_KNOWN_SUCCESSORS_H

#include "search/engine/node.h"

struct engine;

bool successors_open(struct engine *e);
void successors_close(struct engine *e);
bool successors_fits(const struct engine *e);                   /* this search, with its policies */
void successors_enter(struct engine *e, struct node *n, threadset likely); /* to be tried; n is new, and the lts is in its state */
void successors_limit(const struct engine *e, struct node *n);  /* what is to be tried there is known now */
bool successors_known(struct engine *e, const struct node *n);  /* is the transition to try next such a one? Then it is counted */
bool successors_leads_back(const struct engine *e, const struct node *n, tid t); /* does t's foreseen transition lead to a known state? */

#endif
