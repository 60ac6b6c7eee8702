/* watch.h - the watch over the process that launch.c has started. */
#ifndef MZ_TOOL_RUN_WATCH_H
#define MZ_TOOL_RUN_WATCH_H

#include <sys/types.h>

#include "tool/run/launched.h"

/* Waits until the process is gone, and ends it if it must be ended; fills in what became of it. Was it killed from here? */
bool watch_until_gone(struct launch *l, pid_t child);

#endif
