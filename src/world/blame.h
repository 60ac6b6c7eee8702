/* blame.h - internal errors are reported, and the process ends. */
#ifndef MZ_WORLD_BLAME_H
#define MZ_WORLD_BLAME_H

#include "world/world.h"

/* Does `kept` hold what memory from lo to hi does? If not: `what` memory it is. */
void blame_difference(struct world *w, const char *what, uint64_t lo, uint64_t hi, const char *kept);

/* A step has not led where it was foreseen to lead. */
void blame_foresight(struct world *w);

#endif
