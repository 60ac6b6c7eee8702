/* program_sources.c - see program_sources.h. */
#include "apps/test/program_sources.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/symbols/symbols.h"
#include "tool/run/loaded_libraries.h"

static void add_file(struct strings *files, const char *name)
{
    char *path = name && *name == '/' ? realpath(name, NULL) : NULL;
    if (path && !starts_with(path, "/usr/") && !strings_contain(files, path))
        strings_add(files, path);
    else
        free(path);
}

/* Relative names are those of the folder that the unit was compiled in, which libdw has put before them. */
static void add_unit(struct strings *files, Dwarf_Die *unit, struct strings *seen)
{
    Dwarf_Files *of_unit;
    size_t count;
    if (dwarf_getsrcfiles(unit, &of_unit, &count) != 0)
        return;
    for (size_t i = 0; i < count; i++) {
        const char *name = dwarf_filesrc(of_unit, i, NULL, NULL);
        if (!name || starts_with(name, "/usr/") || strings_contain(seen, name))
            continue;
        strings_add(seen, format_text("%s", name));
        add_file(files, name);
    }
}

/* Debug information of the program's that is in a file of its own. */
static int add_debug_file(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr start, void *files)
{
    const char *main_file = NULL, *debug_file = NULL;
    (void)data;
    (void)name;
    (void)start;
    dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, &main_file, &debug_file);
    if (debug_file)
        strings_add(files, format_text("%s", debug_file));
    return DWARF_CB_OK;
}

struct main_function {
    bool found, takes_environment;
};

static int look_at_function(Dwarf_Die *function, void *found)
{
    struct main_function *m = found;
    const char *name = dwarf_diename(function);
    Dwarf_Die child;
    unsigned parameters = 0;
    if (!name || strcmp(name, "main") != 0)
        return DWARF_CB_OK;
    for (int more = dwarf_child(function, &child); more == 0; more = dwarf_siblingof(&child, &child))
        parameters += dwarf_tag(&child) == DW_TAG_formal_parameter;
    m->found = true;
    m->takes_environment = parameters > 2;
    return DWARF_CB_ABORT;
}

static void add_object(struct program_sources *sources, const char *path, struct main_function *m)
{
    struct strings seen = {0};
    struct symbols *s = symbols_open_file(path);
    Dwarf_Die *unit = NULL;
    for (Dwarf_Addr bias; s && (unit = dwfl_nextcu(s->dwfl, unit, &bias));) {
        add_unit(&sources->files, unit, &seen);
        if (m && !m->found)
            dwarf_getfuncs(unit, look_at_function, m, 0);
    }
    if (s)
        dwfl_getmodules(s->dwfl, add_debug_file, &sources->files, 0);
    symbols_close(s);
}

struct program_sources program_sources_of(const char *program)
{
    struct program_sources sources = {0};
    struct main_function m = {0};
    const struct strings *libraries = loaded_libraries(program);
    add_object(&sources, program, &m);
    for (size_t i = 0; i < libraries->count; i++)
        add_object(&sources, libraries->at[i], NULL);
    sources.whole_environment = !m.found || m.takes_environment;
    return sources;
}
