/* verifier_names.c - see verifier_names.h. */
#include "tool/verifier_names.h"

#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

#include "tool/util.h"

static bool is_named(const char *name, enum wire_named_kind *kind)
{
    *kind = strcmp(name, "assume_abort_if_not") == 0 ? WIRE_NAMED_ASSUME : WIRE_NAMED_ATOMIC;
    if (*kind == WIRE_NAMED_ASSUME)
        return true;
    return starts_with(name, "__VERIFIER_atomic_") && strcmp(name, "__VERIFIER_atomic_begin") != 0
        && strcmp(name, "__VERIFIER_atomic_end") != 0;
}

static void add(struct wire *wire, const GElf_Sym *symbol, const char *name)
{
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
    int fd = open(program, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        Elf_Data *data = elf_getdata(section, NULL);
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB || !header.sh_entsize || !data)
            continue;
        for (size_t i = 0; i < header.sh_size / header.sh_entsize; i++) {
            GElf_Sym symbol;
            const char *name = gelf_getsym(data, (int)i, &symbol) ? elf_strptr(elf, header.sh_link, symbol.st_name) : NULL;
            if (name)
                add(wire, &symbol, name);
        }
    }
    elf_end(elf);
    close(fd);
}
