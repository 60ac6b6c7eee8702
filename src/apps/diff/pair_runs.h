/* pair_runs.h - ordered pairs (T_i, T_j) of dynamic threads for each fragment: made, explored each by a process of its own, several at a
 * time. The processes are `mazurka check --search=pairwise`. */
#ifndef MZ_APPS_DIFF_PAIR_RUNS_H
#define MZ_APPS_DIFF_PAIR_RUNS_H

#include <stdbool.h>
#include <stdint.h>

#include "apps/diff/diff_settings.h"
#include "apps/diff/code/changed_code.h"
#include "apps/diff/instances.h"
#include "apps/diff/pair_time.h"
#include "apps/diff/whole_program.h"
#include "tool/cli/util.h"

enum pair_end {
    PAIR_WAITING,  /* it was not explored */
    PAIR_KNOWN,    /* covered before, says the baseline */
    PAIR_COVERED,
    PAIR_ABSENT,   /* T_i never came to the fragment */
    PAIR_UNKNOWN,  /* a limit, or something that cannot be explored */
    PAIR_BUG,
    PAIR_ERROR,
    PAIR_ENDS
};

struct pair {
    size_t        fragment;  /* an index */
    size_t        i, j;      /* births */
    enum pair_end end;
    char         *reason;    /* of the search, as it says it */
    char         *headline;  /* of the bug */
    char         *key;       /* for the baseline */
    const char   *json, *log;
    uint64_t      states;
    double        seconds;
    uint64_t      limit_ms;  /* that it had; 0: it was not started */
    bool          unfinished; /* in that time */
    bool          older;     /* the version before the edit has the bug, too */
    size_t        births;    /* threads that were alive at once, at most */
};

struct target;

/* A target that was built: what all of its pairs have in common. */
struct subject {
    const struct target *target;
    const char     *name;      /* of the target; NULL: there is only one */
    const char     *program;   /* path */
    struct strings  sources;   /* if it was compiled here: for the command that shows a bug */
    struct strings  arguments, check;
    struct pair_time time;
    const char     *rule;
    const char     *visible;   /* the frozen set */
    const char     *folder;    /* for files of the processes */
    struct program_map *map;
    struct source_map  *sources_map;
    struct fragments fragments;
    struct instances instances;
    struct pair    *pairs;
    size_t          count;
    struct whole_program whole;
    struct whole_program older;    /* the version before the edit, explored where there are bugs to compare */
    const char     *older_name;    /* "HEAD" */
    char           *untraceable; /* why traces would be of no use later; NULL: they are of use */
};

/* Appends all pairs of each fragment with T_i from instances that may execute it; the first `known` instances have theirs already. */
void pairs_make(struct subject *s, size_t known);

/* Explores those that wait. False: interrupted. */
bool pairs_run(struct subject *s, bool quiet);

/* Does the fragment have pairs, and has T_i come to it in none of them? */
bool pairs_are_absent(const struct subject *s, size_t fragment);

/* The pairs of a fragment wait again: it is another one now. */
void pairs_again(struct subject *s, size_t fragment);

/* The command that explores a pair, without its limit and where its results go. */
struct strings pair_command(const struct subject *s, const struct pair *p, bool from_sources);

const char *pair_end_word(enum pair_end end);

#endif
