/* deadline.h - the time at which a command has to be done: --time after it began, or soon after a signal has told it to end.
 *
 * Every process that is launched keeps to it (watch.c). A search ends a bit earlier, so that what it has found can be replayed; all that
 * is only nice to have (small schedules, advice) is left out once the time is over.
 */
#ifndef MZ_TOOL_RUN_DEADLINE_H
#define MZ_TOOL_RUN_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

#define DEADLINE_NONE UINT64_MAX

/* The command ends after so many milliseconds, or 0: when it is done. Signals (Ctrl-C, SIGTERM) are counted until it has ended. */
void deadline_begin(uint64_t milliseconds);
bool deadline_has_begun(void);

/* Milliseconds until then, or DEADLINE_NONE. */
uint64_t deadline_left(void);

/* Likewise for a search, which replays may follow; and is it time to end one that has found so much and has not ended by itself? */
uint64_t deadline_left_for_search(void);
bool     deadline_ends_search(uint64_t findings);

/* The replay of what a search has found, or something as short, gets a moment, whatever the time is. */
void deadline_grant_replay(void);

/* Milliseconds that a replay may take. */
uint64_t deadline_left_for_replay(void);

/* Signals that tell to end are counted from here on, and until there; such pairs may lie in each other. */
void     signals_begin(void);
void     signals_end(void);
int      signals_last(void); /* 0: there was none */
unsigned signals_count(void);

#endif
