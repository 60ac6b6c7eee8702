/* foreign.c - see foreign.h. */
#include "tool/foreign.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/calls_cxx.h"

struct names {
    struct strings imported, defined;
};

static void read_symbol(struct names *n, const GElf_Sym *symbol, const char *name)
{
    unsigned type = GELF_ST_TYPE(symbol->st_info), binding = GELF_ST_BIND(symbol->st_info);
    bool function = type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE;
    if (!function || *name == '\0')
        return;
    if (symbol->st_shndx != SHN_UNDEF)
        strings_addf(&n->defined, "%s", name);
    else if (binding == STB_GLOBAL) /* weak ones belong to the start-up code */
        strings_addf(&n->imported, "%s", name);
}

static void read_section(struct names *n, Elf *elf, Elf_Scn *section)
{
    GElf_Shdr header;
    Elf_Data *data = elf_getdata(section, NULL);
    if (!gelf_getshdr(section, &header) || header.sh_type != SHT_DYNSYM || !header.sh_entsize || !data)
        return;
    for (size_t i = 0; i < header.sh_size / header.sh_entsize; i++) {
        GElf_Sym symbol;
        const char *name = gelf_getsym(data, (int)i, &symbol) ? elf_strptr(elf, header.sh_link, symbol.st_name) : NULL;
        if (name)
            read_symbol(n, &symbol, name);
    }
}

static void read_object(struct names *n, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
    for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));)
        read_section(n, elf, section);
    elf_end(elf);
    close(fd);
}

bool object_imports(const char *path, const char *const *functions)
{
    struct names n = {0};
    read_object(&n, path);
    for (; *functions; functions++)
        if (strings_contain(&n.imported, *functions))
            return true;
    return false;
}

static bool is_trusted(const char *trust, const char *name)
{
    size_t length = strlen(name);
    while (trust && *trust) {
        size_t word = strcspn(trust, ",");
        if ((word == length && memcmp(trust, name, length) == 0) || (word == 3 && memcmp(trust, "all", 3) == 0))
            return true;
        trust += word + (trust[word] == ',');
    }
    return false;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_names(struct names *all, const struct names *of_module, bool library)
{
    strings_append(&all->defined, &of_module->defined);
    for (size_t i = 0; i < of_module->imported.count; i++)
        if (!library || !calls_known_to_library(of_module->imported.at[i]))
            strings_add(&all->imported, of_module->imported.at[i]);
}

struct strings foreign_untracked(const struct wire *wire, const char *trust)
{
    struct names n = {0};
    struct strings untracked = {0};
    for (uint32_t i = 0; i < wire->modules && i < WIRE_MAX_MODULES; i++) {
        const struct wire_module *m = &wire->module[i];
        if (!wire_module_is_programs(m))
            continue;
        struct names of_module = {0};
        read_object(&of_module, m->path);
        add_names(&n, &of_module, strcmp(path_base(m->path), "libmazurka-cxx.so") == 0);
    }
    for (size_t i = 0; i < n.imported.count; i++) {
        const char *name = n.imported.at[i];
        if (calls_classify(name) == CALL_UNKNOWN && !strings_contain(&n.defined, name) && !is_trusted(trust, name)
            && !strings_contain(&untracked, name))
            strings_add(&untracked, name);
    }
    if (untracked.count)
        qsort(untracked.at, untracked.count, sizeof *untracked.at, by_name);
    return untracked;
}
