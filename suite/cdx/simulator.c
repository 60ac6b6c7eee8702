/* simulator.c - the simulator of the radar. */
#include "recording.h"
#include "simulator.h"
#include "traffic.h"

static struct recording recording;

static void look_at_sky(struct frame *f, int time)
{
    frame_clear(f);
    for (int i = 0; i < PLANES; i++) {
        struct callsign callsign = traffic_callsign(i);
        struct point position = traffic_position(i, time);
        frame_add(f, &callsign, &position);
    }
}

void simulator_record(void)
{
    struct frame frame;
    traffic_read();
    for (int time = 0; time < MAX_FRAMES; time++) {
        look_at_sky(&frame, time);
        recording_write(&recording, &frame);
    }
    recording_rewind(&recording);
}

void simulator_play(struct frame_buffer *b)
{
    struct frame frame;
    while (recording_read(&recording, &frame))
        frame_buffer_put(b, &frame);
    frame_buffer_close(b);
}
