/* A simulator of air traffic hands radar frames to a detector of collisions, through a ring of frames.
 *
 * The simulator knows where each plane is at each time (traffic.c), records that (recording.c), and puts one frame after the other
 * into the ring (frame_buffer.c); it drops a frame when the ring is full. The detector takes the latest frame, and counts those
 * before it as dropped; it follows planes by their names from frame to frame (motions.c), sorts their motions by squares of the
 * ground (reducer.c), and compares those that share one (separation.c), now and a few frames ahead (forecast.c).
 *
 * In the end every frame was processed or dropped. The bug: the ring has no lock, and a frame that the simulator drops while the
 * detector drops another one is not counted. */
#include <assert.h>
#include <stddef.h>
#include "detector.h"
#include "frame_buffer.h"
#include "simulator.h"
#include "../include/start.h"

static struct frame_buffer *frame_buffer; /* made by the initialiser */

/* --- simulator and detector meet before they begin ------------------------------------------------------------------------- */

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

/* --- threads --------------------------------------------------------------------------------------------------------------- */

static void *simulator(void *unused)
{
    thread_starts();
    meet(&init.simulator_ready, &init.detector_ready);
    simulator_play(frame_buffer);
    return unused;
}

/* Makes what the detector needs, and starts it. */
static void *initialiser(void *detector_thread)
{
    static struct frame_buffer buffer;
    thread_starts();
    frame_buffer_init(&buffer);
    frame_buffer = &buffer;
    meet(&init.detector_ready, &init.simulator_ready);
    pthread_create(detector_thread, NULL, detector, frame_buffer);
    return NULL;
}

int main(void)
{
    pthread_t simulator_thread, initialiser_thread, detector_thread;
    monitor_init(&init.monitor);
    simulator_record();
    pthread_create(&simulator_thread, NULL, simulator, NULL);
    pthread_create(&initialiser_thread, NULL, initialiser, &detector_thread);
    pthread_join(initialiser_thread, NULL);
    pthread_join(simulator_thread, NULL);
    pthread_join(detector_thread, NULL);
    assert(recorder.frames + frame_buffer->dropped == MAX_FRAMES); /* BUG: a frame is missing */
    return 0;
}
