/* scope_names.h - the meaning of a name in the source at an instruction: a variable, a type, a function, a member of a
 * class. */
#ifndef MZ_TOOL_BINARY_SYMBOLS_SCOPE_NAMES_H
#define MZ_TOOL_BINARY_SYMBOLS_SCOPE_NAMES_H

#include "tool/binary/symbols/symbols.h"

struct unit_names; /* of one compilation unit, made when first needed */

struct scope_names {
    struct symbols *symbols;
    struct unit_names *unit;
    size_t units;
};

void scope_names_free(struct scope_names *n);

/* The scopes around an instruction, innermost first. */
struct scope {
    struct scope_names *names;
    const struct code_range *code;
    Dwarf_Die *at;
    int count;
};

/* False if nothing is known there. */
bool scope_open(struct scope_names *n, uint64_t pc, struct scope *scope);
void scope_close(struct scope *scope);

/* The type of a variable or parameter, local or global. */
bool scope_variable(const struct scope *scope, const char *name, Dwarf_Die *type);
/* Structures by their tags, typedefs, base types, parameters of templates. */
bool scope_type(const struct scope *scope, const char *name, Dwarf_Die *type);
/* Type that a function returns. */
bool scope_function(const struct scope *scope, const char *name, Dwarf_Die *type);
/* Type that the function around the instruction returns. */
bool scope_returns(const struct scope *scope, Dwarf_Die *type);

/* Replaces a type that is only declared in its unit by its definition in another one. False if there is none. */
bool scope_complete(struct scope_names *n, Dwarf_Die *type);

#endif
