/* machine_code.c - see machine_code.h. */
#include "tool/machine_code.h"

#include <dwarf.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/objects.h"
#include "tool/symbols.h"
#include "tool/types.h"

/* --- the file ---------------------------------------------------------------------------------------------------------- */

const struct image_section *image_find(const struct image *image, uint64_t address)
{
    for (size_t i = 0; i < image->sections; i++)
        if (address - image->section[i].low < image->section[i].high - image->section[i].low)
            return &image->section[i];
    return NULL;
}

bool image_writable(const struct image *image, uint64_t address)
{
    const struct image_section *section = image_find(image, address);
    return !section || section->writable;
}

bool image_is_hook(const struct image *image, uint64_t slot)
{
    size_t low = 0, high = image->slots;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (image->slot[middle].address < slot)
            low = middle + 1;
        else
            high = middle;
    }
    return low < image->slots && image->slot[low].address == slot;
}

/* What the dynamic linker makes read-only when it is done. */
static bool is_sealed(Elf *elf, uint64_t address)
{
    size_t count = 0;
    elf_getphdrnum(elf, &count);
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr segment;
        if (gelf_getphdr(elf, (int)i, &segment) && segment.p_type == PT_GNU_RELRO && address - segment.p_vaddr < segment.p_memsz)
            return true;
    }
    return false;
}

static void add_section(struct image *image, Elf *elf, Elf_Scn *section, const GElf_Shdr *header, const char *name)
{
    Elf_Data *data = elf_getdata(section, NULL);
    bool whole = data && data->d_size >= header->sh_size;
    image->section = resize(image->section, (image->sections + 1) * sizeof *image->section);
    image->section[image->sections++] = (struct image_section){
        .low = header->sh_addr,
        .high = header->sh_addr + header->sh_size,
        .bytes = header->sh_type != SHT_NOBITS && whole ? data->d_buf : NULL,
        .writable = header->sh_flags & SHF_WRITE && !is_sealed(elf, header->sh_addr),
        .stubs = name && starts_with(name, ".plt"),
    };
}

static bool announces(const char *name)
{
    return starts_with(name, "__tsan_") && !starts_with(name, "__tsan_func_") && strcmp(name, "__tsan_init") != 0;
}

static void add_slots(struct image *image, Elf *elf, Elf_Scn *section, const GElf_Shdr *header)
{
    GElf_Shdr symbols;
    Elf_Scn *table = elf_getscn(elf, header->sh_link);
    Elf_Data *data = elf_getdata(section, NULL), *names = table ? elf_getdata(table, NULL) : NULL;
    if (!data || !names || !header->sh_entsize || !gelf_getshdr(table, &symbols) || symbols.sh_type != SHT_DYNSYM)
        return;
    for (size_t i = 0; i < header->sh_size / header->sh_entsize; i++) {
        GElf_Rela relocation;
        GElf_Sym symbol;
        if (!gelf_getrela(data, (int)i, &relocation) || !gelf_getsym(names, (int)GELF_R_SYM(relocation.r_info), &symbol))
            continue;
        const char *name = elf_strptr(elf, symbols.sh_link, symbol.st_name);
        if (!name || !announces(name))
            continue;
        image->slot = resize(image->slot, (image->slots + 1) * sizeof *image->slot);
        image->slot[image->slots++].address = relocation.r_offset;
    }
}

static int by_address(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void read_image(struct image *image, Elf *elf)
{
    size_t names = 0;
    elf_getshdrstrndx(elf, &names);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section)) != NULL;) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || !(header.sh_flags & SHF_ALLOC))
            continue;
        add_section(image, elf, section, &header, elf_strptr(elf, names, header.sh_name));
        if (header.sh_type == SHT_RELA)
            add_slots(image, elf, section, &header);
    }
    if (image->slots)
        qsort(image->slot, image->slots, sizeof *image->slot, by_address);
}

/* --- functions --------------------------------------------------------------------------------------------------------- */

struct examination {
    struct image    image;
    struct symbols *symbols;
    machine_reader *read;
    struct strings  complaints;
};

/* Compiled by `mazurka cc`? About other units something is said anyway. `clang`: by that compiler. */
static bool is_instrumented(Dwarf_Die *unit, bool *clang)
{
    Dwarf_Attribute attribute;
    const char *producer = dwarf_formstring(dwarf_attr(unit, DW_AT_producer, &attribute));
    *clang = producer && strstr(producer, "clang");
    return producer && (strstr(producer, "-fsanitize=thread") || strstr(producer, OBJECT_MARK));
}

/* Such a function writes into an object that its caller made for it, which has no hooks either. */
static bool returns_struct(const struct code_range *code, uint64_t address)
{
    Dwarf_Die unit = code->unit, *scopes = NULL, type;
    bool is_struct = false;
    int count = dwarf_getscopes(&unit, address - code->bias, &scopes);
    for (int i = 0; i < count; i++) {
        if (dwarf_tag(&scopes[i]) != DW_TAG_subprogram || !types_of(&scopes[i], &type) || dwarf_peel_type(&type, &type) != 0)
            continue;
        int tag = dwarf_tag(&type);
        is_struct |= tag == DW_TAG_structure_type || tag == DW_TAG_union_type || tag == DW_TAG_class_type;
    }
    free(scopes);
    return is_struct;
}

__attribute__((format(printf, 3, 4))) static void complain(struct examination *e, uint64_t address, const char *format, ...)
{
    char *what;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&what, format, arguments) < 0)
        die("out of memory");
    va_end(arguments);
    struct place place = symbols_instruction(e->symbols, address);
    strings_addf(&e->complaints, "%s: %s() %s", symbols_line(e->symbols, &place), place.function ? place.function : "?", what);
}

static void judge(struct examination *e, const struct walk *walk, const struct code_range *code, bool clang, uint64_t address)
{
    const uint64_t *odd = walk->odd;
    if (odd[ODD_ATOMIC])
        complain(e, odd[ODD_ATOMIC], "accesses memory by inline assembly (%s), which has no hooks: it goes unseen",
                 walk->name[ODD_ATOMIC]);
    if (odd[ODD_WIDE] && clang)
        complain(e, odd[ODD_WIDE],
                 "accesses 32 bytes or more at once (%s), to which clang gives no hooks: it goes unseen. Compile with gcc",
                 walk->name[ODD_WIDE]);
    if (odd[ODD_CLOCK])
        complain(e, odd[ODD_CLOCK], "asks the processor (%s) for what differs from run to run", walk->name[ODD_CLOCK]);
    if (odd[ODD_SYSTEM])
        complain(e, odd[ODD_SYSTEM], "calls the system by itself (%s): what that does goes unseen", walk->name[ODD_SYSTEM]);
    bool told = odd[ODD_ATOMIC] || (odd[ODD_WIDE] && clang);
    if (walk->access && !walk->hooked && !told && !returns_struct(code, address))
        complain(e, walk->access, "has no hooks (no_sanitize, or inline assembly): its accesses to memory go unseen");
}

static void examine_function(struct examination *e, uint64_t address, uint64_t size)
{
    bool clang;
    const struct image_section *section = image_find(&e->image, address);
    const struct code_range *code = symbols_unit(e->symbols, address);
    if (!code || !section || !section->bytes || size > section->high - address)
        return;
    Dwarf_Die unit = code->unit;
    if (!is_instrumented(&unit, &clang))
        return;
    struct walk walk = {0};
    e->read(&e->image, address, address + size, &walk);
    judge(e, &walk, code, clang, address);
}

struct function {
    uint64_t address, size;
};

static int by_start(const void *a, const void *b)
{
    const struct function *x = a, *y = b;
    return x->address != y->address ? (x->address < y->address ? -1 : 1) : x->size < y->size ? -1 : x->size > y->size;
}

static void examine_functions(struct examination *e, Elf *elf)
{
    struct function *at = NULL;
    size_t count = 0;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section)) != NULL;) {
        GElf_Shdr header;
        Elf_Data *data = elf_getdata(section, NULL);
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB || !header.sh_entsize || !data)
            continue;
        for (size_t i = 0; i < header.sh_size / header.sh_entsize; i++) {
            GElf_Sym symbol;
            if (!gelf_getsym(data, (int)i, &symbol) || GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_size == 0 ||
                symbol.st_shndx == SHN_UNDEF)
                continue;
            at = resize(at, (count + 1) * sizeof *at);
            at[count++] = (struct function){symbol.st_value, symbol.st_size};
        }
    }
    if (count)
        qsort(at, count, sizeof *at, by_start);
    for (size_t i = 0; i < count; i++) /* a function may have several names */
        if (i + 1 == count || at[i + 1].address != at[i].address)
            examine_function(e, at[i].address, at[i].size);
    free(at);
}

static void examine(struct examination *e, Elf *elf, const char *path)
{
    GElf_Ehdr header;
    if (!gelf_getehdr(elf, &header))
        return;
    e->read = header.e_machine == EM_X86_64 ? instructions_x86_64 : header.e_machine == EM_AARCH64 ? instructions_aarch64 : NULL;
    e->symbols = e->read ? symbols_open_file(path) : NULL;
    if (!e->symbols)
        return;
    read_image(&e->image, elf);
    examine_functions(e, elf);
    symbols_close(e->symbols);
    free(e->image.section);
    free(e->image.slot);
}

struct strings machine_complaints(const char *path)
{
    struct examination e = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    elf_version(EV_CURRENT);
    Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ, NULL);
    if (elf)
        examine(&e, elf, path);
    elf_end(elf);
    if (fd >= 0)
        close(fd);
    return e.complaints;
}
