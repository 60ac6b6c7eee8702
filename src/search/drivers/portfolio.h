/* portfolio.h - several different searches, one after the other (portfolio.c). */
#ifndef MZ_SEARCH_PORTFOLIO_H
#define MZ_SEARCH_PORTFOLIO_H

struct engine;

void portfolio_look(struct engine *e); /* all parts of "auto" but those that explore everything */

#endif
