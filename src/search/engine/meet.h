/* meet.h - the bounds of a search, and whether a state is done where they cut paths off (meet.c). */
#ifndef MZ_SEARCH_MEET_H
#define MZ_SEARCH_MEET_H

#include "model/lts.h"
#include "search/engine/arrival.h"
#include "search/engine/track.h"

struct engine;
struct bound;

enum { NOTED_BOUNDS = 2 }; /* that there is room for in a note: bound_is_remembered() says which need none */

struct bounding {
    const struct bound *bound;
    uint32_t limit, from, to, step; /* `limit` now; see struct bound_config */
    bool     soft; /* beyond it transitions may be left out, by early backtracking; otherwise they are */
};

struct bounds {
    struct bounding each[MAX_BOUNDS];
    unsigned  count;
    uint64_t  cut;        /* states at which a bound cut something off */
    bool      involves;   /* one of them goes by the variables or threads of preemptions: track.c keeps those */
    bool      marks_done; /* states that are explored with everything below them are marked so */
    uint64_t *note;       /* of the state just met, until the next one is */
};

/* Is the state arrived at new? With bounds; and, if it has proved to be new: it is counted. */
enum met meet_noted(struct engine *e, enum arrival kind);
enum met meet_new(struct engine *e, enum arrival kind);

/* The node just pushed has something cut off; everything from the state d on is explored. */
void meet_cut(struct engine *e);
void meet_done(struct engine *e, struct digest d);

#endif
