/* reducer.c - each motion is followed over the ground, from the square where it begins, to all neighbours that it goes over, too. */
#include "reducer.h"
#include "separation.h"

/* The time, as a share, in which a motion is between two bounds on one axis: [enter, leave], over a common denominator. */
struct passage {
    long long enter, leave, whole; /* whole > 0; nothing if enter > leave */
};

static const struct passage always = {0, 1, 1};

static long long bigger(long long a, long long b) { return a > b ? a : b; }
static long long smaller(long long a, long long b) { return a < b ? a : b; }

static struct passage never(void) { return (struct passage){1, 0, 1}; }

/* A motion on one axis, from one place to another, between bounds. */
static struct passage passage_on_axis(int from, int to, int least, int most)
{
    long long way = to - from;
    if (way == 0)
        return from >= least && from <= most ? always : never();
    long long near = way > 0 ? least - from : from - most, far = way > 0 ? most - from : from - least;
    return (struct passage){bigger(near, 0), smaller(far, way > 0 ? way : -way), way > 0 ? way : -way};
}

/* Is there a moment that is in both? */
static bool meet_in_time(const struct passage *a, const struct passage *b)
{
    if (a->enter > a->leave || b->enter > b->leave)
        return false;
    return a->enter * b->whole <= b->leave * a->whole && b->enter * a->whole <= a->leave * b->whole;
}

static bool goes_over(const struct motion *m, int column, int row)
{
    int west = column * VOXEL_SIZE - SEPARATION / 2, south = row * VOXEL_SIZE - SEPARATION / 2, size = VOXEL_SIZE + SEPARATION;
    struct passage x = passage_on_axis(m->from.x, m->to.x, west, west + size);
    struct passage y = passage_on_axis(m->from.y, m->to.y, south, south + size);
    return meet_in_time(&x, &y);
}

/* What is left to follow of a motion: squares that it goes over, whose neighbours were not looked at. */
struct pursuit {
    int count;
    struct {
        int column, row;
    } square[VOXELS_OF_MOTION];
};

static void follow_to(struct voxel_map *map, struct pursuit *p, const struct motion *m, int number, int column, int row)
{
    if (p->count == VOXELS_OF_MOTION || !goes_over(m, column, row) || !voxel_map_put(map, column, row, number))
        return;
    p->square[p->count].column = column;
    p->square[p->count].row = row;
    p->count++;
}

static void follow(struct voxel_map *map, const struct motion *m, int number)
{
    struct pursuit p = {.count = 0};
    follow_to(map, &p, m, number, floor_of(m->from.x, VOXEL_SIZE), floor_of(m->from.y, VOXEL_SIZE));
    for (int i = 0; i < p.count; i++)
        for (int neighbour = 0; neighbour < 9; neighbour++)
            follow_to(map, &p, m, number, p.square[i].column + neighbour % 3 - 1, p.square[i].row + neighbour / 3 - 1);
}

void reduce(struct voxel_map *map, const struct motions *m)
{
    voxel_map_empty(map);
    for (int i = 0; i < m->count; i++)
        follow(map, &m->motion[i], i);
}
