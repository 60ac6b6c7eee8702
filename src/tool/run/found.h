/* found.h - findings of a search that is still running: a line on stderr for each. What becomes of it (whether a replay confirms it, its
 * interleaving) is told at the end, and where the search is over soon, only there. */
#ifndef MZ_TOOL_RUN_FOUND_H
#define MZ_TOOL_RUN_FOUND_H

#include "tool/cli/util.h"
#include "tool/run/launched.h"
#include "tool/run/progress.h"

struct found {
    uint32_t        told;    /* findings of the wire that were looked at */
    uint64_t        since;   /* when there first were more; 0: there are none */
    struct strings  lines;   /* that were shown: two of one text are one */
    struct symbols *symbols; /* opened for the first */
};

/* Looks whether there is more, and tells it once the search has gone on for a while. The line of progress makes room for it. */
void found_update(struct found *f, const struct launch *l, struct progress *p, uint64_t elapsed_ms);
void found_end(struct found *f);

/* A fault that no replay has confirmed yet: "data race, f.c:12 in put and f.c:20 in take". */
char *found_line(struct symbols *symbols, const struct fault *fault);

#endif
