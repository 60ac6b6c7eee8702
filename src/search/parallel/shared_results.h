/* shared_results.h - results shared among processes (-j): a state that one has finished, with a reduction, the others need not explore
 * (shared_results.c). */
#ifndef MZ_SEARCH_SHARED_RESULTS_H
#define MZ_SEARCH_SHARED_RESULTS_H

#include <stdbool.h>

#include "base/visited.h"
#include "search/engine/arrival.h"

struct engine;
struct reduction;
struct search_config;

bool shared_results_wanted(const struct search_config *c, const struct reduction *r);
void shared_results_close(struct engine *e);
void shared_results_hand_over(struct engine *e); /* struct parallel */
enum visited_result shared_results_insert(struct engine *e, enum arrival kind); /* of a worker: struct teamwork */

#endif
