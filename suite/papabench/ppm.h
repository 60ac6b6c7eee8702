/* ppm.h - the pilot's radio: a frame is a long pulse, and then one pulse for each channel, whose width says how a stick is held.
 *
 * Pulses come as interrupts. The handler counts them into a frame; the fly-by-wire processor's task takes whole ones. */
#ifndef PPM_H
#define PPM_H

#include <stdbool.h>

enum channel { CHANNEL_ROLL, CHANNEL_PITCH, CHANNEL_YAW, CHANNEL_THROTTLE, CHANNEL_MODE, CHANNEL_GAIN_1, CHANNEL_GAIN_2, CHANNELS };

enum { PULSE_LEAST = 1000, PULSE_NEUTRAL = 1500, PULSE_MOST = 2000, PULSE_SYNC = 5000 }; /* microseconds */

struct sticks {
    int command[CHANNELS]; /* at most MAX_COMMAND; from 0 on for the throttle */
};

void ppm_interrupt(int width);
bool ppm_take_frame(int width[CHANNELS]);             /* false: there is no new one */
bool ppm_decode(const int width[CHANNELS], struct sticks *s); /* false: a pulse is none of a stick's */

#endif
