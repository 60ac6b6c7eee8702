/* recorder.h - what came of each frame: how many planes it had, how many pairs were suspected, how many collisions there were, and
 * of how many to come there was a warning; and how many of them are alarms: those of which the frame before has not warned. */
#ifndef RECORDER_H
#define RECORDER_H

#include "collisions.h"

struct record {
    int planes, suspected, collisions, warnings, alarms;
    int nearest; /* metres; -1: there was no collision */
};

struct recorder {
    int               frames, alarms;
    struct record     record[MAX_FRAMES];
    struct collisions warned; /* in the last frame */
};

void recorder_add(struct recorder *r, int planes, int suspected, const struct collisions *c, const struct collisions *warnings);

#endif
