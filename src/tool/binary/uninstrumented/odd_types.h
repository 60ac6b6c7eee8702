/* odd_types.h - types in a compilation unit with accesses that a compiler leaves without hooks. */
#ifndef MZ_TOOL_BINARY_UNINSTRUMENTED_ODD_TYPES_H
#define MZ_TOOL_BINARY_UNINSTRUMENTED_ODD_TYPES_H

#include <elfutils/libdw.h>

/* A bit-field whose update reads and writes its neighbours, in a type of the program's own: gcc announces the write only.
 * "entry.size", a new string; NULL if there is none. */
char *odd_update(Dwarf_Die *unit);

/* Something that clang accesses in pieces that are neither 1, 2, 4, 8 nor 16 bytes long, to which it gives no hooks: bit-fields
 * in three bytes, long double on x86, large vectors. "the bit-field entry.size", a new string; NULL if there is none. */
char *odd_access(Dwarf_Die *unit);

#endif
