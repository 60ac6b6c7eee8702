/* limits.h - limits that stop a search, and its counters (limits.c). */
#ifndef MZ_SEARCH_LIMITS_H
#define MZ_SEARCH_LIMITS_H

#include "search/engine/engine_state.h"

void engine_halt(struct engine *e, enum wire_verdict verdict);
void engine_out_of_states(struct engine *e); /* halts the search, or only this round */
void engine_tick(struct engine *e);        /* looks at what need not be looked at after every step: limits, growth */
void engine_check_grown(struct engine *e); /* halts if more proved to be visible */
void engine_start_over(struct engine *e);  /* it did */
bool engine_out_of_memory(const struct engine *e); /* by its counters */
bool engine_is_late(const struct engine *e, uint64_t reserved); /* likewise, with so many nanoseconds for what comes later */
bool engine_is_stopped(const struct engine *e);    /* somebody asks for its end */
/* The search starts over without a graph of labels (race_record.h). full: there is no memory for it. */
void engine_give_up_labels(struct engine *e, bool full);
void engine_count(struct engine *e);       /* brings the counters up to date that are not always so */

#endif
