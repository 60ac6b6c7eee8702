/* changed_code.h - from changed lines to code fragments l_mod: each a range of lines of one function that has an added, changed or removed
 * thread interaction statement, and the nearby code that is affected.
 *
 * After Parízek, Kliber, "Checking Just Pairs of Threads for Efficient and Scalable Incremental Verification of Multithreaded Programs",
 * section 2, and the driver of its experiments:
 *  - an added or changed statement: the lines of the statement; where these split a pair of lock and unlock, all of the locked block;
 *  - a removed statement: the smallest locked block around the place, else the whole function;
 *  - a macro: every statement that uses it, or another macro that mentions it.
 * What has changed and is none of these is named in `left_out`. */
#ifndef MZ_APPS_DIFF_CHANGED_CODE_H
#define MZ_APPS_DIFF_CHANGED_CODE_H

#include "apps/diff/code/hunks.h"
#include "apps/diff/code/program_map.h"
#include "apps/diff/code/sides.h"
#include "apps/diff/code/source_map.h"
#include "tool/binary/symbols/fragment.h"
#include "tool/cli/util.h"

struct code_fragment {
    const struct source_file *file;
    const char     *shown;    /* the file as the user calls it */
    const char     *function; /* in the source; NULL: none */
    unsigned        from, to;
    bool            removed;  /* something was removed here */
    struct strings  what;     /* kinds of interactions: "lock", "read", … */
    struct fragment code;
};

struct fragments {
    struct code_fragment *at;
    size_t         count;
    struct strings left_out;  /* sentences: "queue.h:12: …" */
    struct strings foreign;   /* likewise, of files that are not in this program: they may be in another one */
    struct strings hidden;    /* sentences on lines that the program was compiled without, which another one may have, */
    struct strings hidden_in; /* and of each its file */
    struct strings known;     /* changed files that the program has code of */
    size_t         perhaps;   /* changed files that it may include, though it has no code of them */
    size_t         quiet;     /* changes of comments and blanks only, or of files that are no code */
    size_t         local;     /* changes without a thread interaction statement */
};

struct fragments fragments_of_changes(struct program_map *map, const struct source_map *sources, const struct changes *changes,
                                      const struct sides *sides);

/* One that the user names: "FILE:FROM-TO" or a function. False with a sentence in *why. */
bool fragments_add_lines(struct fragments *list, struct program_map *map, const struct source_map *sources, const char *text, char **why);
bool fragments_add_function(struct fragments *list, struct program_map *map, const struct source_map *sources, const char *name,
                            char **why);

/* To what is around it: the smallest locked block, else all of the function. False: that is what it is already. */
bool fragment_widen(struct program_map *map, const struct source_map *sources, struct code_fragment *f);

/* "queue.c:12-14" */
char *fragment_title(const struct code_fragment *f);

#endif
