/* findings.h - reports of faults at the state arrived at (findings.c). */
#ifndef MZ_SEARCH_FINDINGS_H
#define MZ_SEARCH_FINDINGS_H

#include "search/engine/engine_state.h"

void engine_judge(struct engine *e, enum arrival kind);
void engine_judge_stuck(struct engine *e, enum arrival kind); /* at a state that is known */
void engine_found(struct engine *e, const struct fault *f);
void engine_noticed(struct engine *e, const struct fault *f); /* the same for what does not end the path */
bool engine_on_path(const struct engine *e);                  /* is the state arrived at a choice point of the path? */

#endif
