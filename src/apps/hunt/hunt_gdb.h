/* hunt_gdb.h - the schedule of a trace in gdb: `run` there follows it. */
#ifndef MZ_APPS_HUNT_HUNT_GDB_H
#define MZ_APPS_HUNT_HUNT_GDB_H

#include "apps/hunt/hunt_execution.h"

/* The wire says what to do. Commands are read from the file and gdb then left; NULL: they are asked for. */
void hunt_gdb(struct hunt_machine *m, const char *commands);

#endif
