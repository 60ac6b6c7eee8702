/* words.h - a state as the words that it consists of, each with what is known about its place. For looking at states, not for
 * identifying them: words that are zero are left out.
 */
#ifndef MZ_WORLD_WATCH_WORDS_H
#define MZ_WORLD_WATCH_WORDS_H

#include "world/world.h"

/* Pieces of more than a mebibyte: left out, or a digest of each page in place of its words. */
enum words_large { WORDS_LARGE_LEFT_OUT, WORDS_LARGE_BY_PAGES };

/* All threads are parked. */
void words_each(const struct world *w, enum words_large large, void (*each)(const struct wire_word *word, void *data), void *data);

#endif
