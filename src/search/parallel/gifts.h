/* gifts.h - work stealing among machines that partition a state space (claims.h): an idle rank asks another one, and gets a part of what
 * that has not tried. */
#ifndef MZ_SEARCH_GIFTS_H
#define MZ_SEARCH_GIFTS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/record.h"

struct crew;
struct engine;
struct gifts;

/* What a gift begins with; then the decisions, and for each node on the path, the last one too, the threads that are to be tried. */
struct gift {
    uint64_t to;
    uint64_t depth, digest; /* as in struct box */
    uint64_t reserved;
};

bool gifts_begin(struct gifts *g); /* none has been given. False: no memory */
void gifts_close(struct gifts *g);

/* The leader: */
void gifts_ask(struct engine *e);                    /* for work, in claims_word, where there is none */
void gifts_put(struct engine *e, struct crew *c);    /* what a worker has put into the box, into the letter */
bool gifts_take(struct engine *e, const struct record *r); /* if it is for this machine. False: there is no room for it */
void gifts_hand_out(struct engine *e, struct crew *c);     /* those that have come, to those who are hungry */
void gifts_invite(struct engine *e, struct crew *c, bool dry); /* the next one who asks here is to be given some. `dry`: there is none */

/* A worker: the deepest node that can be part of one. */
uint64_t gifts_deepest(const struct engine *e);

#endif
