/* splits.h - differences between states: pairs of states that differ in one word only, for `mazurka states --splits`.
 *
 * While a search runs, the words of its first states are written down. At the end those words are counted in which alone some
 * state differs from another one. Many of them are what the program is about; the others are what should have been cleared.
 */
#ifndef MZ_WORLD_WATCH_SPLITS_H
#define MZ_WORLD_WATCH_SPLITS_H

#include "world/world.h"

/* Look at so many states. False when there is no memory for them. */
bool splits_enable(uint32_t states);

/* Between the search and the world: looks at each new state. */
void splits_watch(struct lts *lts);

/* Count, and put the most frequent places into the wire. */
void splits_export(struct wire *wire);

#endif
