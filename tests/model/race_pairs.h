/* race_pairs.h - data races of toy programs with memory orders, by a plain search of all pairs of a state and who knows of which access. It
 * shares nothing with src/property but the meaning of a deed. */
#ifndef MZ_TESTS_RACE_PAIRS_H
#define MZ_TESTS_RACE_PAIRS_H

#include "toy.h"
#include "world/race/deed_labels.h"

enum { MOST_ACCESSES = 64, MOST_RACES = 128, MOST_DEEDS = 64, PLAIN = 3 /* the first variables */ };
enum { AT_VARIABLE = KNOWER_PLACE, AT_MUTEX = AT_VARIABLE + TOY_VARS, AT_END = AT_MUTEX + TOY_MUTEXES, PLACES = AT_END + TOY_THREADS };

extern uint64_t luck;     /* of the program at hand: what its memory orders are made of */
extern unsigned accesses; /* of it, that have numbers */

struct deeds {
    struct deed deed[MOST_DEEDS];
    unsigned count;
};

struct known {
    uint64_t made;           /* accesses, by number */
    uint64_t by[PLACES];     /* of them those that each knower knows of */
    uint64_t sequence[TOY_VARS][TOY_THREADS];
};

/* Pairs of places. */
struct races {
    struct { uint64_t first, second; } pair[MOST_RACES];
    unsigned count;
};

bool has_race(const struct races *r, uint64_t a, uint64_t b);

/* What a step of t does, and what those who wait in loops look at. */
void deeds_of_step(struct deeds *d, const struct toy_program *p, const struct toy_state *s, tid t);
void looks(struct deeds *d, const struct toy_program *p, const struct toy_state *s);

/* Who knows of what afterwards; races are added to r. */
void apply_all(struct known *k, const struct deeds *d, struct races *r);

/* All races of the program. False: it has too many states. */
bool all_pairs(const struct toy_program *p, struct races *r);

#endif
