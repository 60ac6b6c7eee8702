/* ppm.c - pulses of the radio become sticks. */
#include "numbers.h"
#include "objects.h"
#include "ppm.h"

/* The interrupt's own: where in a frame it is. */
static struct {
    int  next; /* pulse of the frame; CHANNELS: none is expected before the next long one */
    int  width[CHANNELS];
} capture = {.next = CHANNELS};

static struct {
    struct object object;
    int           width[CHANNELS];
    bool          fresh;
} frame = {.object.lock = PTHREAD_MUTEX_INITIALIZER};

static void frame_publish(void)
{
    begin_access(&frame.object);
    for (int i = 0; i < CHANNELS; i++)
        frame.width[i] = capture.width[i];
    frame.fresh = true;
    end_access(&frame.object);
}

static bool is_stick(int width) { return width >= PULSE_LEAST - 200 && width <= PULSE_MOST + 200; }

void ppm_interrupt(int width)
{
    if (width >= PULSE_SYNC) {
        capture.next = 0;
    } else if (!is_stick(width)) {
        capture.next = CHANNELS; /* a disturbance: the rest of the frame is lost */
    } else if (capture.next < CHANNELS) {
        capture.width[capture.next++] = width;
        if (capture.next == CHANNELS)
            frame_publish();
    }
}

bool ppm_take_frame(int width[CHANNELS])
{
    begin_access(&frame.object);
    bool fresh = frame.fresh;
    frame.fresh = false;
    for (int i = 0; i < CHANNELS; i++)
        width[i] = frame.width[i];
    end_access(&frame.object);
    return fresh;
}

/* Sticks are trimmed: a little around the middle is the middle. */
static int command_of(int width)
{
    enum { DEAD = 20 };
    int from_middle = width - PULSE_NEUTRAL;
    if (from_middle > -DEAD && from_middle < DEAD)
        return 0;
    return limited(scaled(MAX_COMMAND, ratio_of(from_middle, PULSE_MOST - PULSE_NEUTRAL)), MAX_COMMAND);
}

static int throttle_of(int width)
{
    return between(scaled(MAX_COMMAND, ratio_of(width - PULSE_LEAST, PULSE_MOST - PULSE_LEAST)), 0, MAX_COMMAND);
}

bool ppm_decode(const int width[CHANNELS], struct sticks *s)
{
    for (int i = 0; i < CHANNELS; i++) {
        if (!is_stick(width[i]))
            return false;
        s->command[i] = i == CHANNEL_THROTTLE ? throttle_of(width[i]) : command_of(width[i]);
    }
    return true;
}
