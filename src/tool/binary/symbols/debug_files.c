/* debug_files.c - see debug_files.h. Where libdw finds nothing it loads a library that asks servers, and the forty libraries which that
 * one needs: half of the time that the check of a small program takes. So libdw is asked only if there is something to be found. */
#include "tool/binary/symbols/debug_files.h"

#include <stdlib.h>
#include <string.h>

#include "tool/cli/util.h"

/* Names must not depend on what a server answers. But the environment is the program's, too, and what it holds, and how long it is, is part
 * of the state in which the program begins: it is left as it was. */
static char *without_servers(void)
{
    const char *urls = getenv("DEBUGINFOD_URLS");
    char *kept = urls ? format_text("%s", urls) : NULL;
    if (kept)
        setenv("DEBUGINFOD_URLS", "", 1);
    return kept;
}

static void with_servers(char *kept)
{
    if (kept)
        setenv("DEBUGINFOD_URLS", kept, 1);
    free(kept);
}

static int find_elf(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base, char **file, Elf **elf)
{
    char *urls = without_servers();
    int fd = dwfl_build_id_find_elf(module, data, name, base, file, elf);
    with_servers(urls);
    return fd;
}

/* What libdw looks for: the name that the file gives, or one that is made up; that of it alone, which what several files have in common may
 * have; and the file's own name, but not beside it. */
struct sought {
    char       *name;
    const char *base, *own;
};

static bool is_there(const char *folder, const char *below, const char *name)
{
    char *path = format_text("%s%s/%s", folder, below, name);
    bool found = file_exists(path);
    free(path);
    return found;
}

static bool is_any_there(const char *folder, const char *below, const struct sought *s)
{
    return is_there(folder, below, s->name) || is_there(folder, below, s->base) || is_there(folder, below, s->own);
}

/* Beside the file, in .debug or .dwz there, or in /usr/lib/debug below the file's folder, the last parts of that, or none: where libdw
 * looks. */
static bool is_near(const char *file, const struct sought *s)
{
    size_t length = (size_t)(path_base(file) - file);
    char *folder = length ? format_text("%.*s", (int)length - 1, file) : format_text(".");
    bool found = is_there(folder, "", s->name) || is_any_there(folder, "/.debug", s) || is_any_there(folder, "/.dwz", s);
    for (const char *part = folder; part && *part && !found; part = strchr(part + 1, '/'))
        found = is_any_there("/usr/lib/debug/", part, s);
    free(folder);
    return found || is_any_there("/usr/lib/debug", "", s) || is_any_there("/usr/lib/debug", "/.dwz", s);
}

static bool may_be_found(const char *file, const char *link)
{
    if (!file)
        return true;
    struct sought s = {.name = link ? format_text("%s", link) : format_text("%s.debug", path_base(file)), .own = path_base(file)};
    s.base = path_base(s.name);
    char *real = realpath(file, NULL);
    bool found = is_near(file, &s) || (real && is_near(real, &s));
    free(s.name);
    free(real);
    return found;
}

static int find_debuginfo(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base, const char *file, const char *link,
                          GElf_Word checksum, char **found)
{
    int fd = dwfl_build_id_find_debuginfo(module, data, name, base, file, link, checksum, found);
    if (fd >= 0 || !may_be_found(file, link))
        return fd;
    char *urls = without_servers();
    fd = dwfl_standard_find_debuginfo(module, data, name, base, file, link, checksum, found);
    with_servers(urls);
    return fd;
}

const Dwfl_Callbacks debug_files = {
    .find_elf = find_elf,
    .find_debuginfo = find_debuginfo,
    .section_address = dwfl_offline_section_address,
};
