/* imports.c - see imports.h. */
#include "world/loaded/imports.h"

#include <stddef.h>

#include "base/text.h"
#include "model/calls.h"

struct dynamic {
    const ElfW(Sym)  *symbols;
    const char       *names;
    const ElfW(Rela) *table[2];
    size_t            bytes[2];
    size_t            relative; /* the first ones of the second table, which are no imports: of a large library nearly all */
};

/* The loader has relocated these pointers in place, except in the kernel's vdso, which takes nothing. */
static bool read_dynamic(const struct dl_phdr_info *info, struct dynamic *out)
{
    const ElfW(Dyn) *d = NULL;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            d = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    *out = (struct dynamic){0};
    for (; d && d->d_tag != DT_NULL; d++) {
        const void *p = (const void *)d->d_un.d_ptr;
        switch (d->d_tag) {
        case DT_SYMTAB: out->symbols = p; break;
        case DT_STRTAB: out->names = p; break;
        case DT_JMPREL: out->table[0] = p; break;
        case DT_PLTRELSZ: out->bytes[0] = d->d_un.d_val; break;
        case DT_RELA: out->table[1] = p; break;
        case DT_RELASZ: out->bytes[1] = d->d_un.d_val; break;
        case DT_RELACOUNT: out->relative = d->d_un.d_val; break;
        default: break;
        }
    }
    return out->symbols && out->names && (uint64_t)out->symbols >= info->dlpi_addr;
}

static bool each_name(const struct dl_phdr_info *info, bool also_own, imports_visitor *each, void *data)
{
    struct dynamic d;
    if (!read_dynamic(info, &d))
        return false;
    for (int k = 0; k < 2; k++)
        for (size_t i = k == 1 ? d.relative : 0; d.table[k] && i < d.bytes[k] / sizeof(ElfW(Rela)); i++) {
            const ElfW(Rela) *r = &d.table[k][i];
            const ElfW(Sym) *s = &d.symbols[ELF64_R_SYM(r->r_info)];
            struct import import = {.name = d.names + s->st_name, .place = (uint64_t *)(info->dlpi_addr + r->r_offset),
                                    .plain = r->r_addend == 0, .is_read = k == 1};
            if (ELF64_R_SYM(r->r_info) != 0 && (also_own || s->st_shndx == SHN_UNDEF) && each(&import, data))
                return true;
        }
    return false;
}

bool imports_each(const struct dl_phdr_info *info, imports_visitor *each, void *data)
{
    return each_name(info, false, each, data);
}

bool imports_each_bound(const struct dl_phdr_info *info, imports_visitor *each, void *data)
{
    return each_name(info, true, each, data);
}

/* Of the functions that are stood in for, and of those that are refused, nothing runs in the C library. What compilers add to every
 * object runs when it is unloaded. */
static bool may_change_c(const struct import *import, void *unused)
{
    const char *name = import->name;
    (void)unused;
    if (*import->place == 0 || text_equal(name, "__cxa_finalize"))
        return false;
    switch (calls_classify(name)) {
    case CALL_MODELLED:
    case CALL_PURE:
    case CALL_SETUP:
    case CALL_REFUSED:
    case CALL_GUARDED: return calls_traits(name) & TRAIT_LOOKS_UP;
    default: return true;
    }
}

bool imports_state_of_c(const struct dl_phdr_info *info)
{
    return imports_each(info, may_change_c, NULL);
}
