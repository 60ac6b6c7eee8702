/* hunt_seeds.h - seeds that found something: a line of a file each (--seeds), which hunts of the same program try first. */
#ifndef MZ_APPS_HUNT_HUNT_SEEDS_H
#define MZ_APPS_HUNT_HUNT_SEEDS_H

#include "apps/hunt/hunt_search.h"

/* Those of the program with its arguments; without --seeds, or where the file is not there yet, none. A line that is none ends the tool. */
struct hunt_seeds hunt_seeds_read(const struct hunt_settings *s);

/* Unless it is there. */
void hunt_seeds_keep(const struct hunt_settings *s, const struct hunt_finding *f);

#endif
