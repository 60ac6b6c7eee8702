/* verifier_names.c - see verifier_names.h. */
#include "tool/gaps/verifier_names.h"

#include <string.h>

#include "tool/names/elf_symbols.h"
#include "tool/util.h"

static bool is_named(const char *name, enum wire_named_kind *kind)
{
    *kind = strcmp(name, "assume_abort_if_not") == 0 ? WIRE_NAMED_ASSUME : WIRE_NAMED_ATOMIC;
    if (*kind == WIRE_NAMED_ASSUME)
        return true;
    return starts_with(name, "__VERIFIER_atomic_") && strcmp(name, "__VERIFIER_atomic_begin") != 0
        && strcmp(name, "__VERIFIER_atomic_end") != 0;
}

static void add(const GElf_Sym *symbol, const char *name, void *data)
{
    struct wire *wire = data;
    enum wire_named_kind kind;
    if (GELF_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_shndx == SHN_UNDEF || !is_named(name, &kind))
        return;
    if (wire->named == WIRE_MAX_NAMED)
        die("more than %d functions are called __VERIFIER_atomic_...", WIRE_MAX_NAMED);
    wire->named_function[wire->named++] =
        (struct wire_named){.lo = symbol->st_value, .hi = symbol->st_value + symbol->st_size, .kind = kind};
}

void verifier_names(const char *program, struct wire *wire)
{
    elf_symbols_of_file(program, SHT_SYMTAB, add, wire);
}
