/* work_stealing.h - work stealing among workers that have one table of visited states (work_stealing.c). */
#ifndef MZ_SEARCH_WORK_STEALING_H
#define MZ_SEARCH_WORK_STEALING_H

#include <stdbool.h>

struct engine;

void workers_steal_work(struct engine *e, unsigned number) __attribute__((noreturn)); /* the life of a worker of a division */
void workers_tick(struct engine *e);      /* once in a while: waits, if all are to */
bool workers_more_room(struct engine *e); /* for entries of the table. False: the search has ended */

#endif
