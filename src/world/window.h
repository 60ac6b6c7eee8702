/* window.h - what code without hooks writes: memory is copied before it runs and compared afterwards. */
#ifndef MZ_WORLD_WINDOW_H
#define MZ_WORLD_WINDOW_H

#include "world/world.h"

bool window_prepare(void);

/* The thread is about to run outside. of_c: what it runs may change data of the C library. */
void window_open(const struct world *w, const struct thread *t, bool of_c);

/* It is back. What has changed is noted as if it had been noted before; `changed` hears of each range. */
typedef void window_visitor(uint64_t addr, uint64_t size, void *data);
void window_close(window_visitor *changed, void *data);

#endif
