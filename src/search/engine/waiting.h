/* waiting.h - nobody can move but by time-outs, or to poll: is there somebody who waits in vain? (waiting.c) */
#ifndef MZ_SEARCH_WAITING_H
#define MZ_SEARCH_WAITING_H

#include "base/visited.h"

struct engine;

struct waiting {
    struct visited judged; /* states of which it is known */
    struct visited tried;  /* those that were come to from the one that is being judged */
    uint64_t tried_in_all; /* and from all of them */
};

bool waiting_judge(struct engine *e); /* False: the search halts */
void waiting_clear(struct engine *e); /* nothing has been judged */
void waiting_close(struct engine *e);

#endif
