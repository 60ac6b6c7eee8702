/* ahead.h - transitions that are known to lead to visited states, and are not taken (ahead.c). */
#ifndef MZ_SEARCH_AHEAD_H
#define MZ_SEARCH_AHEAD_H

#include "search/engine/node.h"

struct engine;

bool ahead_open(struct engine *e);
void ahead_close(struct engine *e);
bool ahead_fits(const struct engine *e);                   /* this search, with its policies */
void ahead_enter(struct engine *e, struct node *n, threadset likely); /* to be tried; n is new, and the lts is in its state */
void ahead_limit(const struct engine *e, struct node *n);  /* what is to be tried there is known now */
bool ahead_known(struct engine *e, const struct node *n);  /* is the transition to try next such a one? Then it is counted */
bool ahead_leads_back(const struct engine *e, const struct node *n, tid t); /* does a transition that is foreseen lead to a known state? */

#endif
