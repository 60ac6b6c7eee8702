/* vectors.c - points of the airspace. */
#include "vectors.h"

bool same_point(const struct point *a, const struct point *b) { return a->x == b->x && a->y == b->y && a->z == b->z; }

struct point difference(const struct point *a, const struct point *b) { return point_of(a->x - b->x, a->y - b->y, a->z - b->z); }

long long product(const struct point *a, const struct point *b)
{
    return (long long)a->x * b->x + (long long)a->y * b->y + (long long)a->z * b->z;
}

static int part(int from, int to, int share, int whole) { return from + (int)((long long)(to - from) * share / whole); }

struct point part_of_way(const struct point *from, const struct point *to, int share, int whole)
{
    return point_of(part(from->x, to->x, share, whole), part(from->y, to->y, share, whole), part(from->z, to->z, share, whole));
}

struct point middle(const struct point *a, const struct point *b) { return part_of_way(a, b, 1, 2); }

int floor_of(int value, int unit)
{
    int quotient = value / unit;
    return value % unit < 0 ? quotient - 1 : quotient;
}
