/* gdb.h - a replay under gdb: the process waits at its start until gdb is attached, and gdb stops it where the schedule leads. */
#ifndef MZ_TOOL_RUN_GDB_H
#define MZ_TOOL_RUN_GDB_H

#include "tool/run/launched.h"

/* Dies with a sentence if there is no gdb. Commands are read from the file and gdb then left; NULL: they are asked for. */
void gdb_prepare(struct launch *l, const char *commands);

#endif
