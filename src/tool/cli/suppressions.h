/* suppressions.h - `--suppress=FILE`: findings to hide, in ThreadSanitizer's format:
 *
 *     # the statistics may be off by one
 *     race:count_hits
 *     race:third_party/list*
 *     deadlock:shutdown_*
 *
 * A line is a kind of finding and a pattern for the whole name of a function, a file or a variable; * stands for any text. A pattern
 * for a file may leave out the first folders of its path. What a finding's names are is said in result/suppressed.h. */
#ifndef MZ_TOOL_CLI_SUPPRESSIONS_H
#define MZ_TOOL_CLI_SUPPRESSIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "tool/cli/util.h"

struct suppression {
    const char    *text;     /* "race:count_hits" */
    const char    *pattern;
    unsigned       fault;    /* enum fault_kind */
    bool           innermost; /* race_top: the two accesses' own functions only */
    size_t         line;
    struct strings headlines; /* of what it has suppressed */
};

struct suppressions {
    const char         *path;
    struct suppression *at;
    size_t              count;
};

/* False with "PATH:LINE: …" in *why. */
bool suppressions_read(const char *path, const char *text, size_t length, struct suppressions *s, char **why);

/* Is the name, or the end of a path, all that the pattern says? */
bool suppression_matches(const struct suppression *s, const char *name);

/* Does one of them suppress what would end the search? */
bool suppressions_end_searches(const struct suppressions *s, bool races_do);

#endif
