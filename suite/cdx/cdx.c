/* A simulator of air traffic hands radar frames to a detector of collisions, through a ring of frames.
 *
 * The detector takes the latest frame, and counts those before it as dropped; the simulator drops a frame when the ring is full. In the
 * end every frame was processed or dropped. The bug: the ring has no lock. Its indices are right nevertheless, each of them having one
 * writer; but a frame that the simulator drops while the detector drops another one is not counted. */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include "../include/monitor.h"
#include "../include/start.h"

#ifndef MAX_FRAMES
#define MAX_FRAMES 5
#endif
#ifndef BUFFER_FRAMES
#define BUFFER_FRAMES 3
#endif
#ifndef PLANES
#define PLANES 8
#endif
#ifndef CALLSIGN
#define CALLSIGN 6 /* letters of a plane's name */
#endif

struct frame {
    int  planes;
    int  length[PLANES]; /* of the names */
    char callsigns[PLANES * CALLSIGN];
    int  positions[PLANES * 3];
};

struct frame_buffer {
    struct monitor monitor;
    struct frame   frames[BUFFER_FRAMES];
    int            first, last;
    int            dropped;
    bool           closed; /* the simulation is over */
};

static struct frame_buffer *frame_buffer; /* made by the initialiser */
static int frames_processed, collisions;

/* --- the ring of frames: a monitor, if it is FIXED ---------------------------------------------------------------------------- */

#ifdef FIXED
static void begin_access(struct frame_buffer *b) { monitor_enter(&b->monitor); }
static void end_access(struct frame_buffer *b) { monitor_exit(&b->monitor); }
static void changed(struct frame_buffer *b) { monitor_notify_all(&b->monitor); }
static void next_period(struct frame_buffer *b) { monitor_wait(&b->monitor); }
#else
static void begin_access(struct frame_buffer *b) { (void)b; }
static void end_access(struct frame_buffer *b) { (void)b; }
static void changed(struct frame_buffer *b) { (void)b; }
static void next_period(struct frame_buffer *b)
{
    (void)b;
    sched_yield();
}
#endif

static int after(int index) { return (index + 1) % BUFFER_FRAMES; }

static void copy_frame(struct frame *to, const struct frame *from)
{
    to->planes = from->planes;
    for (int i = 0; i < PLANES; i++)
        to->length[i] = from->length[i];
    for (int i = 0; i < PLANES * CALLSIGN; i++)
        to->callsigns[i] = from->callsigns[i];
    for (int i = 0; i < PLANES * 3; i++)
        to->positions[i] = from->positions[i];
}

static void put_frame(struct frame_buffer *b, const struct frame *frame)
{
    begin_access(b);
    if (after(b->last) == b->first) {
        b->dropped++;
    } else {
        copy_frame(&b->frames[b->last], frame);
        b->last = after(b->last);
        changed(b);
    }
    end_access(b);
}

static void close_buffer(struct frame_buffer *b)
{
    begin_access(b);
    b->closed = true;
    changed(b);
    end_access(b);
}

/* The latest frame, which stays as it is until the next call; NULL: there will be none. */
static struct frame *get_frame(struct frame_buffer *b)
{
    int latest, older = 0;
    begin_access(b);
    while (b->first == b->last) {
        if (b->closed && b->first == b->last) {
            end_access(b);
            return NULL;
        }
        next_period(b);
    }
    latest = b->first;
    for (int last = b->last; after(latest) != last; latest = after(latest))
        older++;
    b->first = after(latest);
    if (older > 0)
        b->dropped += older;
    end_access(b);
    return &b->frames[latest];
}

/* --- simulator and detector meet before they begin ---------------------------------------------------------------------------- */

static struct {
    struct monitor monitor;
    bool           simulator_ready, detector_ready;
} init;

static void meet(bool *self, const bool *other)
{
    monitor_enter(&init.monitor);
    *self = true;
    monitor_notify_all(&init.monitor);
    while (!*other)
        monitor_wait(&init.monitor);
    monitor_exit(&init.monitor);
}

/* --- the simulator ------------------------------------------------------------------------------------------------------------ */

/* Planes fly towards each other, at one height. */
static void radar(struct frame *f, int time)
{
    f->planes = PLANES;
    for (int i = 0; i < PLANES; i++) {
        f->length[i] = CALLSIGN;
        for (int j = 0; j < CALLSIGN; j++)
            f->callsigns[i * CALLSIGN + j] = (char)('a' + i);
        f->positions[3 * i] = i % 2 ? 100 - 10 * time : 10 * time;
        f->positions[3 * i + 1] = 50;
        f->positions[3 * i + 2] = 5;
    }
}

static void *simulator(void *unused)
{
    struct frame frame;
    thread_starts();
    meet(&init.simulator_ready, &init.detector_ready);
    for (int time = 0; time < MAX_FRAMES; time++) {
        radar(&frame, time);
        put_frame(frame_buffer, &frame);
    }
    close_buffer(frame_buffer);
    return unused;
}

/* --- the detector ------------------------------------------------------------------------------------------------------------- */

struct motion { /* where a plane was and is; each plane is known by its name */
    char callsign[CALLSIGN];
    bool known;
    int  before[3], now[3];
};

enum { VOXEL = 25 };

static struct motion *motion_of(struct motion *table, const char *callsign)
{
    for (int i = 0; i < PLANES; i++) {
        struct motion *m = &table[i];
        bool same = true;
        for (int j = 0; j < CALLSIGN; j++)
            same = same && (!m->known || m->callsign[j] == callsign[j]);
        if (same)
            return m;
    }
    return NULL;
}

static void note_motion(struct motion *m, const char *callsign, const int *position)
{
    for (int i = 0; i < CALLSIGN; i++)
        m->callsign[i] = callsign[i];
    for (int i = 0; i < 3; i++) {
        m->before[i] = m->known ? m->now[i] : position[i];
        m->now[i] = position[i];
    }
    m->known = true;
}

static bool same_voxel(const struct motion *a, const struct motion *b)
{
    return a->now[0] / VOXEL == b->now[0] / VOXEL && a->now[1] / VOXEL == b->now[1] / VOXEL;
}

static int find_collisions(const struct motion *table)
{
    int n = 0;
    for (int i = 0; i < PLANES; i++)
        for (int j = 0; j < i; j++)
            n += same_voxel(&table[i], &table[j]) && table[i].now[2] == table[j].now[2];
    return n;
}

static void process(const struct frame *f, struct motion *table)
{
    for (int i = 0; i < f->planes; i++) {
        struct motion *m = motion_of(table, &f->callsigns[i * CALLSIGN]);
        assert(m);
        note_motion(m, &f->callsigns[i * CALLSIGN], &f->positions[3 * i]);
    }
    collisions += find_collisions(table);
    frames_processed++;
}

static void *detector(void *unused)
{
    struct motion table[PLANES] = {0};
    thread_starts();
    for (struct frame *f = get_frame(frame_buffer); f; f = get_frame(frame_buffer))
        process(f, table);
    return unused;
}

/* Makes what the detector needs, and starts it. */
static void *initialiser(void *detector_thread)
{
    static struct frame_buffer buffer;
    thread_starts();
    monitor_init(&buffer.monitor);
    frame_buffer = &buffer;
    meet(&init.detector_ready, &init.simulator_ready);
    pthread_create(detector_thread, NULL, detector, NULL);
    return NULL;
}

int main(void)
{
    pthread_t simulator_thread, initialiser_thread, detector_thread;
    monitor_init(&init.monitor);
    pthread_create(&simulator_thread, NULL, simulator, NULL);
    pthread_create(&initialiser_thread, NULL, initialiser, &detector_thread);
    pthread_join(initialiser_thread, NULL);
    pthread_join(simulator_thread, NULL);
    pthread_join(detector_thread, NULL);
    assert(frames_processed + frame_buffer->dropped == MAX_FRAMES); /* BUG: a frame is missing */
    return 0;
}
