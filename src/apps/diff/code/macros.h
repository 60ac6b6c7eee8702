/* macros.h - macros that have changed, and those that mention them, which have changed with them. */
#ifndef MZ_APPS_DIFF_MACROS_H
#define MZ_APPS_DIFF_MACROS_H

#include "apps/diff/code/code_text.h"

struct macro {
    char  *name;
    bool   edited; /* its own definition has changed */
    size_t uses;   /* in the program's code */
};

/* One macro mentions another: indices. */
struct mention {
    size_t user, used;
};

struct macros {
    struct macro   *at;
    size_t          count;
    struct mention *mentions;
    size_t          mention_count;
};

/* Notes the macros that lines [from, from + count) define. True: they define nothing else, and something. */
bool macros_edited(struct macros *macros, const struct code_text *t, size_t from, size_t count);

/* A line that mentions a macro. True: it defines another one, which is noted. */
bool macros_mentioned(struct macros *macros, size_t used, const struct code_text *t, size_t line);

/* The same for all lines of a file that has definitions and no code. */
void macros_follow(struct macros *macros, size_t used, const struct code_text *t);

/* Is the macro, or one that mentions it, used? */
bool macros_is_used(const struct macros *macros, size_t macro);

void macros_free(struct macros *macros);

#endif
