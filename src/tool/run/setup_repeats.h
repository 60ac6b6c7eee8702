/* setup_repeats.h - a comparison of set-ups: does set-up leave the same memory each time? If not, a search has explored one program of
 * several.
 *
 * What the search began with is compared with what another process began with: the replay of a finding, or one that is started for the
 * purpose and runs set-up only.
 */
#ifndef MZ_TOOL_RUN_SETUP_REPEATS_H
#define MZ_TOOL_RUN_SETUP_REPEATS_H

#include "tool/run/launched.h"

/* A sentence about what differs between a search and one more process; NULL: nothing does, or nobody needs to know because the search has
 * come to nothing. The process is that of a replay, or is started now if that is NULL. */
char *setup_repeats_difference(const struct launch *search, const struct wire *replay);

/* The same for two processes, of which the first one's names are told. */
char *setup_repeats_compare(const struct wire *a, const struct wire *b);

/* A digest of what set-up has left, for comparison on another day: of numbers and addresses, in which secrets of the process do not show.
 * 0: set-up did not come to its end. */
uint64_t setup_repeats_digest(const struct wire *wire);

/* Could it be compared? A phrase that says why not, or NULL. */
char *setup_repeats_left_out(const struct launch *search);

#endif
