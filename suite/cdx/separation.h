/* separation.h - how near two planes come to each other between two frames, and whether that is too near.
 *
 * Each plane flies straight, at an even speed, from where it was to where it is. Seen from one of them, the other one flies along a
 * segment: the question is whether the segment comes into the cylinder that a plane must have for itself. */
#ifndef SEPARATION_H
#define SEPARATION_H

#include "motions.h"

enum {
    SEPARATION = 60,          /* metres, on the same height: the cylinder's radius */
    SEPARATION_UP = 30,       /* the cylinder's height, up and down */
    MOMENTS = 1024,           /* in which the time between two frames is divided */
};

struct encounter {
    int          moment; /* of those MOMENTS: the first at which they are too near */
    int          distance; /* the least on the ground, in metres */
    struct point place;  /* between the two, at the first moment */
};

bool encounter_of(const struct motion *a, const struct motion *b, struct encounter *e);

#endif
