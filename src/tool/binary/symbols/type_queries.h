/* type_queries.h - questions about types, as a reader of the source would ask them: what a pointer points to, what a member is. */
#ifndef MZ_TOOL_BINARY_SYMBOLS_TYPE_QUERIES_H
#define MZ_TOOL_BINARY_SYMBOLS_TYPE_QUERIES_H

#include <stdbool.h>
#include <stddef.h>

#include "tool/binary/symbols/value_type.h"

bool type_is_structure(Dwarf_Die *type); /* or a class, or a union */

/* Type that a pointer or a reference points to; false for other types, and for pointers to void. */
bool type_pointee(Dwarf_Die *pointer, Dwarf_Die *type);
bool type_is_reference(Dwarf_Die *type);

/* The first type that a template was given. */
bool type_argument(Dwarf_Die *class, Dwarf_Die *type);

/* The elements of an array, of its first dimension; *count is 0 if nobody knows how many there are. */
bool type_element(Dwarf_Die *array, Dwarf_Die *type, uint64_t *count);

/* A member of a structure or of what it is derived from, by its name. */
bool type_member(Dwarf_Die *structure, const char *name, uint64_t *offset, Dwarf_Die *type);

/* The same type, or one of the same name and size in another unit. */
bool type_equals(Dwarf_Die *a, Dwarf_Die *b);

/* Does something of type `part` begin at an offset in an object of a type? It may be the object itself. */
bool type_contains(Dwarf_Die *type, uint64_t offset, Dwarf_Die *part);

/* Does a structure end in an array of unknown length? */
bool type_is_flexible(Dwarf_Die *structure);

/* Has a class virtual functions? Objects of it may be larger than it is. */
bool type_is_polymorphic(Dwarf_Die *class);

/* Calls `found` for each pointer in an object of the type, at most `most` times. Returns how many are left. */
typedef void type_found(void *context, uint64_t offset, Dwarf_Die *pointer, const char *member);
size_t type_pointers(Dwarf_Die *type, uint64_t offset, size_t most, type_found *found, void *context);

#endif
