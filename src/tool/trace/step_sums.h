/* step_sums.h - checksums of the steps of a schedule: if a replay does something else, they tell with which step that begins.
 *
 * "COUNT STRIDE DIGITS": the number of steps, and behind each STRIDE of them, and behind the last, a checksum of all steps so far, of one
 * or two hexadecimal digits. Steps are the visible operations of a replay, counted from 1, as `mazurka replay --until` counts them. A sum
 * has what a step does (thread, operation, size, values that are no addresses) and not where it stands, so that code can be moved. */
#ifndef MZ_TOOL_TRACE_STEP_SUMS_H
#define MZ_TOOL_TRACE_STEP_SUMS_H

#include <stdbool.h>

#include "wire/wire.h"

/* Sums of a replay: two digits for each step, unless there are very many. A new string. */
char *step_sums_of(const struct wire *replay);

/* The same with no more than a token has room for. A new string; that of a text that is so short already is the text. */
char *step_sums_short(const char *sums);

struct step_difference {
    uint64_t after, step; /* it begins behind `after` and with `step` at the latest */
    uint64_t event;       /* of that step in the replay; UINT64_MAX: the replay has ended before */
};

/* False: there is none, as far as the sums tell. */
bool step_sums_differ(const char *sums, const struct wire *replay, struct step_difference *out);

#endif
