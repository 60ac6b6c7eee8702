/* reducer.h - which motions need to be compared: those that go over the same square of the ground. */
#ifndef REDUCER_H
#define REDUCER_H

#include "motions.h"
#include "voxels.h"

/* Fills the map with all squares that motions go over, or pass at half the distance that planes have to keep. */
void reduce(struct voxel_map *map, const struct motions *m);

#endif
