/* elf_symbols.c - see elf_symbols.h. */
#include "tool/binary/elf/elf_symbols.h"

#include <fcntl.h>
#include <unistd.h>

void elf_symbols(Elf *elf, uint32_t table, elf_symbol_each *each, void *data)
{
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section)) != NULL;) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || header.sh_type != table || !header.sh_entsize)
            continue;
        Elf_Data *contents = elf_getdata(section, NULL); /* of this one only: others are megabytes of debug information */
        for (size_t i = 0; contents && i < header.sh_size / header.sh_entsize; i++) {
            GElf_Sym symbol;
            const char *name = gelf_getsym(contents, (int)i, &symbol) ? elf_strptr(elf, header.sh_link, symbol.st_name) : NULL;
            if (name)
                each(&symbol, name, data);
        }
    }
}

void elf_symbols_of_file(const char *path, uint32_t table, elf_symbol_each *each, void *data)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    if (elf)
        elf_symbols(elf, table, each, data);
    elf_end(elf);
    close(fd);
}
