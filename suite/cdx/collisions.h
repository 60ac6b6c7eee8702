/* collisions.h - the collisions of a frame, each pair of planes once, in the order of their names. */
#ifndef COLLISIONS_H
#define COLLISIONS_H

#include "separation.h"

struct collision {
    struct callsign  first, second; /* first < second */
    struct encounter encounter;
};

enum { MOST_COLLISIONS = 2 * PLANES };

struct collisions {
    int              count, more; /* more: for which there was no room */
    struct collision collision[MOST_COLLISIONS];
};

void collisions_clear(struct collisions *c);
void collisions_add(struct collisions *c, const struct motion *a, const struct motion *b, const struct encounter *e);

#endif
