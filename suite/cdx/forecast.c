/* forecast.c - motions that are to come. */
#include "forecast.h"

static struct point ahead_of(const struct motion *m, int frames)
{
    struct point by = difference(&m->to, &m->from);
    return point_of(m->to.x + frames * by.x, m->to.y + frames * by.y, m->to.z + frames * by.z);
}

void motions_ahead(struct motions *ahead, const struct motions *now, int frames)
{
    ahead->count = now->count;
    for (int i = 0; i < now->count; i++) {
        const struct motion *m = &now->motion[i];
        ahead->motion[i].callsign = m->callsign;
        ahead->motion[i].from = ahead_of(m, frames - 1);
        ahead->motion[i].to = ahead_of(m, frames);
    }
}
