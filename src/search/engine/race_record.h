/* race_record.h - a record of the graph that a search explores, with the labels of transitions (model/lts.h), in which data races are
 * looked for when it is over (drivers/graph_races.h). Only of a depth-first search of all states in one process.
 *
 * A decision leads to the state behind its first step; what follows by itself up to the next choice point is a transition of its own.
 */
#ifndef MZ_SEARCH_RACE_RECORD_H
#define MZ_SEARCH_RACE_RECORD_H

#include <stdbool.h>

#include "base/digest.h"
#include "model/threadset.h"

struct engine;
struct node;

void race_record_fits(struct engine *e);                     /* does the search write it? The lts is told */
void race_record_begin(struct engine *e);                    /* nothing has been explored */
void race_record_close(struct engine *e);
uint64_t race_record_bytes(const struct engine *e);

/* Deeds since the last label was taken are no part of the next one. */
void race_record_skip(struct engine *e);

/* The rest while e->recording only. A step from e->at.number has led to the state; `decided` by the last decision on the path. */
void race_record_step(struct engine *e, struct digest to, bool decided);
void race_record_cut(struct engine *e, bool decided);        /* likewise, and the path ends */
void race_record_waits(struct engine *e, bool between);      /* threads wait in the present state, which is `between` two choice points */
void race_record_foreseen(struct engine *e, const struct node *n, tid t, struct digest to); /* t's transition is known, and not taken */

#endif
