/* remains.h - the memory that set-up leaves, written down for the tool, which compares it with what the same set-up leaves in another
 * process. A program whose set-up depends on more than its input would be explored from one of several states. Engine only. */
#ifndef MZ_WORLD_SETUP_REMAINS_H
#define MZ_WORLD_SETUP_REMAINS_H

#include "world/world.h"

/* The kernel gives each process random bytes, of which libc makes guards of stacks and pointers. Tells the tool, which finds the guards
 * in memory and passes over them; the program finds other bytes there, the same each time. */
void remains_hide_secrets(struct wire *wire);

/* Set-up is done. */
void remains_write(const struct world *w, struct wire *wire);

#endif
