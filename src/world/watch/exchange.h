/* exchange.h - records exchanged with the tool, for a checkpoint (--checkpoint) or other machines (--mpi), through a section of the
 * wire, by turns: the runtime fills it, and the tool keeps or sends its content; or the tool fills it with records that were kept, or
 * have come. Engine only. */
#ifndef MZ_WORLD_WATCH_EXCHANGE_H
#define MZ_WORLD_WATCH_EXCHANGE_H

#include "world/world.h"

bool   exchange_keep(void *wire, size_t bytes, bool whole); /* false: it cannot be kept */
size_t exchange_fetch(void *wire);                          /* bytes; 0: there is no more */
bool   exchange_send(void *wire, size_t bytes, bool whole); /* false: it cannot be sent */
size_t exchange_take(void *wire);                           /* bytes; 0: nothing more has come */
size_t exchange_known(void *wire);                          /* likewise, of what others know of the program */
void   exchange_recall(void *wire);                         /* findings of earlier processes take the place of those so far */
struct digest exchange_visible(void *wire);                 /* stands for what is visible now */

#endif
