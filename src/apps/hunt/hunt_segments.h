/* hunt_segments.h - a schedule as segments: which thread runs, and until when. */
#ifndef MZ_APPS_HUNT_HUNT_SEGMENTS_H
#define MZ_APPS_HUNT_HUNT_SEGMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "wire/hunt_wire.h"

struct segment {
    uint16_t thread;
    bool     preempted;
    uint64_t own; /* decisions that the thread has had at its end */
};

/* There is room for one more than there are records. */
size_t hunt_segments(const struct hunt_record *schedule, uint64_t records, struct segment *out);

#endif
