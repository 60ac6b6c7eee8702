/* ahead.h - a transition that is known to lead to a known state need not be taken (ahead.c). */
#ifndef MZ_SEARCH_AHEAD_H
#define MZ_SEARCH_AHEAD_H

#include "search/engine/node.h"

struct engine;

struct ahead {
    struct digest *to;     /* where transitions that have not been taken lead: those of a node from node.ahead on */
    size_t         bytes;  /* reserved for them */
    struct digest *passed; /* states with a single successor that some run has passed; newer ones replace older ones */
    uint64_t       era;    /* of the search, among those that were started over */
    bool           fits;   /* ahead_fits() */
};

bool ahead_open(struct engine *e);
void ahead_close(struct engine *e);
bool ahead_fits(const struct engine *e);                   /* this search, with its policies */
void ahead_forget(struct engine *e);                       /* which states were passed */
void ahead_enter(struct engine *e, struct node *n, threadset likely); /* to be tried; n is new, and the lts is in its state */
void ahead_limit(const struct engine *e, struct node *n);  /* what is to be tried there is known now */
bool ahead_known(struct engine *e, const struct node *n);  /* is the transition to try next such a one? Then it is counted */
bool ahead_leads_back(const struct engine *e, const struct node *n, tid t); /* does a transition that is foreseen lead to a known state? */
void ahead_passed(struct engine *e, struct digest first);  /* a run of single successors began there, and has ended */

#endif
