/* voxels.c - squares of the ground: open addressing, in a table that is half empty at least. */
#include "voxels.h"

void voxel_map_empty(struct voxel_map *m)
{
    m->generation++;
    m->count = 0;
}

static unsigned slot_of(int column, int row) { return ((unsigned)column * 73856093U ^ (unsigned)row * 19349663U) % VOXEL_SLOTS; }

/* The voxel's slot, or the free one where it may be put. */
static struct voxel *find_slot(struct voxel_map *m, int column, int row)
{
    unsigned i = slot_of(column, row);
    while (m->slot[i].generation == m->generation && (m->slot[i].column != column || m->slot[i].row != row))
        i = (i + 1) % VOXEL_SLOTS;
    return &m->slot[i];
}

static bool has_motion(const struct voxel *v, int motion) { return v->count > 0 && v->motion[v->count - 1] == motion; }

bool voxel_map_put(struct voxel_map *m, int column, int row, int motion)
{
    struct voxel *v = find_slot(m, column, row);
    if (v->generation != m->generation) {
        if (m->count == VOXEL_SLOTS / 2)
            return false;
        m->used[m->count++] = (int)(v - m->slot);
        v->column = column;
        v->row = row;
        v->generation = m->generation;
        v->count = 0;
    }
    if (has_motion(v, motion)) /* motions come one after the other */
        return false;
    v->motion[v->count++] = motion;
    return true;
}

const struct voxel *voxel_map_at(const struct voxel_map *m, int i) { return &m->slot[m->used[i]]; }
