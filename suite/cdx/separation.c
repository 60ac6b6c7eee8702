/* separation.c - encounters of planes. */
#include "separation.h"

/* The other plane as seen from the first one, at the beginning; and how it moves until the end. */
struct approach {
    struct point at, by;
};

static struct approach approach_of(const struct motion *a, const struct motion *b)
{
    struct point before = difference(&b->from, &a->from), after = difference(&b->to, &a->to);
    return (struct approach){.at = before, .by = difference(&after, &before)};
}

/* --- on the ground: the distance is a parabola of the time, whose squares are compared ------------------------------------- */

static struct point on_ground(const struct point *p) { return point_of(p->x, p->y, 0); }

static long long square_at(const struct approach *a, int moment)
{
    long long x = (long long)a->at.x * MOMENTS + (long long)a->by.x * moment;
    long long y = (long long)a->at.y * MOMENTS + (long long)a->by.y * moment;
    return x * x + y * y;
}

/* The moment at which they are nearest. */
static int nearest(const struct approach *a)
{
    struct point at = on_ground(&a->at), by = on_ground(&a->by);
    long long square = product(&by, &by), towards = -product(&at, &by);
    if (square == 0 || towards <= 0)
        return 0;
    return towards >= square ? MOMENTS : (int)(towards * MOMENTS / square);
}

static bool is_near(const struct approach *a, int moment)
{
    long long limit = (long long)SEPARATION * MOMENTS;
    return square_at(a, moment) <= limit * limit;
}

/* The first moment of [from, to] that is near, where those that are not come before those that are. `to` is near. */
static int first_near(const struct approach *a, int from, int to)
{
    while (from < to) {
        int half = (from + to) / 2;
        if (is_near(a, half))
            to = half;
        else
            from = half + 1;
    }
    return to;
}

/* The last moment of [from, to] that is near, where those that are come first. `from` is near. */
static int last_near(const struct approach *a, int from, int to)
{
    while (from < to) {
        int half = (from + to + 1) / 2;
        if (is_near(a, half))
            from = half;
        else
            to = half - 1;
    }
    return from;
}

/* --- in height ------------------------------------------------------------------------------------------------------------- */

static bool is_level(const struct approach *a, int moment)
{
    long long up = (long long)a->at.z * MOMENTS + (long long)a->by.z * moment, limit = (long long)SEPARATION_UP * MOMENTS;
    return up <= limit && up >= -limit;
}

/* The first moment of [from, to] at which they are on about the same height; MOMENTS + 1: none. */
static int first_level(const struct approach *a, int from, int to)
{
    if (is_level(a, from))
        return from;
    long long above = (long long)a->at.z * MOMENTS + (long long)a->by.z * from, limit = (long long)SEPARATION_UP * MOMENTS;
    long long speed = above > 0 ? -(long long)a->by.z : a->by.z, gap = (above > 0 ? above : -above) - limit;
    if (speed <= 0)
        return MOMENTS + 1;
    long long moment = from + (gap + speed - 1) / speed;
    return moment <= to && is_level(a, (int)moment) ? (int)moment : MOMENTS + 1;
}

/* --- both ------------------------------------------------------------------------------------------------------------------ */

static int root_of(long long square)
{
    long long root = 0;
    for (long long bit = 1LL << 30; bit > 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= square)
            root += bit;
    return (int)root;
}

bool encounter_of(const struct motion *a, const struct motion *b, struct encounter *e)
{
    struct approach approach = approach_of(a, b);
    int least = nearest(&approach);
    if (!is_near(&approach, least))
        return false;
    int first = first_near(&approach, 0, least), last = last_near(&approach, least, MOMENTS);
    int moment = first_level(&approach, first, last);
    if (moment > last)
        return false;
    struct point place_a = part_of_way(&a->from, &a->to, moment, MOMENTS), place_b = part_of_way(&b->from, &b->to, moment, MOMENTS);
    e->moment = moment;
    e->distance = root_of(square_at(&approach, least)) / MOMENTS;
    e->place = middle(&place_a, &place_b);
    return true;
}
