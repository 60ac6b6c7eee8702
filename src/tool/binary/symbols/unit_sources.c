/* unit_sources.c - see unit_sources.h. */
#include "tool/binary/symbols/unit_sources.h"

#include <stdlib.h>

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

void unit_sources(const struct symbols *s, struct strings *files)
{
    struct strings seen = {0};
    Dwarf_Die *unit = NULL;
    for (Dwarf_Addr bias; (unit = dwfl_nextcu(s->dwfl, unit, &bias));)
        add_unit(files, unit, &seen);
}
