/* motions.c - how planes have moved from one frame to the next. */
#include <stddef.h>
#include "motions.h"

/* Where the plane was before, which is replaced by where it is. */
static bool moves_to(struct state_table *known, const struct callsign *c, const struct point *now, int number, struct point *before)
{
    struct state_entry *e = state_table_find(known, c);
    if (!e) {
        *before = *now;
        return state_table_add(known, c, now, number) != NULL;
    }
    *before = e->position;
    e->position = *now;
    e->seen = number;
    return true;
}

void motions_to(struct motions *m, const struct frame *f, struct state_table *known, int number)
{
    int planes = f->planes;
    m->count = 0;
    for (int i = 0; i < planes; i++) {
        struct motion *next = &m->motion[m->count];
        next->callsign = frame_callsign(f, i);
        next->to = frame_position(f, i);
        if (moves_to(known, &next->callsign, &next->to, number, &next->from))
            m->count++;
    }
    state_table_forget(known, number);
}
