/* selfcheck.h - --self-check: after every rewind, is everything as it was at the mark? */
#ifndef MZ_WORLD_WATCH_SELFCHECK_H
#define MZ_WORLD_WATCH_SELFCHECK_H

#include "world/world.h"

bool     selfcheck_enable(void);
bool     selfcheck_is_on(void);
uint64_t selfcheck_mark(const struct world *w);                      /* 0 when it is off */
void     selfcheck_compare(struct world *w, uint64_t mark);  /* reports a difference as our own bug and ends the process */
void     selfcheck_blame_foresight(struct world *w);         /* a step has not led where it was foreseen to lead: likewise */
void     selfcheck_image(struct world *w, uint64_t lo, uint64_t hi, const char *image); /* does it hold what memory does? Likewise */

#endif
