/* atomic_points.h - read before src/stub/atomic.c, whose functions this library has as well: each begins with a scheduling point. */
#ifndef MZ_HUNT_ATOMIC_POINTS_H
#define MZ_HUNT_ATOMIC_POINTS_H

#include "hunt/scheduler.h"

#define BEFORE_ATOMIC(KIND, address) hunt_point(HUNT_##KIND, address, HUNT_CALLER)

#endif
