/* stays.c - does the file's code stay in the file, but for what the dynamic linker leads elsewhere, or a hook announces?
 *
 * All of its code is looked at, with hooks or without. What goes through a pointer may go anywhere, unless the pointer is a word that
 * the dynamic linker has set and nobody can write, the jump is that of a switch statement, or the last call before it is one of
 * mz_calls: a plugin has put that in front of every call through a pointer in the function. Not looked at are the linker's stubs, and
 * what runs before main only. Whatever is not understood may go anywhere, too.
 */
#include <stdlib.h>
#include <string.h>

#include "tool/binary/liveness/function.h"
#include "tool/cli/util.h"

struct mark { /* a symbol: instructions begin here */
    uint64_t at;
    bool     starts_up;
};

struct sweep {
    struct image   *image;
    const uint64_t *jump; /* whose targets are known, by address */
    size_t          jumps;
    struct mark    *mark; /* by address */
    size_t          marks;
};

/* --- symbols ---------------------------------------------------------------------------------------------------------- */

static int by_address(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

/* Code that is linked with every program, and calls what is there in few. */
static bool starts_up(const char *name)
{
    static const char *const names[] = {"deregister_tm_clones", "register_tm_clones", "__libc_csu_init", NULL};
    return is_one_of(name, names);
}

static void add_marks(struct sweep *s, const GElf_Shdr *header, Elf_Data *data)
{
    size_t count = header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
    s->mark = resize(s->mark, (s->marks + count + 1) * sizeof *s->mark);
    for (size_t i = 0; data && i < count; i++) {
        GElf_Sym symbol;
        if (!gelf_getsym(data, (int)i, &symbol) || symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= SHN_LORESERVE
            || GELF_ST_TYPE(symbol.st_info) == STT_TLS)
            continue;
        const char *name = elf_strptr(s->image->elf, header->sh_link, symbol.st_name);
        s->mark[s->marks++] = (struct mark){symbol.st_value, name && starts_up(name)};
    }
}

static void read_marks(struct sweep *s)
{
    for (Elf_Scn *section = NULL; (section = elf_nextscn(s->image->elf, section));) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB)
            add_marks(s, &header, elf_getdata(section, NULL));
    }
    if (s->marks)
        qsort(s->mark, s->marks, sizeof *s->mark, by_address);
}

/* --- instructions ----------------------------------------------------------------------------------------------------- */

/* Does it go where a word says that only the dynamic linker sets? */
static bool is_led(const struct image *image, const struct instruction *i)
{
    const struct access *a = &i->access[0];
    if (i->source != NO_REGISTER || !i->accesses || a->base != NO_REGISTER || a->index != NO_REGISTER)
        return false;
    return image_pointer_at(image, (uint64_t)a->offset) && !image_writable(image, (uint64_t)a->offset);
}

static bool has_known_targets(const struct sweep *s, uint64_t address)
{
    return s->jumps && bsearch(&address, s->jump, s->jumps, sizeof address, by_address);
}

/* A jump or call of a kind that the decoder does not know. */
static bool is_unknown_jump(const struct sweep *s, const struct instruction *i, const cs_insn *from)
{
    csh handle = s->image->handle;
    return i->flow == FLOW_NEXT && (cs_insn_group(handle, from, CS_GRP_JUMP) || cs_insn_group(handle, from, CS_GRP_CALL));
}

/* A return behind such a store is a jump. */
static bool sets_return_address(const struct sweep *s, const struct instruction *i)
{
    for (int k = 0; k < i->accesses; k++) {
        const struct access *a = &i->access[k];
        if (a->writes && a->base == s->image->architecture->stack && a->offset <= 0 && a->offset >= -8)
            return true;
    }
    return false;
}

static bool announces(const struct sweep *s, const struct instruction *i)
{
    if (i->target)
        return strcmp(image_called_name(s->image, i->target), "mz_calls") == 0;
    const struct image_pointer *pointer = is_led(s->image, i) ? image_pointer_at(s->image, (uint64_t)i->access[0].offset) : NULL;
    return pointer && pointer->name && strcmp(pointer->name, "mz_calls") == 0;
}

static bool stays(const struct sweep *s, const struct instruction *i, const struct instruction *before, bool announced)
{
    switch (i->flow) {
    case FLOW_CALL: return i->target || is_led(s->image, i) || announced;
    case FLOW_INDIRECT: return is_led(s->image, i) || has_known_targets(s, i->address) || announced;
    case FLOW_RETURN: return !sets_return_address(s, before);
    default: return true;
    }
}

static bool range_stays(const struct sweep *s, uint64_t lo, uint64_t hi, cs_insn *from)
{
    size_t left = hi - lo;
    const uint8_t *bytes = image_at(s->image, lo, left);
    struct instruction before = {0};
    bool announced = false;
    while (bytes && left) {
        if (!cs_disasm_iter(s->image->handle, &bytes, &left, &lo, from))
            return false;
        struct instruction i = instruction_blank(from);
        s->image->architecture->decode(from, &i);
        if (is_unknown_jump(s, &i, from) || !stays(s, &i, &before, announced))
            return false;
        announced = i.flow == FLOW_CALL ? announces(s, &i) : announced;
        before = i;
    }
    return bytes != NULL;
}

/* --- sections --------------------------------------------------------------------------------------------------------- */

static bool section_stays(const struct sweep *s, uint64_t lo, uint64_t hi, cs_insn *from)
{
    bool skip = false, so_far = true;
    for (size_t i = 0; i < s->marks && s->mark[i].at < hi && so_far; i++) {
        uint64_t at = s->mark[i].at;
        if (at > lo) {
            so_far = skip || range_stays(s, lo, at, from);
            lo = at;
            skip = false;
        }
        skip |= at == lo && s->mark[i].starts_up;
    }
    return so_far && (skip || range_stays(s, lo, hi, from));
}

static bool is_programs(const char *section)
{
    static const char *const others[] = {".plt", ".iplt", ".init", ".fini"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (starts_with(section, others[i]))
            return false;
    }
    return true;
}

bool image_stays(struct image *image, uint64_t *jump, size_t jumps)
{
    struct sweep s = {.image = image, .jump = jump, .jumps = jumps};
    size_t names;
    read_marks(&s);
    if (jumps)
        qsort(jump, jumps, sizeof *jump, by_address);
    cs_insn *from = cs_malloc(image->handle);
    bool so_far = s.marks && elf_getshdrstrndx(image->elf, &names) == 0;
    for (Elf_Scn *section = NULL; so_far && (section = elf_nextscn(image->elf, section));) {
        GElf_Shdr header;
        const char *name = gelf_getshdr(section, &header) ? elf_strptr(image->elf, names, header.sh_name) : NULL;
        if (!name)
            so_far = false;
        else if (header.sh_flags & SHF_EXECINSTR && header.sh_size && is_programs(name))
            so_far = section_stays(&s, header.sh_addr, header.sh_addr + header.sh_size, from);
    }
    cs_free(from, 1);
    free(s.mark);
    return so_far;
}
