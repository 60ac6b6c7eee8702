/* together.h - several processes that share what a reduction has finished (together.c). */
#ifndef MZ_SEARCH_TOGETHER_H
#define MZ_SEARCH_TOGETHER_H

#include <stdbool.h>

#include "base/visited.h"
#include "search/engine/arrival.h"

struct engine;
struct reduction;
struct search_config;

bool together_wanted(const struct search_config *c, const struct reduction *r);
void together_close(struct engine *e);
enum visited_result together_insert(struct engine *e, enum arrival kind); /* of a worker: struct teamwork */

#endif
