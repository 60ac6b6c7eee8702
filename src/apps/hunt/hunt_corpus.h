/* hunt_corpus.h - schedules that showed something new: which write a read saw. One of them, changed, is where an execution by `rff`
 * begins. */
#ifndef MZ_APPS_HUNT_HUNT_CORPUS_H
#define MZ_APPS_HUNT_HUNT_CORPUS_H

#include "apps/hunt/hunt_segments.h"
#include "base/rng.h"

/* The last execution's, if it has a pair that none had before. */
void hunt_corpus_learn(const struct hunt_wire *w);

/* Segments for the next execution; their number, 0: nothing is kept. */
size_t hunt_corpus_draw(struct rng *r, struct hunt_record *script);

#endif
