/* devices.c - the simulator's devices: the GPS receiver, the infrared sensors, and the transmitter in the pilot's hands. */
#include "objects.h"
#include "ppm.h"
#include "tasks.h"

/* --- GPS ------------------------------------------------------------------------------------------------------------------- */

void gps_device(void)
{
    struct motion m = state_take();
    struct fix fix = {.east = m.position.x, .north = m.position.y, .altitude = m.position.z, .time = m.time};
    fix.check = position_check(fix.east, fix.north);
    fix.speed = length_of(m.velocity.x, m.velocity.y);
    fix.course = angle_to(m.velocity.x, m.velocity.y);
    fix.climb = m.velocity.z;
    gps_publish(&fix);
}

/* --- infrared: the sky is colder than the ground, by so much --------------------------------------------------------------- */

enum { CONTRAST = 200 * 64 };

void infrared_device(void)
{
    struct motion m = state_take();
    struct warmth w;
    w.left = scaled(CONTRAST, sine(m.attitude.x));
    w.front = scaled(CONTRAST, sine(m.attitude.y));
    w.top = scaled(scaled(CONTRAST, cosine(m.attitude.x)), cosine(m.attitude.y));
    infrared_publish(&w);
}

/* --- the transmitter: a frame of pulses, each of them an interrupt of the fly-by-wire processor ---------------------------- */

/* Sticks as the pilot holds them while the autopilot flies: in the middle, but for the switch of modes. */
static int stick(enum channel channel)
{
    switch (channel) {
    case CHANNEL_MODE: return MAX_COMMAND;
    case CHANNEL_THROTTLE: return MAX_COMMAND / 2;
    default: return 0;
    }
}

static int pulse_of(enum channel channel)
{
    if (channel == CHANNEL_THROTTLE)
        return PULSE_LEAST + scaled(PULSE_MOST - PULSE_LEAST, ratio_of(stick(channel), MAX_COMMAND));
    return PULSE_NEUTRAL + scaled(PULSE_MOST - PULSE_NEUTRAL, ratio_of(stick(channel), MAX_COMMAND));
}

void transmitter_device(void)
{
    ppm_interrupt(PULSE_SYNC);
    for (int i = 0; i < CHANNELS; i++)
        ppm_interrupt(pulse_of((enum channel)i));
}
