/* image.c - reads the ELF file. See image.h. */
#include "tool/binary/liveness/image.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lower_bound.h"
#include "tool/cli/util.h"

enum { STUB_CACHE = 4096 };

/* --- sections --------------------------------------------------------------------------------------------------------- */

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

/* Zeros of thread-local storage have an address that others have, too. */
static void add_bytes(struct image *image, const GElf_Shdr *header, const Elf_Data *data)
{
    bool zeros = header->sh_type == SHT_NOBITS;
    if (!(header->sh_flags & SHF_ALLOC) || (zeros && header->sh_flags & SHF_TLS) || (!zeros && (!data || data->d_size < header->sh_size)))
        return;
    image->bytes = resize(image->bytes, (image->byte_count + 1) * sizeof *image->bytes);
    image->bytes[image->byte_count++] = (struct image_bytes){header->sh_addr, header->sh_addr + header->sh_size,
        zeros ? NULL : data->d_buf, header->sh_flags & SHF_WRITE && !is_sealed(image->elf, header->sh_addr)};
}

static void add_functions(struct image *image, const GElf_Shdr *header, Elf_Data *data)
{
    size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    image->functions = resize(image->functions, (image->function_count + count + 1) * sizeof *image->functions);
    for (size_t i = 0; data && i < count; i++) {
        GElf_Sym symbol;
        if (!gelf_getsym(data, (int)i, &symbol) || GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF
            || symbol.st_size == 0)
            continue;
        const char *name = elf_strptr(image->elf, header->sh_link, symbol.st_name);
        image->functions[image->function_count++] =
            (struct image_function){symbol.st_value, symbol.st_value + symbol.st_size, name ? name : ""};
    }
}

static void add_pointers(struct image *image, const GElf_Shdr *header, Elf_Data *data)
{
    size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    Elf_Scn *section = elf_getscn(image->elf, header->sh_link);
    GElf_Shdr names = {0};
    Elf_Data *symbols = section && gelf_getshdr(section, &names) ? elf_getdata(section, NULL) : NULL;
    image->pointers = resize(image->pointers, (image->pointer_count + count + 1) * sizeof *image->pointers);
    for (size_t i = 0; data && i < count; i++) {
        GElf_Rela entry;
        GElf_Sym symbol;
        if (!gelf_getrela(data, (int)i, &entry))
            continue;
        struct image_pointer pointer = {.at = entry.r_offset, .target = (uint64_t)entry.r_addend};
        size_t index = GELF_R_SYM(entry.r_info);
        if (index && symbols && gelf_getsym(symbols, (int)index, &symbol)) {
            pointer.name = elf_strptr(image->elf, names.sh_link, symbol.st_name);
            pointer.target += symbol.st_shndx != SHN_UNDEF ? symbol.st_value : 0;
        }
        if (GELF_R_TYPE(entry.r_info) == image->architecture->tls_descriptor)
            pointer.name = IMAGE_TLS_DESCRIPTOR;
        image->pointers[image->pointer_count++] = pointer;
    }
}

static void read_build_id(struct image *image, Elf_Data *data)
{
    GElf_Nhdr note;
    size_t name, description;
    for (size_t at = 0; data && (at = gelf_getnote(data, at, &note, &name, &description)) > 0;) {
        if (note.n_type != NT_GNU_BUILD_ID || note.n_namesz != 4 || memcmp((char *)data->d_buf + name, "GNU", 4) != 0)
            continue;
        image->build_id_size = note.n_descsz < sizeof image->build_id ? note.n_descsz : sizeof image->build_id;
        memcpy(image->build_id, (char *)data->d_buf + description, image->build_id_size);
    }
}

static void read_sections(struct image *image)
{
    size_t names;
    bool whole = false;
    if (elf_getshdrstrndx(image->elf, &names) != 0)
        return;
    for (int round = 0; round < 2; round++) { /* the symbols of a stripped file are only those that others may call */
        for (Elf_Scn *section = NULL; (section = elf_nextscn(image->elf, section));) {
            GElf_Shdr header;
            if (!gelf_getshdr(section, &header))
                continue;
            Elf_Data *data = elf_getdata(section, NULL);
            if (header.sh_type == (round ? SHT_DYNSYM : SHT_SYMTAB) && !(round && whole)) {
                add_functions(image, &header, data);
                whole = true;
            }
            if (round)
                continue;
            add_bytes(image, &header, data);
            if (header.sh_type == SHT_RELA && header.sh_flags & SHF_ALLOC)
                add_pointers(image, &header, data);
            if (header.sh_type == SHT_NOTE)
                read_build_id(image, data);
        }
    }
    for (Elf_Scn *section = NULL; (section = elf_nextscn(image->elf, section));) {
        GElf_Shdr header;
        const char *name = gelf_getshdr(section, &header) ? elf_strptr(image->elf, names, header.sh_name) : NULL;
        Elf_Data *data = elf_getdata(section, NULL);
        if (name && strcmp(name, ".eh_frame") == 0 && data)
            image_read_exceptions(image, data, header.sh_addr);
    }
}

/* --- order ------------------------------------------------------------------------------------------------------------ */

static int by_start(const void *a, const void *b)
{
    const struct image_function *left = a, *right = b;
    if (left->start != right->start)
        return left->start < right->start ? -1 : 1;
    return left->end == right->end ? strcmp(left->name, right->name) : left->end > right->end ? -1 : 1;
}

static int by_place(const void *a, const void *b)
{
    const struct image_pointer *left = a, *right = b;
    return left->at < right->at ? -1 : left->at > right->at;
}

static void sort(struct image *image)
{
    size_t kept = 0;
    if (image->function_count)
        qsort(image->functions, image->function_count, sizeof *image->functions, by_start);
    for (size_t i = 0; i < image->function_count; i++) {
        if (!kept || image->functions[kept - 1].start != image->functions[i].start)
            image->functions[kept++] = image->functions[i];
    }
    image->function_count = kept;
    if (image->pointer_count)
        qsort(image->pointers, image->pointer_count, sizeof *image->pointers, by_place);
}

/* --- opening ---------------------------------------------------------------------------------------------------------- */

static const char *prepare(struct image *image)
{
    GElf_Ehdr header;
    if (!image->elf || elf_kind(image->elf) != ELF_K_ELF || !gelf_getehdr(image->elf, &header))
        return "is not an ELF file";
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
        return "is neither a program nor a library";
    image->position_independent = header.e_type == ET_DYN;
    image->architecture = header.e_machine == EM_X86_64 ? &architecture_x86_64
        : header.e_machine == EM_AARCH64 ? &architecture_aarch64 : NULL;
    if (!image->architecture)
        return "is for a machine that the analysis of dead values does not know";
    if (cs_open(image->architecture->arch, image->architecture->mode, &image->handle) != CS_ERR_OK)
        return "cannot be disassembled: the installed capstone lacks its architecture";
    cs_option(image->handle, CS_OPT_DETAIL, CS_OPT_ON);
    read_sections(image);
    sort(image);
    image->dwarf = dwarf_begin_elf(image->elf, DWARF_C_READ, NULL);
    image->stub_address = allocate(STUB_CACHE * sizeof *image->stub_address);
    image->stub_name = allocate(STUB_CACHE * sizeof *image->stub_name);
    return NULL;
}

struct image *image_open(const char *path, char **why)
{
    struct image *image = allocate(sizeof *image);
    image->fd = open(path, O_RDONLY | O_CLOEXEC);
    if (image->fd < 0) {
        *why = format_text("%s cannot be opened: %s", path, strerror(errno));
        free(image);
        return NULL;
    }
    elf_version(EV_CURRENT);
    image->elf = elf_begin(image->fd, ELF_C_READ_MMAP, NULL);
    const char *problem = prepare(image);
    if (!problem)
        return image;
    *why = format_text("%s %s", path, problem);
    image_close(image);
    return NULL;
}

void image_close(struct image *image)
{
    if (image->handle)
        cs_close(&image->handle);
    if (image->dwarf)
        dwarf_end(image->dwarf);
    elf_end(image->elf);
    close(image->fd);
    free(image->functions);
    free(image->bytes);
    free(image->pointers);
    free(image->pads);
    free(image->frames);
    free(image->unread);
    free(image->dies);
    free(image->endless);
    free(image->stub_address);
    free(image->stub_name);
    free(image->savers);
    free(image->labels);
    free(image);
}

/* --- looking up ------------------------------------------------------------------------------------------------------- */

static const struct image_bytes *find_bytes(const struct image *image, uint64_t address)
{
    for (size_t i = 0; i < image->byte_count; i++) {
        if (address >= image->bytes[i].start && address < image->bytes[i].end)
            return &image->bytes[i];
    }
    return NULL;
}

const uint8_t *image_at(const struct image *image, uint64_t address, uint64_t size)
{
    const struct image_bytes *b = find_bytes(image, address);
    return b && b->data && size <= b->end - address ? b->data + (address - b->start) : NULL;
}

bool image_writable(const struct image *image, uint64_t address)
{
    const struct image_bytes *b = find_bytes(image, address);
    return !b || b->writable;
}

size_t image_first_function(const struct image *image, uint64_t from)
{
    return LOWER_BOUND(i, image->function_count, image->functions[i].start < from);
}

const struct image_function *image_function_at(const struct image *image, uint64_t address)
{
    size_t after = image_first_function(image, address + 1);
    return after && address < image->functions[after - 1].end ? &image->functions[after - 1] : NULL;
}

const struct image_pointer *image_pointer_at(const struct image *image, uint64_t address)
{
    struct image_pointer key = {.at = address};
    if (!image->pointer_count)
        return NULL;
    return bsearch(&key, image->pointers, image->pointer_count, sizeof key, by_place);
}

const struct image_pointer *image_fixed_pointer_at(const struct image *image, uint64_t address)
{
    const struct image_pointer *pointer = image_pointer_at(image, address);
    return pointer && !pointer->name && !image_writable(image, address) ? pointer : NULL;
}

/* A stub jumps to what a word of the global offset table holds: where is that word? x86_64 has it in the jump; on aarch64
 * a page address and a load make it up. */
static uint64_t stub_word(struct image *image, uint64_t address)
{
    const uint8_t *code = NULL;
    size_t size = 0;
    for (size_t room = 32; room >= 4 && !code; room -= 4) {
        code = image_at(image, address, room);
        size = room;
    }
    cs_insn *from = cs_malloc(image->handle);
    uint64_t word = 0, known[REGISTERS] = {0};
    for (int n = 0; code && n < 5 && cs_disasm_iter(image->handle, &code, &size, &address, from); n++) {
        struct instruction i = instruction_blank(from);
        image->architecture->decode(from, &i);
        if (i.flow == FLOW_INDIRECT) {
            word = i.accesses ? (uint64_t)i.access[0].offset : word;
            break;
        }
        if (i.flow != FLOW_NEXT)
            break;
        if (i.effect == EFFECT_CONSTANT && i.destination != NO_REGISTER)
            known[i.destination] = (uint64_t)i.amount;
        if (i.effect == EFFECT_LOAD && i.access[0].base != NO_REGISTER && known[i.access[0].base])
            word = known[i.access[0].base] + (uint64_t)i.access[0].offset;
    }
    cs_free(from, 1);
    return word;
}

static const char *find_name(struct image *image, uint64_t target)
{
    const struct image_function *function = image_function_at(image, target);
    if (function)
        return function->start == target ? function->name : "";
    const struct image_pointer *pointer = image_pointer_at(image, stub_word(image, target));
    return pointer && pointer->name ? pointer->name : "";
}

const char *image_called_name(struct image *image, uint64_t target)
{
    size_t slot = (size_t)(target >> 2) % STUB_CACHE;
    if (image->stub_address[slot] != target || !image->stub_name[slot]) {
        image->stub_name[slot] = find_name(image, target);
        image->stub_address[slot] = target;
    }
    return image->stub_name[slot];
}

/* What the call calls that begins here and has this size; NULL: there is none. */
static const char *called_by(struct image *image, uint64_t address, size_t size)
{
    const uint8_t *code = image_at(image, address, size);
    cs_insn *from = cs_malloc(image->handle);
    const char *name = NULL;
    uint64_t at = address;
    if (code && cs_disasm_iter(image->handle, &code, &size, &at, from)) {
        struct instruction i = instruction_blank(from);
        image->architecture->decode(from, &i);
        bool through = i.flow == FLOW_CALL && i.accesses && i.access[0].base == NO_REGISTER && i.access[0].index == NO_REGISTER;
        const struct image_pointer *pointer = through ? image_pointer_at(image, (uint64_t)i.access[0].offset) : NULL;
        if (i.flow == FLOW_CALL && size == 0)
            name = i.target ? image_called_name(image, i.target) : pointer ? pointer->name : NULL;
    }
    cs_free(from, 1);
    return name;
}

const char *image_called_before(struct image *image, uint64_t address)
{
    static const size_t sizes[] = {5, 6, 4}; /* a call of an address, one through a word in memory, any of aarch64 */
    const char *name = NULL;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && !name; i++)
        name = called_by(image, address - sizes[i], sizes[i]);
    return name ? name : "";
}
