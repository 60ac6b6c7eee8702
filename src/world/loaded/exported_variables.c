/* exported_variables.c - see exported_variables.h. */
#include "world/loaded/exported_variables.h"

#include <dlfcn.h>
#include <stddef.h>

#include "world/loaded/imports.h"
#include "world/memory/data_ranges.h"

enum { MOST = 1024 };

static struct {
    struct variable {
        uint64_t lo, hi;
        bool     of_c;
    } variable[MOST];
    unsigned count;
} lent;

static bool add(uint64_t lo, uint64_t hi, bool of_c)
{
    for (unsigned i = 0; i < lent.count; i++)
        if (lent.variable[i].lo == lo && lent.variable[i].of_c == of_c)
            return true;
    if (lent.count == MOST)
        return false;
    lent.variable[lent.count++] = (struct variable){lo, hi, of_c};
    return true;
}

/* As far as the symbol table knows the variable; else all that lies there. */
static bool add_variable(uint64_t addr, const struct data_range *around, bool of_c)
{
    Dl_info info;
    const ElfW(Sym) *symbol = NULL;
    bool named = dladdr1((void *)addr, &info, (void **)&symbol, RTLD_DL_SYMENT) && symbol && symbol->st_size > 0;
    uint64_t lo = named ? (uint64_t)info.dli_saddr : 0;
    return named && addr - lo < symbol->st_size ? add(lo, lo + symbol->st_size, of_c) : add(around->lo, around->hi, of_c);
}

/* Ends the walk where there is no room. */
static bool look_at(const struct import *import, void *of_c)
{
    uint64_t addr = *import->place;
    const struct data_range *r = import->is_read ? data_ranges_find(addr) : NULL;
    return r && r->kind == DATA_PROGRAM && !add_variable(addr, r, *(bool *)of_c);
}

bool exported_variables_add(const struct dl_phdr_info *library, bool of_c)
{
    return !imports_each_bound(library, look_at, &of_c);
}

void exported_variables_each(bool of_c, void (*each)(uint64_t lo, uint64_t hi, void *data), void *data)
{
    for (unsigned i = 0; i < lent.count; i++)
        if (lent.variable[i].of_c == of_c)
            each(lent.variable[i].lo, lent.variable[i].hi, data);
}
