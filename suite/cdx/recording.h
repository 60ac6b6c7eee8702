/* recording.h - frames of the radar as bytes, one after the other: all that is simulated is recorded before it is played.
 *
 * A recorded frame has the number of its planes, a name, and a position for each, and a sum over all that, by which a reader sees
 * whether it is whole. Numbers are written seven bits at a time, the last ones first; a number below zero counts as odd. A position
 * is written as its difference to the one of the same place in the frame before, which is small. */
#ifndef RECORDING_H
#define RECORDING_H

#include "frame.h"

enum {
    BYTES_OF_NUMBER = 5, /* at most */
    BYTES_OF_FRAME = BYTES_OF_NUMBER * (2 + 4 * PLANES) + PLANES * CALLSIGN,
};

struct recording {
    int           end, next;     /* bytes that are written, and that are read */
    struct point  last[PLANES];  /* positions of the last frame that was written or read */
    unsigned char byte[MAX_FRAMES * BYTES_OF_FRAME];
};

void recording_write(struct recording *r, const struct frame *f);
void recording_rewind(struct recording *r); /* all is written: what follows reads it from the beginning */
bool recording_read(struct recording *r, struct frame *f); /* false: there is no more, or it is not whole */

#endif
