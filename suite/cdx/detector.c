/* detector.c - a frame becomes motions; motions that share a square of the ground are suspected, and compared. */
#include "detector.h"
#include "forecast.h"
#include "frame_buffer.h"
#include "reducer.h"
#include "../include/start.h"

struct recorder recorder;

/* What the detector remembers from frame to frame, and what it works with. */
static struct {
    struct state_table known;
    struct motions     now, ahead;
    struct voxel_map   voxels;
    struct collisions  collisions, warnings;
    int                suspected;
} own;

static void compare(const struct motion *a, const struct motion *b, struct collisions *found)
{
    struct encounter e;
    own.suspected++;
    if (encounter_of(a, b, &e))
        collisions_add(found, a, b, &e);
}

static void compare_within(const struct voxel *v, const struct motions *m, struct collisions *found)
{
    for (int i = 0; i < v->count; i++)
        for (int j = 0; j < i; j++)
            compare(&m->motion[v->motion[i]], &m->motion[v->motion[j]], found);
}

static void find_collisions(const struct motions *m, struct collisions *found)
{
    if (m->count < 2)
        return;
    reduce(&own.voxels, m);
    for (int i = 0; i < own.voxels.count; i++)
        compare_within(voxel_map_at(&own.voxels, i), m, found);
}

/* A pair that will come too near in several of the frames to come is one warning. */
static void find_warnings(void)
{
    for (int frames = 1; frames <= FORECAST_FRAMES; frames++) {
        motions_ahead(&own.ahead, &own.now, frames);
        find_collisions(&own.ahead, &own.warnings);
    }
}

static void process(const struct frame *f)
{
    motions_to(&own.now, f, &own.known, recorder.frames);
    collisions_clear(&own.collisions);
    collisions_clear(&own.warnings);
    own.suspected = 0;
    find_collisions(&own.now, &own.collisions);
    find_warnings();
    recorder_add(&recorder, own.now.count, own.suspected, &own.collisions, &own.warnings);
}

void *detector(void *frame_buffer)
{
    struct frame_buffer *buffer = frame_buffer;
    thread_starts();
    state_table_init(&own.known);
    for (struct frame *f = frame_buffer_get(buffer); f; f = frame_buffer_get(buffer))
        process(f);
    return NULL;
}
