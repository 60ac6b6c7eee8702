/* exchange.h - what outlives the process goes through a section of the wire, by turns (--checkpoint): the runtime fills it, and the tool
 * keeps it; or the tool fills it with what was kept. Engine only. */
#ifndef MZ_WORLD_WATCH_EXCHANGE_H
#define MZ_WORLD_WATCH_EXCHANGE_H

#include "world/world.h"

bool   exchange_keep(void *wire, size_t bytes, bool whole); /* false: it cannot be kept */
size_t exchange_fetch(void *wire);                          /* bytes; 0: there is no more */
void   exchange_recall(void *wire);                         /* findings of earlier processes take the place of those so far */
struct digest exchange_visible(void *wire);                 /* stands for what is visible now */

#endif
