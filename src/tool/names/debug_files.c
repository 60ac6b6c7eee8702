/* debug_files.c - see debug_files.h. Where libdw finds nothing it loads a library that asks servers, and the forty libraries which that
 * one needs: half of the time that the check of a small program takes. So libdw is asked only if there is something to be found. */
#include "tool/names/debug_files.h"

#include <stdlib.h>
#include <string.h>

#include "tool/util.h"

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

static bool is_there(const char *directory, size_t length, const char *below, const char *name)
{
    char *path = format_text("%.*s%s/%s", (int)length, directory, below, name);
    bool found = file_exists(path);
    free(path);
    return found;
}

/* Beside the file, in .debug there, or in /usr/lib/debug below the file's folder or the last parts of that: where libdw looks. */
static bool is_near(const char *file, const char *name)
{
    const char *base = path_base(file);
    size_t length = base == file ? 0 : (size_t)(base - file) - 1;
    const char *folder = length ? file : ".";
    length = length ? length : 1;
    if (is_there(folder, length, "", name) || is_there(folder, length, "/.debug", name))
        return true;
    char *parts = format_text("%.*s", (int)length, folder);
    bool found = false;
    for (const char *part = parts; part && !found; part = strchr(part + 1, '/')) {
        char *below = format_text("/usr/lib/debug/%s", part);
        found = is_there(below, strlen(below), "", name);
        free(below);
    }
    free(parts);
    return found;
}

static bool may_be_found(const char *file, const char *link)
{
    if (!file) /* what several debug files have in common: only libdw knows where */
        return true;
    char *name = link ? format_text("%s", link) : format_text("%s.debug", path_base(file)), *real = realpath(file, NULL);
    bool found = is_near(file, name) || (real && is_near(real, name));
    free(name);
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
