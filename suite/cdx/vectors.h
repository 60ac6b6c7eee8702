/* vectors.h - points of the airspace, in metres: east, north and up. */
#ifndef VECTORS_H
#define VECTORS_H

#include <stdbool.h>

struct point {
    int x, y, z;
};

static inline struct point point_of(int x, int y, int z) { return (struct point){x, y, z}; }

bool same_point(const struct point *a, const struct point *b);
struct point difference(const struct point *a, const struct point *b);
long long product(const struct point *a, const struct point *b);             /* scalar */
struct point part_of_way(const struct point *from, const struct point *to, int part, int whole);
struct point middle(const struct point *a, const struct point *b);
int floor_of(int value, int unit); /* the value over the unit, rounded down for negative ones, too */

#endif
