/* hunt_environment.h - how the library comes into a process: by variables that the tool sets, and that the program does not see. */
#ifndef MZ_HUNT_HUNT_ENVIRONMENT_H
#define MZ_HUNT_HUNT_ENVIRONMENT_H

#include "wire/hunt_wire.h"

/* The shared memory, with the environment as the user has it; NULL: the process is not to be controlled. */
struct hunt_wire *environment_take(void);

#endif
