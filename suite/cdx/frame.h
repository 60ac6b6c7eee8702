/* frame.h - a frame of the radar: names and positions of all planes at one moment, one after the other. */
#ifndef FRAME_H
#define FRAME_H

#include "callsign.h"
#include "vectors.h"

struct frame {
    int  planes;
    int  length[PLANES]; /* of the names */
    char callsigns[PLANES * CALLSIGN];
    int  positions[PLANES * 3];
};

void frame_clear(struct frame *f);
void frame_add(struct frame *f, const struct callsign *callsign, const struct point *position);
void frame_copy(struct frame *to, const struct frame *from);
struct callsign frame_callsign(const struct frame *f, int plane);
struct point frame_position(const struct frame *f, int plane);

#endif
