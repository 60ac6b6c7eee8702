/* source_types.h - types of memory by statements of the source: `pool->stopping` reads a member of a struct pool, and
 * `struct node *n = malloc(sizeof *n)` makes a struct node. Expressions are understood as far as names, members, indices, casts and calls
 * of known functions go; what is not understood says nothing. This needs no values, so that it works for optimized programs, too. */
#ifndef MZ_TOOL_BINARY_SYMBOLS_SOURCE_TYPES_H
#define MZ_TOOL_BINARY_SYMBOLS_SOURCE_TYPES_H

#include "tool/binary/symbols/scope_names.h"

/* Something that a statement accesses through a pointer: [offset, offset + width) of an object of the type, or the same of others that lie
 * `stride` bytes further, if that is not 0. */
struct source_access {
    Dwarf_Die type;
    uint64_t offset, width, stride;
};

/* Type that a statement allocates. */
struct source_allocation {
    Dwarf_Die type;
    bool certain; /* it is named where the size is given, not only by what holds the pointer */
    bool typed;
    const char *holder; /* last name of what it is assigned to; NULL if unknown. A new string. */
};

enum { SOURCE_MOST = 32 };

/* The accesses of a statement, at most SOURCE_MOST. */
size_t source_accesses(const struct scope *scope, const char *statement, struct source_access *out);

void source_allocates(const struct scope *scope, const char *statement, struct source_allocation *out);

#endif
