/* lost_wakeups.h - lost wake-ups: all that can move are time-outs and polling, and another thread waits for ever (lost_wakeups.c). */
#ifndef MZ_SEARCH_LOST_WAKEUPS_H
#define MZ_SEARCH_LOST_WAKEUPS_H

#include <stdbool.h>

struct engine;

bool lost_wakeups_judge(struct engine *e); /* False: the search halts */
void lost_wakeups_clear(struct engine *e); /* nothing has been judged */
void lost_wakeups_close(struct engine *e);

#endif
