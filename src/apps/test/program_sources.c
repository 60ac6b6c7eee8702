/* program_sources.c - see program_sources.h. */
#include "apps/test/program_sources.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/symbols/unit_sources.h"
#include "tool/run/loaded_libraries.h"

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
    struct symbols *s = symbols_open_file(path);
    Dwarf_Die *unit = NULL;
    if (!s)
        return;
    unit_sources(s, &sources->files);
    for (Dwarf_Addr bias; m && !m->found && (unit = dwfl_nextcu(s->dwfl, unit, &bias));)
        dwarf_getfuncs(unit, look_at_function, m, 0);
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
