/* call_writes.h - writes of code without hooks: memory afterwards is compared with memory before. */
#ifndef MZ_WORLD_OUTSIDE_CALL_WRITES_H
#define MZ_WORLD_OUTSIDE_CALL_WRITES_H

#include "world/world.h"

/* follow: see snapshot.h. */
bool call_writes_prepare(bool follow);

/* The thread is about to run outside. of_c: what it runs may change data of the C library. False: there is more than can be compared. */
bool call_writes_open(struct world *w, const struct thread *t, bool of_c);

/* It is back. What has changed is noted as if it had been noted before; `changed` hears of each range. */
typedef void call_writes_visitor(uint64_t addr, uint64_t size, void *data);
void call_writes_close(struct world *w, call_writes_visitor *changed, void *data);

#endif
