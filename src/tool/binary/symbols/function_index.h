/* function_index.h - from an address to the scopes around it: blocks, inlined functions, the function.
 *
 * libdw looks through a whole unit for that, each time, which in C++ takes as long as reading it. Here the functions of a unit are put into
 * order when the first of its addresses is asked for. */
#ifndef MZ_TOOL_BINARY_SYMBOLS_FUNCTION_INDEX_H
#define MZ_TOOL_BINARY_SYMBOLS_FUNCTION_INDEX_H

#include <elfutils/libdw.h>

struct function_index;

struct function_index *function_index_new(void);
void function_index_free(struct function_index *x);

/* Innermost first, the last one is the function that the code belongs to; `pc` is an address in the unit's file. Their number, 0 if it is
 * in no function; *scopes is to be freed. Unlike those of dwarf_getscopes() these are scopes of the code: around an inlined function comes
 * the one that it was inlined into. */
int function_scopes(struct function_index *x, Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die **scopes);

#endif
