/* children.h - processes that the program starts: they are not controlled, and time is real from then on. */
#ifndef MZ_HUNT_CHILDREN_H
#define MZ_HUNT_CHILDREN_H

#include <stdbool.h>

bool children_were_started(void);

#endif
