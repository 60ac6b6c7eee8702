/* rounds.h - searches that consist of several: restarts, iterations, bounds that are raised (rounds.c). */
#ifndef MZ_SEARCH_ROUNDS_H
#define MZ_SEARCH_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>

struct engine;

/* The limits of the first round; does another round follow the one that has ended? */
void rounds_begin(struct engine *e);
bool rounds_next(struct engine *e);
void rounds_note_threshold(struct engine *e); /* a round that came to its end has explored everything above its threshold */
void rounds_clear(struct engine *e); /* nothing is visited, nothing was left out */

#endif
