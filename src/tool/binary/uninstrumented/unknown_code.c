/* unknown_code.c - see unknown_code.h.
 *
 * Functions have symbols, unless somebody has stripped an archive of those that nobody else needs: then the tables for unwinding still
 * tell where functions are. What has neither is assembly, which a symbol without a type leads to.
 */
#include "tool/binary/uninstrumented/unknown_code.h"

#include <stdlib.h>
#include <string.h>

#include "model/calls.h"
#include "tool/binary/elf/elf_symbols.h"
#include "tool/binary/uninstrumented/machine_code.h"
#include "tool/cli/util.h"

static bool begins_with_one(const char *name, const char *const *list)
{
    while (*list && !starts_with(name, *list))
        list++;
    return *list != NULL;
}

/* Functions of libgcc that compute, such as __divti3 and __floatunditf: small letters, the modes of what they take and return, and perhaps
 * a number. */
static bool is_arithmetic(const char *name)
{
    size_t length = strlen(name);
    if (!starts_with(name, "__") || strspn(name + 2, "abcdefghijklmnopqrstuvwxyz") + 2 + (name[length - 1] <= '9') != length)
        return false;
    length -= name[length - 1] <= '9';
    return length > 5 && strchr("qhsdtx", name[length - 2]) && strchr("ifc", name[length - 1]);
}

/* What the linker adds without debug information: start-up code, compilers' helpers, the part of libc that is always linked statically,
 * and its own stubs. */
static bool is_linkers(const char *name)
{
    static const char *const known[] = {"tsan.module_ctor", "frame_dummy", "call_weak_fn", "init_have_lse_atomics", "register_tm_clones",
                                        "deregister_tm_clones", "_start", "_init", "_fini", "_dl_relocate_static_pie", "_IO_stdin_used",
                                        "__libc_csu_init", "__libc_csu_fini", "__clear_cache", "_start_c", NULL};
    static const char *const helpers[] = {"__aarch64_", "__do_global_", "__gcov_", "__llvm_", "__stack_chk_", "__tsan_", "__sanitizer_",
                                          "__x86.", "__x86_", "__cpu_", "__init_cpu_", "__emutls_", "__AArch64", "__gcc_personality_",
                                          "_Unwind_", "__register_frame", "__deregister_frame", "__cxx_global_", "e843419@", "e835769@",
                                          "__popcount", "__libc_", "__sfp_", "_sub_",
                                          "_ZTW", "_ZTH", /* where a thread-local variable is, and that it is made */ NULL};
    return is_one_of(name, known) || calls_traits(name) & TRAIT_LINKED || begins_with_one(name, helpers) || is_arithmetic(name) ||
           (starts_with(name, "__") && ends_with(name, "_veneer"));
}

struct search_of_code {
    Elf             *elf;
    struct image    *image;
    struct gap_list *gaps;
    const struct unit_code *units;
    const char      *with_hooks;
    uint64_t        *linkers; /* where its functions begin */
    size_t           linkers_count;
};

static char *without_information(const char *what)
{
    return format_text("%s has no debug information and perhaps no hooks: compile it with `mazurka cc`", what);
}

/* The last gap. If it calls hooks it was compiled somehow else. */
static void add_function(const struct search_of_code *s, uint64_t lo, uint64_t hi)
{
    gap_spot(s->gaps, lo, hi);
    struct gap *gap = &s->gaps->at[s->gaps->count - 1];
    bool readable = s->image && image_at(s->image, lo, hi - lo), hooked = readable && machine_has_hooks(s->image, lo, hi);
    gap->bare = readable && !hooked;
    if (hooked && s->with_hooks)
        gap->says = s->with_hooks;
}

/* --- symbols ------------------------------------------------------------------------------------------------------------- */

static void add_linkers(struct search_of_code *s, uint64_t address)
{
    s->linkers = resize(s->linkers, (s->linkers_count + 1) * sizeof *s->linkers);
    s->linkers[s->linkers_count++] = address;
}

static void add_symbol(const GElf_Sym *symbol, const char *name, void *data)
{
    struct search_of_code *s = data;
    unsigned type = GELF_ST_TYPE(symbol->st_info);
    bool function = type == STT_FUNC && symbol->st_size > 0;
    bool label = (type == STT_NOTYPE || type == STT_FUNC) && symbol->st_size == 0 && GELF_ST_BIND(symbol->st_info) != STB_LOCAL;
    if (is_linkers(name))
        add_linkers(s, symbol->st_value);
    if ((!function && !label) || symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= SHN_LORESERVE || is_linkers(name) ||
        unit_code_has(s->units, symbol->st_value))
        return;
    if (label && (!unit_code_is_executable(s->elf, symbol->st_value) ||
                  (s->image && image_function_at(s->image, symbol->st_value))))
        return;
    gap_add(s->gaps, without_information(format_text("%s()", name)));
    if (function)
        add_function(s, symbol->st_value, symbol->st_value + symbol->st_size);
}

/* --- functions without symbols --------------------------------------------------------------------------------------------- */

/* Not one of the linker's tables of stubs. */
static bool is_of_text(Elf *elf, uint64_t address)
{
    size_t names = 0;
    elf_getshdrstrndx(elf, &names);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section)) != NULL;) {
        GElf_Shdr header;
        const char *name = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        if (name && header.sh_flags & SHF_EXECINSTR && address - header.sh_addr < header.sh_size)
            return starts_with(name, ".text");
    }
    return false;
}

static bool is_at_linkers(const struct search_of_code *s, uint64_t address)
{
    for (size_t i = 0; i < s->linkers_count; i++)
        if (s->linkers[i] == address)
            return true;
    return false;
}

static void look_for_nameless(struct search_of_code *s)
{
    for (size_t i = 0; s->image && i < s->image->frame_count; i++) {
        const struct image_function *frame = &s->image->frames[i];
        if (unit_code_has(s->units, frame->start) || image_function_at(s->image, frame->start) || is_at_linkers(s, frame->start) ||
            !is_of_text(s->elf, frame->start))
            continue;
        gap_add(s->gaps, without_information(format_text("a function without a name (at 0x%lx)", (unsigned long)frame->start)));
        add_function(s, frame->start, frame->end);
    }
}

/* --- second entries --------------------------------------------------------------------------------------------------------- */

/* The gap with a function that has the address in its middle; NULL: there is none. */
static const struct gap *gap_around(const struct gap_list *gaps, uint64_t address)
{
    for (size_t i = 0; i < gaps->count; i++)
        for (size_t k = 0; k < gaps->at[i].spots; k++) {
            const struct gap_spot *spot = &gaps->spots[gaps->at[i].first + k];
            if (spot->at < address && address < spot->end)
                return &gaps->at[i];
        }
    return NULL;
}

/* Assembly may have a name in the middle of a function, by which others come there. It may as well be that of a table. */
static void add_entry(const GElf_Sym *symbol, const char *name, void *data)
{
    struct search_of_code *s = data;
    unsigned type = GELF_ST_TYPE(symbol->st_info);
    bool label = (type == STT_NOTYPE || type == STT_FUNC) && symbol->st_size == 0 && GELF_ST_BIND(symbol->st_info) != STB_LOCAL;
    if (!label || symbol->st_shndx == SHN_UNDEF || symbol->st_shndx >= SHN_LORESERVE || is_linkers(name))
        return;
    const struct gap *gap = gap_around(s->gaps, symbol->st_value);
    if (gap)
        gap_add(s->gaps, gap->says);
}

void unknown_code(struct gap_list *gaps, struct image *image, Elf *elf, const struct unit_code *units, const char *with_hooks)
{
    struct search_of_code s = {.elf = elf, .image = image, .gaps = gaps, .units = units, .with_hooks = with_hooks};
    elf_symbols(elf, SHT_SYMTAB, add_symbol, &s);
    look_for_nameless(&s);
    elf_symbols(elf, SHT_SYMTAB, add_entry, &s);
    free(s.linkers);
}
