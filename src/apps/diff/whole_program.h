/* whole_program.h - the whole program, before its pairs: where all of it can be explored in a share of the budget, that is a proof, and
 * pairs have nothing to add. The same search of the older version tells bugs of the edit from those that were there before. */
#ifndef MZ_APPS_DIFF_WHOLE_PROGRAM_H
#define MZ_APPS_DIFF_WHOLE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "apps/diff/code/hunks.h"
#include "tool/binary/symbols/fragment.h"
#include "tool/cli/util.h"

enum whole_end {
    WHOLE_UNASKED,  /* it was not explored */
    WHOLE_VERIFIED,
    WHOLE_BUG,
    WHOLE_UNKNOWN,  /* not all of it, or not without a bound */
    WHOLE_ENDS
};

/* A program in one version. */
struct whole_program {
    /* to be given */
    const char    *folder;  /* where it is built and run; NULL: here */
    const char    *build;   /* a command for the shell, or NULL */
    struct strings program; /* a path, or words for the compiler */
    struct strings check, arguments;
    const char    *files;   /* the folder for files of the search */
    uint64_t       limit_ms;
    bool           all;     /* go on after a bug */
    const uint64_t *places; /* addresses of instructions */
    size_t         place_count;
    const struct changes *changes; /* since this version, with the new names of files that were edited; or NULL */
    /* what is found */
    enum whole_end end;
    char          *reason;
    struct strings bugs;    /* their headlines */
    bool          *reached; /* of each place whether threads came there; NULL: not known */
    uint64_t       states;
    double         seconds;
};

/* Explores it. False: interrupted. */
bool whole_explore(struct whole_program *w);

/* May a thread have come to one of the places in this code? */
bool whole_came_to(const struct whole_program *w, const struct fragment *code);

/* Has the version this bug? Lines may have moved, and an edited file. */
bool whole_has_bug(const struct whole_program *w, const char *headline);

const char *whole_end_word(enum whole_end end);

#endif
