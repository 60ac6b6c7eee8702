/* imported.c - see imported.h. */
#include "tool/binary/uninstrumented/imported.h"

#include <stdlib.h>
#include <string.h>

#include "model/calls.h"
#include "model/calls_cxx.h"
#include "tool/binary/elf/elf_symbols.h"

struct names {
    struct strings imported, defined;
};

static void read_symbol(const GElf_Sym *symbol, const char *name, void *data)
{
    struct names *n = data;
    unsigned type = GELF_ST_TYPE(symbol->st_info), binding = GELF_ST_BIND(symbol->st_info);
    bool function = type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE;
    if (!function || *name == '\0')
        return;
    if (symbol->st_shndx != SHN_UNDEF)
        strings_addf(&n->defined, "%s", name);
    else if (binding == STB_GLOBAL) /* weak ones belong to the start-up code */
        strings_addf(&n->imported, "%s", name);
}

static void read_object(struct names *n, const char *path)
{
    elf_symbols_of_file(path, SHT_DYNSYM, read_symbol, n);
}

bool object_imports(const char *path, uint64_t traits)
{
    struct names n = {0};
    read_object(&n, path);
    for (size_t i = 0; i < n.imported.count; i++)
        if (calls_traits(n.imported.at[i]) & traits)
            return true;
    return false;
}

static bool is_trusted(const char *trust, const char *name)
{
    return trust && calls_are_listed(trust, name);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* What the part of libstdc++ that is built with hooks calls in the rest of it is known. */
static void read_module(struct names *all, const char *path)
{
    bool library = strcmp(path_base(path), "libmazurka-cxx.so") == 0;
    struct names n = {0};
    read_object(&n, path);
    strings_append(&all->defined, &n.defined);
    for (size_t i = 0; i < n.imported.count; i++)
        if (!library || !calls_known_to_library(n.imported.at[i]))
            strings_add(&all->imported, n.imported.at[i]);
}

static void read_modules(struct names *n, const struct wire *wire)
{
    for (uint32_t i = 0; i < wire->modules && i < WIRE_MAX_MODULES; i++)
        if (wire_module_is_programs(&wire->module[i]))
            read_module(n, wire->module[i].path);
}

/* A library without hooks that has annotations of its own: what those do is not known, and ours stand in for them. */
static bool has_another(const struct wire *wire, const char *annotation)
{
    for (uint32_t i = 0; i < wire->modules && i < WIRE_MAX_MODULES; i++) {
        const struct wire_module *m = &wire->module[i];
        struct names n = {0};
        if (wire_module_is_programs(m) || m->flags & WIRE_MODULE_RUNTIME || starts_with(path_base(m->path), "libmazurka"))
            continue;
        read_object(&n, m->path);
        if (strings_contain(&n.defined, annotation))
            return true;
    }
    return false;
}

static const struct wire_guarded *guarded(const struct wire *wire, const char *name)
{
    for (uint32_t i = 0; wire && i < wire->guarded && i < WIRE_MAX_GUARDED; i++)
        if (strncmp(wire->guarded_function[i].name, name, sizeof wire->guarded_function[i].name - 1) == 0)
            return &wire->guarded_function[i];
    return NULL;
}

static void sort(struct strings *names)
{
    if (names->count)
        qsort(names->at, names->count, sizeof *names->at, by_name);
}

struct strings imported_untracked(const struct wire *wire, const char *trust)
{
    struct names n = {0};
    struct strings untracked = {0};
    read_modules(&n, wire);
    for (size_t i = 0; i < n.imported.count; i++) {
        const char *name = n.imported.at[i];
        bool unknown = calls_classify(name) == CALL_UNKNOWN || (calls_annotate(name) && has_another(wire, name));
        if (unknown && !strings_contain(&n.defined, name) && !is_trusted(trust, name) && !guarded(wire, name)
            && !strings_contain(&untracked, name))
            strings_add(&untracked, name);
    }
    for (uint32_t i = 0; wire && i < wire->loose && i < WIRE_MAX_LOOSE; i++)
        if (!strings_contain(&untracked, wire->loose_function[i].name))
            strings_addf(&untracked, "%s", wire->loose_function[i].name);
    sort(&untracked);
    return untracked;
}

struct own_function {
    uint64_t    address;
    const char *name;
};

static void find_own(const GElf_Sym *symbol, const char *name, void *data)
{
    struct own_function *own = data;
    if (GELF_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_value == own->address && !own->name)
        own->name = format_text("%s", name);
}

/* The runtime knows functions of the program's own by their addresses. */
static const char *name_of(const struct wire *wire, const struct wire_guarded *g)
{
    if (!starts_with(g->name, WIRE_GUARDED_OWN))
        return g->name;
    struct own_function own = {.address = strtoull(g->name + strlen(WIRE_GUARDED_OWN), NULL, 16)};
    elf_symbols_of_file(wire->module[0].path, SHT_SYMTAB, find_own, &own);
    return own.name ? own.name : format_text("a function at 0x%lx", (unsigned long)own.address);
}

struct strings imported_sharing(const struct wire *wire)
{
    struct strings sharing = {0};
    for (uint32_t i = 0; i < wire->guarded && i < WIRE_MAX_GUARDED; i++)
        if (wire->guarded_function[i].flags & WIRE_GUARDED_SHARES)
            strings_add(&sharing, name_of(wire, &wire->guarded_function[i]));
    sort(&sharing);
    return sharing;
}

bool imported_mapped(const struct wire *wire)
{
    bool called = false;
    for (uint32_t i = 0; i < wire->guarded && i < WIRE_MAX_GUARDED; i++)
        called |= wire->guarded_function[i].flags & WIRE_GUARDED_CALLED;
    return called && wire->maps_memory;
}

/* --- what becomes of calls --------------------------------------------------------------------------------------------- */

static const struct {
    enum call_class class;
    const char     *title;
} classes[] = {
    {CALL_MODELLED, "modelled: Mazurka stands in for them"},
    {CALL_PURE, "pure: left to their libraries, they change nothing"},
    {CALL_SETUP, "set-up only: real before the first thread or choice, refused afterwards"},
    {CALL_GUARDED, "guarded: functions of the C library that run natively; what they write is found by comparison"},
    {CALL_GUARDED_STATE, "guarded, with the state of the C library that they use"},
    {CALL_UNKNOWN, "guarded: functions of other libraries, likewise, with the data of those"},
    {CALL_REFUSED, "refused: a call ends the search, and the verdict names the function"},
};

static const char *remark(const struct wire *wire, const char *trust, const char *name)
{
    const struct wire_guarded *g = guarded(wire, name);
    if (is_trusted(trust, name))
        return " (trusted: runs unguarded)";
    if (g && g->flags & WIRE_GUARDED_SHARES)
        return " (touches memory that threads share: each call is taken as one step)";
    if (g && !(g->flags & WIRE_GUARDED_CALLED))
        return " (never called)";
    return !wire || g ? "" : " (not guarded: its effects are not tracked)";
}

static bool is_guarded(enum call_class class)
{
    return class == CALL_UNKNOWN || class == CALL_GUARDED || class == CALL_GUARDED_STATE;
}

static bool is_start_up(const char *name)
{
    return strncmp(name, "__tsan_", 7) == 0 || strcmp(name, "__libc_start_main") == 0;
}

static void explain(struct names *n, const struct wire *wire, const char *trust, FILE *out)
{
    sort(&n->imported);
    for (size_t c = 0; c < sizeof classes / sizeof *classes; c++) {
        bool any = false;
        const char *last = "";
        for (size_t i = 0; i < n->imported.count; i++) {
            const char *name = n->imported.at[i];
            if (calls_classify(name) != classes[c].class || strings_contain(&n->defined, name) || strcmp(name, last) == 0
                || is_start_up(name))
                continue;
            if (!any)
                fprintf(out, "%s\n", classes[c].title);
            fprintf(out, "  %s%s\n", name, is_guarded(classes[c].class) ? remark(wire, trust, name) : "");
            any = true;
            last = name;
        }
    }
}

void imported_explain_file(const char *path, FILE *out)
{
    struct names n = {0};
    read_object(&n, path);
    explain(&n, NULL, NULL, out);
}

void imported_explain(const struct wire *wire, const char *trust, FILE *out)
{
    struct names n = {0};
    read_modules(&n, wire);
    explain(&n, wire, trust, out);
}
