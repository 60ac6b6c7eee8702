/* verifier_names.c - see verifier_names.h. */
#include "tool/binary/uninstrumented/verifier_names.h"

#include <stdlib.h>
#include <string.h>

#include "tool/binary/elf/elf_symbols.h"
#include "tool/cli/util.h"

static bool is_named(const char *name, enum wire_named_kind *kind)
{
    *kind = strcmp(name, "assume_abort_if_not") == 0 ? WIRE_NAMED_ASSUME : WIRE_NAMED_ATOMIC;
    if (*kind == WIRE_NAMED_ASSUME)
        return true;
    return starts_with(name, "__VERIFIER_atomic_") && strcmp(name, "__VERIFIER_atomic_begin") != 0
        && strcmp(name, "__VERIFIER_atomic_end") != 0;
}

struct names {
    const char        *program;
    struct wire_named *function;
    uint32_t           count;
};

static void add(const GElf_Sym *symbol, const char *name, void *data)
{
    struct names *n = data;
    enum wire_named_kind kind;
    if (GELF_ST_TYPE(symbol->st_info) != STT_FUNC || symbol->st_shndx == SHN_UNDEF || !is_named(name, &kind))
        return;
    if (n->count == WIRE_MAX_NAMED)
        die("more than %d functions are called __VERIFIER_atomic_...", WIRE_MAX_NAMED);
    n->function = resize(n->function, (n->count + 1) * sizeof *n->function);
    n->function[n->count++] = (struct wire_named){.lo = symbol->st_value, .hi = symbol->st_value + symbol->st_size, .kind = kind};
}

void verifier_names(const char *program, struct wire *wire)
{
    static struct names last; /* most commands start one program again and again */
    if (!last.program || strcmp(last.program, program) != 0) {
        free(last.function);
        last = (struct names){.program = format_text("%s", program)};
        elf_symbols_of_file(program, SHT_SYMTAB, add, &last);
    }
    wire->named = last.count;
    if (last.count)
        memcpy(wire->named_function, last.function, last.count * sizeof *last.function);
}
