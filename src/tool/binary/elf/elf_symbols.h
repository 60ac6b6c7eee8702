/* elf_symbols.h - the symbols of an ELF file, one by one. */
#ifndef MZ_TOOL_BINARY_ELF_ELF_SYMBOLS_H
#define MZ_TOOL_BINARY_ELF_ELF_SYMBOLS_H

#include <gelf.h>

typedef void elf_symbol_each(const GElf_Sym *symbol, const char *name, void *data);

/* Symbols of its tables of one type: SHT_SYMTAB (all) or SHT_DYNSYM (what takes part in dynamic linking). */
void elf_symbols(Elf *elf, uint32_t table, elf_symbol_each *each, void *data);

/* The same; nothing for what cannot be read. */
void elf_symbols_of_file(const char *path, uint32_t table, elf_symbol_each *each, void *data);

#endif
