/* atomic_points.h - read before src/stub/atomic.c, whose functions this library has as well: each begins with a scheduling point, and ends
 * with what it orders. */
#ifndef MZ_HUNT_ATOMIC_POINTS_H
#define MZ_HUNT_ATOMIC_POINTS_H

#include "hunt/checks/hunt_races.h"
#include "hunt/scheduler.h"

#define BEFORE_ATOMIC(KIND, address) hunt_point(HUNT_##KIND, address, HUNT_CALLER)
#define AFTER_ATOMIC(kind, address, order) races_atomic_##kind(address, sizeof *(address), order, HUNT_CALLER)
#define AFTER_FENCE(order) order_fence(order)

#endif
