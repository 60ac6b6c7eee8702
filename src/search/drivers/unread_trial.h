/* unread_trial.h - by default, when a search takes long: would it be matched modulo memory that is not read any more (reduce/unread.h),
 * would there be far fewer states? That costs half as much again for each state, so it is tried (unread_trial.c). */
#ifndef MZ_SEARCH_UNREAD_TRIAL_H
#define MZ_SEARCH_UNREAD_TRIAL_H

#include "search/engine/engine_state.h"

/* Once in a search, at any state of it. True: it is halted, and starts over so. */
bool unread_trial(struct engine *e);

#endif
