/* frame_buffer.h - the ring of frames between the simulator, which puts them, and the detector, which gets them.
 *
 * The bug: it has no lock, unless the program is FIXED. Its indices are right nevertheless, each of them having one writer; but a
 * frame that the simulator drops while the detector drops another one is not counted. */
#ifndef FRAME_BUFFER_H
#define FRAME_BUFFER_H

#include "frame.h"
#include "../include/monitor.h"

struct frame_buffer {
    struct monitor monitor;
    struct frame   frames[BUFFER_FRAMES];
    int            first, last;
    int            dropped;
    bool           closed; /* the simulation is over */
};

void frame_buffer_init(struct frame_buffer *b);
void frame_buffer_put(struct frame_buffer *b, const struct frame *frame); /* drops it if there is no room */
void frame_buffer_close(struct frame_buffer *b);
struct frame *frame_buffer_get(struct frame_buffer *b); /* the latest, which stays as it is until the next call; NULL: there will be none */

#endif
