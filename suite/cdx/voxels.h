/* voxels.h - squares of the ground, and which motions go over each: a hash table by the square's corner.
 *
 * A table is emptied by a new generation: entries of older ones count as free. */
#ifndef VOXELS_H
#define VOXELS_H

#include <stdbool.h>
#include "parameters.h"

enum {
    VOXEL_SIZE = 100,                 /* metres */
    VOXELS_OF_MOTION = 32,            /* what goes over more squares is taken for an error of the radar beyond them */
    VOXEL_SLOTS = 2 * PLANES * VOXELS_OF_MOTION,
};

struct voxel {
    int column, row;
    int generation;
    int count;
    int motion[PLANES]; /* numbers */
};

struct voxel_map {
    int          generation;
    int          count, used[VOXEL_SLOTS / 2]; /* slots in use, in the order in which they came */
    struct voxel slot[VOXEL_SLOTS];
};

void voxel_map_empty(struct voxel_map *m);
bool voxel_map_put(struct voxel_map *m, int column, int row, int motion); /* false: the motion was there before, or there is no room */
const struct voxel *voxel_map_at(const struct voxel_map *m, int i);      /* the i-th in use */

#endif
