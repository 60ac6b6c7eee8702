/* export.h - data that the world hands to the tool, and to other processes that replay what it has found. */
#ifndef MZ_WORLD_WATCH_EXPORT_H
#define MZ_WORLD_WATCH_EXPORT_H

#include "world/world.h"

/* Memory that was found to be shared, as ranges that hold in another process of the same program. */
void world_export_ranges(struct wire *wire);
void world_import_ranges(const struct wire *wire);

/* Waiting threads in the current state, and what they wait for. */
void world_export_waiters(struct wire *wire);

#endif
