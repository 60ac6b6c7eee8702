/* types.h - C types as debug information describes them: what lies at an offset in an object, and how a value is written. */
#ifndef MZ_TOOL_BINARY_SYMBOLS_TYPES_H
#define MZ_TOOL_BINARY_SYMBOLS_TYPES_H

#include <stdbool.h>
#include <stdio.h>

#include "tool/binary/symbols/value_type.h"

struct symbols;

/* The type that a variable or member has. */
bool types_of(Dwarf_Die *die, Dwarf_Die *type);

/* The file in which something is declared; NULL if unknown. */
const char *types_declared_in(Dwarf_Die *die);

/* Bytes of an object of the type; 0 if unknown. */
uint64_t types_size(Dwarf_Die *type);

/* Through typedef, const, volatile and _Atomic; false where that ends in void, or at an object whose parts nobody wants to see. */
bool types_strip(Dwarf_Die *type);

/* Elements of one dimension of an array; 0 if nobody knows how many there are. */
uint64_t types_elements(Dwarf_Die *dimension);

/* The bits of a member, from the start of its structure. */
struct bits {
    uint64_t first, end;
};
struct bits types_bits(Dwarf_Die *member);
bool types_is_bit_field(Dwarf_Die *member);

/* Append to `name` the way to what lies at `offset` in an object of `type` ("[3].next", ".{ready,closed}"), as far down as one
 * part covers all `size` bytes; what is left over is appended as "+4". `name` may be NULL. *out is the type reached. `size` 0: something is
 * pointed to there. `s` may be NULL; its use (use.h) says which member of a union is meant. */
void types_descend(const struct symbols *s, Dwarf_Die *type, uint64_t offset, uint32_t size, FILE *name, struct value_type *out);

#endif
