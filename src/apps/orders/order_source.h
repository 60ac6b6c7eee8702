/* order_source.h - a file of source, its code without comments and literals, what it defines, and changes to it. */
#ifndef MZ_APPS_ORDERS_ORDER_SOURCE_H
#define MZ_APPS_ORDERS_ORDER_SOURCE_H

#include "tool/cli/util.h"

/* At a place of a line so many characters go, and others come. `begin`: where what is changed begins; of changes at one place those of what
 * began last come first. */
struct edit {
    size_t      line, at, removed;
    const char *text;
    size_t      begin;
};

/* #define, here or in headers of the program. */
struct macro {
    const char *name, *body;
    bool        function; /* it has parameters */
    bool        several;  /* and other definitions, or one of several lines */
    bool        here;     /* in the file itself, */
    size_t      line;     /* in this line */
};

struct source {
    const char     *file;
    struct strings  lines, changed; /* without their ends */
    struct strings  code;           /* the same, with spaces for comments and literals */
    bool            ends;           /* the last line has its end, too */
    bool            cxx, has_functions; /* those of <stdatomic.h>, as far as can be seen */
    struct edit    *edits;
    size_t          edit_count;
    struct macro   *macros;
    size_t          macro_count;
};

/* By its name. */
bool source_is_cxx(const char *file);

/* False: it cannot be read. */
bool source_read(struct source *s, const char *file);

void source_edit(struct source *s, struct edit e);
/* All edits, into `changed`. */
void source_change(struct source *s);

/* The macro with a name; NULL: there is none. */
const struct macro *source_macro(const struct source *s, const char *name, size_t length);

bool in_word(char c);

#endif
