/* detector.h - the detector of collisions: a thread that takes frames from the ring until there are no more. */
#ifndef DETECTOR_H
#define DETECTOR_H

#include "recorder.h"

extern struct recorder recorder; /* the detector's, until it has ended */

void *detector(void *frame_buffer);

#endif
