/* hunt_segments.c - see hunt_segments.h. */
#include "apps/hunt/hunt_segments.h"

size_t hunt_segments(const struct hunt_record *schedule, uint64_t records, struct segment *out)
{
    size_t count = 0;
    unsigned running = 0;
    for (uint64_t i = 0; i < records; i++) {
        const struct hunt_record *r = &schedule[i];
        if (r->event != HUNT_SWITCH)
            continue;
        out[count++] = (struct segment){(uint16_t)running, r->from_state == HUNT_IS_READY, r->own};
        running = r->thread;
    }
    out[count++] = (struct segment){(uint16_t)running, false, UINT64_MAX};
    return count;
}
