/* code_symbols.c - see code_symbols.h. */
#include "tool/binary/symbols/code_symbols.h"

#include <stdlib.h>

#include "base/lower_bound.h"
#include "tool/cli/util.h"

struct code_symbol {
    GElf_Addr   low, high;
    int         global; /* of several names of one function the one that others see is told */
    const char *name;
};

struct module_symbols {
    Dwfl_Module        *module;
    struct code_symbol *at; /* by address */
    size_t              count, capacity;
};

struct code_symbols {
    struct module_symbols *modules;
    size_t count;
};

struct code_symbols *code_symbols_new(void)
{
    return allocate(sizeof(struct code_symbols));
}

void code_symbols_free(struct code_symbols *s)
{
    for (size_t i = 0; s && i < s->count; i++)
        free(s->modules[i].at);
    if (s)
        free(s->modules);
    free(s);
}

static void add(struct module_symbols *m, struct code_symbol symbol)
{
    if (m->count == m->capacity) {
        m->capacity = m->capacity ? 2 * m->capacity : 256;
        m->at = resize(m->at, m->capacity * sizeof *m->at);
    }
    m->at[m->count++] = symbol;
}

static int by_address(const void *a, const void *b)
{
    const struct code_symbol *x = a, *y = b;
    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    return x->global - y->global;
}

static void collect(struct module_symbols *m)
{
    int count = dwfl_module_getsymtab(m->module);
    for (int i = 1; i < count; i++) {
        GElf_Sym symbol;
        GElf_Addr address;
        const char *name = dwfl_module_getsym_info(m->module, i, &symbol, &address, NULL, NULL, NULL);
        int type = GELF_ST_TYPE(symbol.st_info);
        if (name && *name && symbol.st_size > 0 && symbol.st_shndx != SHN_UNDEF && (type == STT_FUNC || type == STT_GNU_IFUNC))
            add(m, (struct code_symbol){address, address + symbol.st_size, GELF_ST_BIND(symbol.st_info) != STB_LOCAL, name});
    }
    if (m->count > 0)
        qsort(m->at, m->count, sizeof *m->at, by_address);
}

static const struct module_symbols *symbols_of(struct code_symbols *s, Dwfl_Module *module)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->modules[i].module == module)
            return &s->modules[i];
    s->modules = resize(s->modules, (s->count + 1) * sizeof *s->modules);
    struct module_symbols *m = &s->modules[s->count++];
    *m = (struct module_symbols){.module = module};
    collect(m);
    return m;
}

const char *code_symbols_at(struct code_symbols *s, Dwfl_Module *module, GElf_Addr address)
{
    const struct module_symbols *m = symbols_of(s, module);
    size_t after = LOWER_BOUND(i, m->count, m->at[i].low <= address);
    return after > 0 && address < m->at[after - 1].high ? m->at[after - 1].name : NULL;
}
