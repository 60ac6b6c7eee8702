/* rounds.h - searches that consist of several: restarts, iterations, bounds that are raised (rounds.c). */
#ifndef MZ_SEARCH_ROUNDS_H
#define MZ_SEARCH_ROUNDS_H

#include <stdbool.h>
#include <stdint.h>

struct engine;

struct rounds {
    uint64_t restarts, iteration; /* done so far */
    uint64_t end;                 /* of this round, in nanoseconds since the search was started; 0: none */
    uint64_t most_states;         /* that may be stored in this round */
    uint64_t iteration_states, iteration_end; /* likewise of the iteration */
    uint64_t covered;             /* everything above this threshold has been explored */
    bool     over;                /* the search is halted because this round has had its share; others may follow */
};

/* The limits of the first round; does another round follow the one that has ended? */
void rounds_begin(struct engine *e);
bool rounds_next(struct engine *e);
void rounds_note_threshold(struct engine *e); /* a round that came to its end has explored everything above its threshold */
void rounds_clear(struct engine *e); /* nothing is visited, nothing was left out */

#endif
