/* candidates.h - what may hold of a structure at all times: relations between its terms that hold in all states that were met, the
 * strongest ones first, without those that follow from others. */
#ifndef MZ_APPS_CLIENTS_INVARIANTS_CANDIDATES_H
#define MZ_APPS_CLIENTS_INVARIANTS_CANDIDATES_H

#include <limits.h>

#include "apps/clients/invariants/structure.h"

/* States that were met, each once, in the order in which they were met: the value of each term. */
struct states_met {
    long long **at;
    size_t      count;
};

#define UNREAD LLONG_MIN /* a term that had no value: MZ_UNREAD of parts/state.c */

struct candidate {
    char *text, *code; /* an expression of C: to be pasted, and by offsets */
    int   strength;    /* the lower, the earlier it is shown */
    bool  needs[8];    /* which of the structure_macros its text uses */
    int   risk;        /* the higher, the more it reads by what it only takes to be so */
};

struct candidates {
    struct candidate *at;
    size_t count;
};

struct candidates candidates_of(const struct structure *structure, const struct states_met *states);

#endif
