/* crashes.h - crashes of the program, and the tool's question whether it still moves. */
#ifndef MZ_WORLD_CRASHES_H
#define MZ_WORLD_CRASHES_H

#include <stdbool.h>

bool crashes_install(void);

/* In a process of the program's own that it has forked: crashes are no findings. */
void crashes_forget(void);

#endif
