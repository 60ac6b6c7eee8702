/* motions.h - how planes have moved from one frame to the next: what the detector looks for collisions in. */
#ifndef MOTIONS_H
#define MOTIONS_H

#include "frame.h"
#include "state_table.h"

struct motion {
    struct callsign callsign;
    struct point    from, to; /* the same, of a plane that is seen for the first time */
};

struct motions {
    int           count;
    struct motion motion[PLANES];
};

/* The motions up to a frame, from what the table knows, which then knows the frame. Planes for which the table has no room have none. */
void motions_to(struct motions *m, const struct frame *f, struct state_table *known, int number);

#endif
