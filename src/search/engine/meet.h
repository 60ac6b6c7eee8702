/* meet.h - state matching: is the state arrived at new, and need it be expanded again where bounds cut paths off? (meet.c) */
#ifndef MZ_SEARCH_MEET_H
#define MZ_SEARCH_MEET_H

#include <stdbool.h>

#include "base/digest.h"
#include "search/engine/arrival.h"

struct engine;

/* Is the state arrived at new? And, if it has proved to be new: it is counted. */
enum met engine_meet(struct engine *e, enum arrival kind);
enum met meet_new(struct engine *e, enum arrival kind);
bool meet_is_unmatched(const struct engine *e); /* the reduction matches no choice points */

/* The node just pushed has something cut off; everything from the state d on is explored. */
void meet_cut(struct engine *e);
void meet_done(struct engine *e, struct digest d);

#endif
