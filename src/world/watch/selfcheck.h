/* selfcheck.h - --self-check: after every rewind, is everything as it was at the mark? */
#ifndef MZ_WORLD_WATCH_SELFCHECK_H
#define MZ_WORLD_WATCH_SELFCHECK_H

#include "world/world.h"

bool selfcheck_enable(void);

/* Between the search and the world: a difference is reported as our own bug, and ends the process. */
void selfcheck_watch(struct lts *lts);

#endif
