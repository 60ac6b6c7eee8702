/* code_symbols.h - the functions of a loaded object by its symbol table, in the order of their addresses: libdwfl looks through all symbols
 * for each address. */
#ifndef MZ_TOOL_BINARY_SYMBOLS_CODE_SYMBOLS_H
#define MZ_TOOL_BINARY_SYMBOLS_CODE_SYMBOLS_H

#include <elfutils/libdwfl.h>

struct code_symbols;

struct code_symbols *code_symbols_new(void);
void code_symbols_free(struct code_symbols *s);

/* The name of the function that the address lies in, as the symbol table has it; NULL if none says that it does. */
const char *code_symbols_at(struct code_symbols *s, Dwfl_Module *module, GElf_Addr address);

#endif
