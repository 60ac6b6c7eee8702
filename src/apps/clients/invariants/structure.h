/* structure.h - what can be told of a data structure while nobody uses it: terms, each an expression of C, from its debug information. */
#ifndef MZ_APPS_CLIENTS_INVARIANTS_STRUCTURE_H
#define MZ_APPS_CLIENTS_INVARIANTS_STRUCTURE_H

#include "tool/cli/util.h"

enum term_kind {
    TERM_FIELD,    /* a number */
    TERM_NODES,    /* so many nodes are in a chain, of structures of which each points to the next, or in all chains of an array */
    TERM_POINTER,
    TERM_LAST,     /* the last node of a chain */
    TERM_FREE,     /* a lock: true if nobody holds it. From here on terms are true or false */
    TERM_ORDERED,  /* the keys of a chain go up, or down */
    TERM_ZERO,     /* a field of all nodes of a chain is 0 */
    TERM_MIRRORED, /* each node of a chain is what the pointer back in the next one points to */
    TERM_REACHES,  /* a pointer is among those of a chain */
};

enum { NO_TERM = -1 };

struct term {
    enum term_kind kind;
    char *text;      /* as it is pasted into the library */
    char *code;      /* the same by offsets: parts/state.c */
    bool  is_signed, is_truth; /* of a field: a truth value is 0 or 1 */
    int   from, to;  /* of a chain the terms where it begins, and to whose pointer it leads */
    int   nodes;     /* of what is told of a chain: the term that counts its nodes */
    int   length;    /* of chains in an array: the term that says how many there are, and never changes */
    const char *node; /* of a pointer: what it points to, "struct node" */
    const char *needs; /* of the macros that the text uses: its name, or NULL */
};

struct structure {
    struct term *at;
    size_t count;
};

/* `program` has the object in a variable that `declaration` declares in the source `file`. */
struct structure structure_read(const char *program, const char *file, const char *declaration);

/* The definition of a macro that terms need, for C or C++. */
const char *structure_macro(const char *name);

/* "nodes", ...: all of them; ends with NULL. */
extern const char *const structure_macros[];

#endif
