/* recorder.c - what came of each frame. */
#include <assert.h>
#include "recorder.h"

static bool is_sudden(const struct collisions *warned, const struct collision *c)
{
    for (int i = 0; i < warned->count; i++)
        if (callsign_same(&warned->collision[i].first, &c->first) && callsign_same(&warned->collision[i].second, &c->second))
            return false;
    return true;
}

static int count_alarms(const struct collisions *warned, const struct collisions *now)
{
    int alarms = 0;
    for (int i = 0; i < now->count; i++)
        alarms += is_sudden(warned, &now->collision[i]);
    return alarms;
}

static int nearest_of(const struct collisions *c)
{
    int nearest = -1;
    for (int i = 0; i < c->count; i++)
        if (nearest < 0 || c->collision[i].encounter.distance < nearest)
            nearest = c->collision[i].encounter.distance;
    return nearest;
}

static void keep(struct collisions *to, const struct collisions *from)
{
    to->count = from->count;
    to->more = from->more;
    for (int i = 0; i < from->count; i++)
        to->collision[i] = from->collision[i];
}

void recorder_add(struct recorder *r, int planes, int suspected, const struct collisions *c, const struct collisions *warnings)
{
    assert(r->frames < MAX_FRAMES);
    struct record *next = &r->record[r->frames++];
    *next = (struct record){.planes = planes, .suspected = suspected, .collisions = c->count + c->more};
    next->warnings = warnings->count + warnings->more;
    next->alarms = count_alarms(&r->warned, c);
    next->nearest = nearest_of(c);
    r->alarms += next->alarms;
    keep(&r->warned, warnings);
}
