/* estimator.h - what the autopilot makes of its sensors. */
#ifndef ESTIMATOR_H
#define ESTIMATOR_H

#include "objects.h"

struct estimate take_position(void); /* navigation's: from GPS to the estimator */
struct vector take_attitude(void);   /* stabilization's: from the infrared sensors to the estimator */

#endif
