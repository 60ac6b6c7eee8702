/* waiting.h - lost wake-ups: all that can move are time-outs and polling, and another thread waits for ever (waiting.c). */
#ifndef MZ_SEARCH_WAITING_H
#define MZ_SEARCH_WAITING_H

#include <stdbool.h>

struct engine;

bool waiting_judge(struct engine *e); /* False: the search halts */
void waiting_clear(struct engine *e); /* nothing has been judged */
void waiting_close(struct engine *e);

#endif
