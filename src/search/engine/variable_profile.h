/* variable_profile.h - the variables of a program, how often an execution accesses each, and how many threads do: for searches that go
 * by few of them at a time.
 *
 * What counts as one variable is for the search to say (model/variable.h: enum variable_grain). What accesses none, such as the end of a
 * thread, counts as one more.
 */
#ifndef MZ_SEARCH_VARIABLE_PROFILE_H
#define MZ_SEARCH_VARIABLE_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/lts.h"

enum {
    PROFILE_MOST = 1 << 16,  /* what comes later counts as the last of them: accesses are never lost */
    PROFILE_ELEMENTS = PROFILE_MOST / 2, /* from so many on, arrays that are not known are not divided any more */
    PROFILE_NONE = 1,        /* the key of what accesses none */
};

struct variable {
    struct variable_id id; /* as it was met first, but for its iteration number: that is the least that was met */
    uint64_t  key;         /* of the profile's grain */
    uint64_t  execution;   /* that `now` and `by` are about */
    uint64_t  now, most;   /* accesses: in this execution so far, and in one at most */
    threadset by;          /* who has accessed it in this execution */
    unsigned  sharers;     /* threads that have, in one execution at most: it is shared if there are several */
};

struct variable_profile {
    struct variable *at;    /* count of them, in the order in which they were met */
    uint32_t        *index; /* by key: number + 1 of a variable, or 0 */
    size_t           bytes;
    uint32_t         count;
    uint64_t         execution;
    bool             grown; /* in this execution there was one more, or one was accessed more often than ever */
    enum variable_grain grain;
};

bool profile_open(struct variable_profile *v, enum variable_grain grain); /* unless it is open. False: no memory */
void profile_close(struct variable_profile *v);
void profile_clear(struct variable_profile *v); /* nothing is known */
void profile_begin(struct variable_profile *v); /* an execution */

/* Number of the variable that t's pending operation accesses; how often that has happened in this execution; t accesses it now. */
uint32_t profile_next(struct variable_profile *v, const struct lts *l, tid t);
uint32_t profile_none(struct variable_profile *v); /* the number of what accesses none */
uint64_t profile_accesses(const struct variable_profile *v, uint32_t number);
void     profile_access(struct variable_profile *v, uint32_t number, tid t);

/* Does the number stand for a variable, and not for what accesses none? */
static inline bool profile_is_variable(const struct variable_profile *v, uint32_t number)
{
    return v->at[number].key > PROFILE_NONE;
}

/* Address that stands, on all paths to a state, for the variable that t's pending operation accesses. */
uint64_t profile_key(const struct lts *l, tid t);

/* Accesses that the n variables have together, in one execution at most, which are accessed most often; and those of one that is accessed
 * no less often than half of all. */
uint64_t profile_most(const struct variable_profile *v, uint32_t n);
uint64_t profile_median(const struct variable_profile *v);

#endif
