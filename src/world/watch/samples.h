/* samples.h - states written down whole, for the tool to compare: with each its schedule, so that it can be reached again.
 *
 * A search writes down some of its states, at growing distances; a replay the one that it ends in. `mazurka states --agree`
 * compares the ones with the others, which are made with dead values kept.
 */
#ifndef MZ_WORLD_WATCH_SAMPLES_H
#define MZ_WORLD_WATCH_SAMPLES_H

#include "world/world.h"

/* At most so many, into this wire. */
void samples_enable(struct wire *wire, uint32_t states);

/* The search starts (over): nothing that was written down counts any more. */
void samples_restart(void);

/* Between the search and the world: of each new state of the search the path in the wire leads to it. */
void samples_watch(struct lts *lts);

/* The last state of a replay. */
void samples_last(const struct world *w);

#endif
