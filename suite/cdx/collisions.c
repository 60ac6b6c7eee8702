/* collisions.c - the collisions of a frame. */
#include "collisions.h"

void collisions_clear(struct collisions *c)
{
    c->count = 0;
    c->more = 0;
}

static int order_of(const struct collision *a, const struct collision *b)
{
    int order = callsign_order(&a->first, &b->first);
    return order != 0 ? order : callsign_order(&a->second, &b->second);
}

/* Where a collision belongs: the first that does not come before it. */
static int place_of(const struct collisions *c, const struct collision *new)
{
    int place = 0;
    while (place < c->count && order_of(&c->collision[place], new) < 0)
        place++;
    return place;
}

static struct collision collision_of(const struct motion *a, const struct motion *b, const struct encounter *e)
{
    bool in_order = callsign_order(&a->callsign, &b->callsign) < 0;
    const struct motion *first = in_order ? a : b, *second = in_order ? b : a;
    return (struct collision){.first = first->callsign, .second = second->callsign, .encounter = *e};
}

void collisions_add(struct collisions *c, const struct motion *a, const struct motion *b, const struct encounter *e)
{
    struct collision new = collision_of(a, b, e);
    int place = place_of(c, &new);
    if (place < c->count && order_of(&c->collision[place], &new) == 0)
        return; /* two motions share more than one square */
    if (c->count == MOST_COLLISIONS) {
        c->more++;
        return;
    }
    for (int i = c->count; i > place; i--)
        c->collision[i] = c->collision[i - 1];
    c->collision[place] = new;
    c->count++;
}
