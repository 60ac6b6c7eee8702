/* window.h - what code without hooks writes: memory is copied before it runs and compared afterwards. */
#ifndef MZ_WORLD_WINDOW_H
#define MZ_WORLD_WINDOW_H

#include "world/world.h"

bool window_prepare(void);

/* The thread is about to run outside. */
void window_open(const struct world *w, const struct thread *t);

/* It is back. What has changed is noted as if it had been noted before; `changed` hears of each range. */
void window_close(void (*changed)(uint64_t addr, uint64_t size, void *data), void *data);

#endif
