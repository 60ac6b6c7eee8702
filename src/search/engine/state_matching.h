/* state_matching.h - state matching: is the state arrived at new, and need it be expanded again where bounds cut paths off?
 * (state_matching.c) */
#ifndef MZ_SEARCH_STATE_MATCHING_H
#define MZ_SEARCH_STATE_MATCHING_H

#include <stdbool.h>

#include "base/digest.h"
#include "search/engine/arrival.h"

struct engine;

/* Is the state arrived at new? And, if it has proved to be new: it is counted. */
enum met engine_match(struct engine *e, enum arrival kind);
enum met matching_count_new(struct engine *e, enum arrival kind);
bool matching_is_off(const struct engine *e); /* the reduction matches no choice points */

/* The node just pushed has something cut off; everything from the state d on is explored. */
void matching_cut(struct engine *e);
void matching_done(struct engine *e, struct digest d);

#endif
