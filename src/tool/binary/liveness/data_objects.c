/* data_objects.c - see data_objects.h. */
#include "tool/binary/liveness/data_objects.h"

#include <stdlib.h>

#include "base/lower_bound.h"
#include "tool/cli/util.h"

enum { NEAR = 1 << 12 }; /* how far from a variable an address may lie that it is indexed from */

/* --- reading ---------------------------------------------------------------------------------------------------------- */

static int by_start(const void *a, const void *b)
{
    const struct data_object *left = a, *right = b;
    return left->start < right->start ? -1 : left->start > right->start;
}

/* Symbols for one place, or of which one lies in another, are one variable. */
static void merge(struct data_objects *o)
{
    size_t kept = 0;
    if (o->count)
        qsort(o->at, o->count, sizeof *o->at, by_start);
    for (size_t i = 0; i < o->count; i++) {
        struct data_object *last = kept ? &o->at[kept - 1] : NULL;
        if (!last || o->at[i].start >= last->end) {
            o->at[kept++] = o->at[i];
            continue;
        }
        last->end = o->at[i].end > last->end ? o->at[i].end : last->end;
        last->escaped |= o->at[i].escaped;
    }
    o->count = kept;
}

static void add(struct data_objects *o, uint64_t start, uint64_t end, bool escaped)
{
    o->at[o->count++] = (struct data_object){start, end, escaped};
}

/* The linker names where a section begins and ends (__start_NAME, __stop_NAME) for those who go over all of it: it is one variable. Other
 * symbols without a type are marks; '$' begins those of aarch64 that tell code from data. */
static void add_mark(struct data_objects *o, const GElf_Sym *symbol, const char *name)
{
    GElf_Shdr header;
    Elf_Scn *section = symbol->st_shndx < SHN_LORESERVE ? elf_getscn(o->image->elf, symbol->st_shndx) : NULL;
    if (starts_with(name, "__start_") || starts_with(name, "__stop_")) {
        if (section && gelf_getshdr(section, &header) && header.sh_flags & SHF_WRITE && header.sh_size)
            add(o, header.sh_addr, header.sh_addr + header.sh_size, false);
    } else if (*name && *name != '$') {
        o->marks[o->mark_count++] = symbol->st_value;
    }
}

/* What others may find by its name is theirs, too. */
static void add_symbols(struct data_objects *o, const GElf_Shdr *header, Elf_Data *data)
{
    size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    o->at = resize(o->at, (o->count + count + 1) * sizeof *o->at);
    o->marks = resize(o->marks, (o->mark_count + count + 1) * sizeof *o->marks);
    for (size_t i = 0; data && i < count; i++) {
        GElf_Sym symbol;
        if (!gelf_getsym(data, (int)i, &symbol) || symbol.st_shndx == SHN_UNDEF)
            continue;
        const char *name = elf_strptr(o->image->elf, header->sh_link, symbol.st_name);
        if (GELF_ST_TYPE(symbol.st_info) == STT_NOTYPE && name)
            add_mark(o, &symbol, name);
        if (GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || !image_writable(o->image, symbol.st_value))
            continue;
        uint64_t end = symbol.st_value + (symbol.st_size ? symbol.st_size : 1); /* some of the start-up code's have none */
        add(o, symbol.st_value, end, header->sh_type == SHT_DYNSYM);
    }
}

static void read_symbols(struct data_objects *o)
{
    bool named = false;
    for (Elf_Scn *section = NULL; (section = elf_nextscn(o->image->elf, section));) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header))
            continue;
        named |= header.sh_type == SHT_SYMTAB;
        o->all_escaped |= header.sh_type == SHT_RELR; /* words that the dynamic linker sets, of which nobody reads the list */
        if (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM)
            add_symbols(o, &header, elf_getdata(section, NULL));
    }
    o->all_escaped |= !named;
}

void data_objects_read(struct data_objects *o, const struct image *image)
{
    *o = (struct data_objects){.image = image, .lo = UINT64_MAX};
    for (size_t i = 0; i < image->byte_count; i++) {
        const struct image_bytes *b = &image->bytes[i];
        if (!b->writable || b->start == b->end)
            continue;
        o->lo = b->start < o->lo ? b->start : o->lo;
        o->hi = b->end > o->hi ? b->end : o->hi;
    }
    read_symbols(o);
    merge(o);
    o->all_escaped |= !image->position_independent || o->count > MAX_DATA_OBJECTS; /* addresses elsewhere look like numbers */
    for (size_t i = 0; i < image->pointer_count; i++)
        if (image->pointers[i].target >= o->lo && image->pointers[i].target <= o->hi)
            data_objects_escape(o, image->pointers[i].target);
}

/* --- addresses -------------------------------------------------------------------------------------------------------- */

static bool is_read_only(const struct image *image, uint64_t address)
{
    for (size_t i = 0; i < image->byte_count; i++)
        if (address - image->bytes[i].start < image->bytes[i].end - image->bytes[i].start)
            return !image->bytes[i].writable;
    return false;
}

/* The first address of a page, from which code of aarch64 goes on, may lie in what is read only. */
bool data_objects_concern(const struct data_objects *o, uint64_t address)
{
    uint64_t page = o->lo & ~(uint64_t)4095;
    if (o->lo >= o->hi || address + NEAR < o->lo || address >= o->hi + NEAR)
        return false;
    return address == page || (address >= o->lo && address <= o->hi) || !is_read_only(o->image, address);
}

size_t data_objects_in(const struct data_objects *o, uint64_t from, uint64_t to, size_t *count, bool *covered)
{
    size_t first = LOWER_BOUND(i, o->count, o->at[i].end <= from);
    uint64_t upto = from;
    *count = 0;
    *covered = true;
    for (size_t i = first; i < o->count && o->at[i].start < to; i++, ++*count) {
        *covered &= o->at[i].start <= upto;
        upto = o->at[i].end;
    }
    *covered &= upto >= to;
    return first;
}

static bool escape_between(struct data_objects *o, uint64_t from, uint64_t to)
{
    size_t count;
    bool covered;
    size_t first = data_objects_in(o, from, to, &count, &covered);
    for (size_t i = 0; i < count; i++)
        o->at[first + i].escaped = true;
    return count > 0;
}

static bool is_mark(const struct data_objects *o, uint64_t address)
{
    for (size_t i = 0; i < o->mark_count; i++)
        if (o->marks[i] == address)
            return true;
    return false;
}

/* An address may be that of the end of a variable. */
void data_objects_escape(struct data_objects *o, uint64_t address)
{
    o->all_escaped |= !escape_between(o, address - 1, address + 1) || is_mark(o, address);
}

void data_objects_escape_near(struct data_objects *o, uint64_t address, bool optimized)
{
    data_objects_escape(o, address);
    if (optimized)
        escape_between(o, address - NEAR, address + NEAR);
}
