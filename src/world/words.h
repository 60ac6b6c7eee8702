/* words.h - a state as the words that it consists of, each with what is known about its place. For looking at states, not for
 * identifying them: words that are zero and large pieces of memory are left out.
 */
#ifndef MZ_WORLD_WORDS_H
#define MZ_WORLD_WORDS_H

#include "world/world.h"

/* All threads are parked. */
void words_each(const struct world *w, void (*each)(const struct wire_word *word, void *data), void *data);

#endif
