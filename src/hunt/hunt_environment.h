/* hunt_environment.h - variables by which the library comes into a process: the tool sets them, and the program does
 * not see them. */
#ifndef MZ_HUNT_HUNT_ENVIRONMENT_H
#define MZ_HUNT_HUNT_ENVIRONMENT_H

#include "wire/hunt_wire.h"

/* The shared memory, with the environment as the user has it; NULL: the process is not to be controlled. */
struct hunt_wire *environment_take(void);

#endif
