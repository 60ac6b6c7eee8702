/* search_outcome.h - the outcome of a search that `mazurka diff` has started: read from the JSON document that it has
 * left, or, where there is none, from its last words. */
#ifndef MZ_APPS_DIFF_SEARCH_OUTCOME_H
#define MZ_APPS_DIFF_SEARCH_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

#include "tool/cli/util.h"

struct search_outcome {
    char          *verdict;   /* NULL: there is no document */
    char          *reason;    /* as the search says it; without a document why there is none */
    char          *pair;      /* the verdict of the pair, of --search=pairwise; else NULL */
    struct strings headlines; /* of its bugs */
    size_t         reached;   /* how many places of --reached it tells of */
    bool          *was_reached; /* of each whether threads came there, or it is not known */
    uint64_t       states;
    size_t         births;    /* threads that were alive at once, at most */
    bool           unfinished; /* by its limit of time */
};

/* `status` is that of the process, or 128 + signal. */
struct search_outcome search_outcome_read(const char *json, const char *log, int status);

#endif
