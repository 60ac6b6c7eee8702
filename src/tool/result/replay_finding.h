/* replay_finding.h - the replay of one finding of a search in a fresh process. */
#ifndef MZ_TOOL_RESULT_REPLAY_FINDING_H
#define MZ_TOOL_RESULT_REPLAY_FINDING_H

#include "tool/result/result.h"

/* Its schedule, taken from the search that has found its fault, and replayed; what the program is not to blame for (refused, internal) is
 * not. */
void finding_replay(struct finding *finding, const struct launch *search, const struct wire_finding *found);

/* The headline about a loop of which it is not known whether it ends goes on with what grows there, found by a replay. */
void finding_tell_growing(struct finding *finding, const struct launch *search);

/* A finding whose replay has met it: its fault is what the replay says. */
void finding_take(struct finding *finding);

#endif
