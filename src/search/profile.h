/* profile.h - the variables of a program, and how often an execution accesses each: for searches that go by few of them at a time.
 *
 * A variable is a word of memory, or all blocks that one statement allocates (lts.h: variable). What accesses none, such as the end of a
 * thread, counts as one more.
 */
#ifndef MZ_SEARCH_PROFILE_H
#define MZ_SEARCH_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/lts.h"

enum { PROFILE_MOST = 1 << 16 }; /* what comes later counts as the last of them: accesses are never lost */
enum { PROFILE_NONE = 1 };       /* the key of what accesses no variable */

struct variable {
    uint64_t key;
    uint64_t execution; /* that `now` is about */
    uint64_t now, most; /* accesses: in this execution so far, and in one at most */
    uint32_t seen_by;   /* a thread that has accessed it, plus 1; 0: not asked for */
    uint32_t iteration; /* of the loop that has allocated it: so many came before it */
    bool     shared;    /* another one has, too */
};

struct profile {
    struct variable *at;    /* count of them, in the order in which they were met */
    uint32_t        *index; /* by key: number + 1 of a variable, or 0 */
    size_t           bytes;
    uint32_t         count;
    uint64_t         execution;
    bool             grown; /* in this execution there was one more, or one was accessed more often than ever */
};

bool profile_open(struct profile *v);  /* unless it is. False: no memory */
void profile_close(struct profile *v);
void profile_clear(struct profile *v); /* nothing is known */
void profile_begin(struct profile *v); /* an execution */

/* Number of the variable that t's pending operation accesses; how often that has happened in this execution. */
uint32_t profile_next(struct profile *v, const struct lts *l, tid t);
uint64_t profile_accesses(const struct profile *v, uint32_t number);
void     profile_access(struct profile *v, uint32_t number);
void     profile_seen_by(struct profile *v, uint32_t number, uint32_t thread);

/* Not what stands for steps that access none. */
bool profile_is_variable(const struct profile *v, uint32_t number);

/* What stands for the variable that t's pending operation accesses: the same in all executions. */
uint64_t profile_key(const struct lts *l, tid t);

/* Accesses that the n variables have together, in one execution at most, which are accessed most often; and those of one that is accessed
 * no less often than half of all. */
uint64_t profile_most(const struct profile *v, uint32_t n);
uint64_t profile_median(const struct profile *v);

#endif
