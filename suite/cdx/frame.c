/* frame.c - frames of the radar. */
#include <assert.h>
#include "frame.h"

void frame_clear(struct frame *f)
{
    f->planes = 0;
    for (int i = 0; i < PLANES; i++)
        f->length[i] = 0;
    for (int i = 0; i < PLANES * CALLSIGN; i++)
        f->callsigns[i] = 0;
    for (int i = 0; i < PLANES * 3; i++)
        f->positions[i] = 0;
}

void frame_add(struct frame *f, const struct callsign *callsign, const struct point *position)
{
    int i = f->planes;
    assert(i < PLANES);
    f->length[i] = callsign->length;
    for (int j = 0; j < callsign->length; j++)
        f->callsigns[i * CALLSIGN + j] = callsign->letter[j];
    f->positions[3 * i] = position->x;
    f->positions[3 * i + 1] = position->y;
    f->positions[3 * i + 2] = position->z;
    f->planes++;
}

void frame_copy(struct frame *to, const struct frame *from)
{
    to->planes = from->planes;
    for (int i = 0; i < PLANES; i++)
        to->length[i] = from->length[i];
    for (int i = 0; i < PLANES * CALLSIGN; i++)
        to->callsigns[i] = from->callsigns[i];
    for (int i = 0; i < PLANES * 3; i++)
        to->positions[i] = from->positions[i];
}

struct callsign frame_callsign(const struct frame *f, int plane)
{
    struct callsign c = {.length = f->length[plane]};
    assert(c.length >= 0 && c.length <= CALLSIGN);
    for (int j = 0; j < c.length; j++)
        c.letter[j] = f->callsigns[plane * CALLSIGN + j];
    return c;
}

struct point frame_position(const struct frame *f, int plane)
{
    return point_of(f->positions[3 * plane], f->positions[3 * plane + 1], f->positions[3 * plane + 2]);
}
