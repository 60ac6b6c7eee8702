/* units.c - the compilation units of a program, and whether all their accesses can be seen.
 *
 * gcc writes its options into the producer of a unit, so that -fsanitize=thread shows there, and whether `mazurka cc`
 * gave it (then -fno-builtin-memcpy is there too) and used the plugin. clang does not; there the mark of `mazurka cc`
 * shows that no read was left out, and its absence together with clang's constructor tsan.module_ctor (a local symbol,
 * one for each object) that the unit was instrumented by another command.
 */
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tool/gaps/objects.h"
#include "tool/gaps/odd_types.h"
#include "tool/names/elf_symbols.h"

static struct object_unit *add_unit(struct object_units *units)
{
    units->at = resize(units->at, (units->count + 1) * sizeof *units->at);
    struct object_unit *unit = &units->at[units->count++];
    *unit = (struct object_unit){0};
    return unit;
}

static const char *string_of(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute found;
    const char *text = dwarf_formstring(dwarf_attr_integrate(die, attribute, &found));
    return text ? format_text("%s", text) : NULL;
}

static bool is_struct(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Die type;
    if (!dwarf_formref_die(dwarf_attr(die, DW_AT_type, &attribute), &type) || dwarf_peel_type(&type, &type) != 0)
        return false;
    int tag = dwarf_tag(&type);
    return tag == DW_TAG_structure_type || tag == DW_TAG_union_type || tag == DW_TAG_class_type;
}

static bool takes_struct(Dwarf_Die *function)
{
    Dwarf_Die parameter;
    for (int none = dwarf_child(function, &parameter); none == 0; none = dwarf_siblingof(&parameter, &parameter)) {
        if (dwarf_tag(&parameter) == DW_TAG_formal_parameter && is_struct(&parameter))
            return true;
    }
    return false;
}

static const char *function_with_struct(Dwarf_Die *cu)
{
    Dwarf_Die function;
    for (int none = dwarf_child(cu, &function); none == 0; none = dwarf_siblingof(&function, &function)) {
        if (dwarf_tag(&function) == DW_TAG_subprogram && (is_struct(&function) || takes_struct(&function)))
            return string_of(&function, DW_AT_name);
    }
    return NULL;
}

/* Of a source file without code gcc makes a constructor that starts the hooks, and leaves the debug information to the assembler. */
static bool only_starts_hooks(Dwarf_Die *cu)
{
    Dwarf_Die function;
    unsigned constructors = 0;
    for (int none = dwarf_child(cu, &function); none == 0; none = dwarf_siblingof(&function, &function)) {
        const char *name = dwarf_tag(&function) == DW_TAG_subprogram ? string_of(&function, DW_AT_name) : NULL;
        if (dwarf_tag(&function) == DW_TAG_subprogram && (!name || !starts_with(name, "_sub_I_")))
            return false;
        constructors += name != NULL;
    }
    return constructors == 1;
}

static void read_producer(struct object_unit *unit, Dwarf_Die *cu)
{
    if (!unit->producer)
        return;
    bool by_gcc = strstr(unit->producer, "-fsanitize=thread");
    bool empty = strstr(unit->producer, "GNU AS") && only_starts_hooks(cu);
    unit->instrumented = by_gcc || strstr(unit->producer, OBJECT_MARK) || empty;
    unit->missing_copies = by_gcc && !strstr(unit->producer, "-fno-builtin-memcpy");
    if (by_gcc && !strstr(unit->producer, OBJECT_PLUGIN)) {
        unit->missing_struct = function_with_struct(cu);
        unit->missing_update = odd_update(cu);
    }
    if (strstr(unit->producer, "clang"))
        unit->missing_odd = odd_access(cu);
}

static void read_debug_information(Dwarf *dwarf, struct object_units *units)
{
    Dwarf_CU *cu = NULL;
    Dwarf_Half version;
    uint8_t type;
    Dwarf_Die die, split;
    while (dwarf_get_units(dwarf, cu, &cu, &version, &type, &die, &split) == 0) {
        if (dwarf_tag(&die) != DW_TAG_compile_unit && dwarf_tag(&die) != DW_TAG_skeleton_unit)
            continue;
        Dwarf_Die *full = dwarf_tag(&split) == DW_TAG_compile_unit ? &split : &die;
        struct object_unit *unit = add_unit(units);
        unit->name = string_of(full, DW_AT_name);
        unit->producer = string_of(full, DW_AT_producer);
        if (!unit->name)
            unit->name = "(without name)";
        read_producer(unit, full);
    }
}

/* An object has clang's constructor: mark its unit, or add one if it has no debug information. */
static void found_clang_hooks(struct object_units *units, const char *file)
{
    bool known = false;
    for (size_t i = 0; i < units->count; i++) {
        struct object_unit *unit = &units->at[i];
        if (strcmp(path_base(unit->name), path_base(file)) != 0)
            continue;
        known = true;
        unit->instrumented = true;
        unit->missing_reads = !unit->producer || !strstr(unit->producer, OBJECT_MARK);
    }
    if (known)
        return;
    struct object_unit *unit = add_unit(units);
    unit->name = format_text("%s", file);
    unit->instrumented = unit->missing_reads = true;
}

static void read_symbols(Elf *elf, struct object_units *units)
{
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB || !header.sh_entsize)
            continue;
        Elf_Data *data = elf_getdata(section, NULL); /* of this one only: others are megabytes of debug information */
        const char *file = "(unknown file)";
        for (size_t i = 0; data && i < header.sh_size / header.sh_entsize; i++) {
            GElf_Sym symbol;
            if (!gelf_getsym(data, (int)i, &symbol))
                continue;
            const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);
            if (name && GELF_ST_TYPE(symbol.st_info) == STT_FILE)
                file = name;
            else if (name && strcmp(name, "tsan.module_ctor") == 0)
                found_clang_hooks(units, file);
        }
    }
}

struct object_units object_read_units(const char *path)
{
    struct object_units units = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return units;
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    Dwarf *dwarf = elf ? dwarf_begin_elf(elf, DWARF_C_READ, NULL) : NULL;
    if (dwarf)
        read_debug_information(dwarf, &units);
    if (elf)
        read_symbols(elf, &units);
    dwarf_end(dwarf);
    elf_end(elf);
    close(fd);
    return units;
}

/* What the linker adds without debug information: start-up code and compilers' helpers, whose names are reserved, and the
 * part of libc that is always linked statically. */
static bool is_linkers(const char *name)
{
    static const char *const known[] = {"atexit", "at_quick_exit", "pthread_atfork", "stat", "fstat", "lstat", "mknod", "tsan.module_ctor",
                                        "frame_dummy", "call_weak_fn", "init_have_lse_atomics", "register_tm_clones",
                                        "deregister_tm_clones"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i]) == 0)
            return true;
    return name[0] == '_';
}

static bool in_some_unit(Dwarf *dwarf, Dwarf_Addr addr)
{
    Dwarf_CU *cu = NULL;
    Dwarf_Die die;
    while (dwarf_get_units(dwarf, cu, &cu, NULL, NULL, &die, NULL) == 0)
        if (dwarf_haspc(&die, addr) == 1)
            return true;
    return false;
}

struct search_of_units {
    Dwarf          *dwarf;
    struct strings *complaints;
};

static void complain_if_unknown(const GElf_Sym *symbol, const char *name, void *data)
{
    const struct search_of_units *s = data;
    if (GELF_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_shndx != SHN_UNDEF && symbol->st_size > 0 && !is_linkers(name) &&
        !in_some_unit(s->dwarf, symbol->st_value))
        strings_addf(s->complaints, "%s() has no debug information and perhaps no hooks: compile it with `mazurka cc`", name);
}

/* Functions of which debug information does not tell how they were compiled, although it is there for others. */
static void complain_of_unknown(Elf *elf, Dwarf *dwarf, struct strings *complaints)
{
    elf_symbols(elf, SHT_SYMTAB, complain_if_unknown, &(struct search_of_units){dwarf, complaints});
}

/* --- inline assembly ---------------------------------------------------------------------------------------------------- */

/* Of a builtin the name follows behind a tab. */
static void complain_of_assembly(struct strings *complaints, const char *place)
{
    const char *builtin = strchr(place, '\t');
    char *complaint = builtin ? format_text("%.*s accesses memory by a builtin (%s), which has no hooks: these accesses go unseen",
                                            (int)(builtin - place), place, builtin + 1)
                              : format_text("%s accesses memory by inline assembly, which has no hooks: these accesses go unseen", place);
    if (!strings_contain(complaints, complaint))
        strings_add(complaints, complaint);
}

/* What `mazurka cc` told clang to write down, where there is no plugin for it. */
static void complain_of_marked(const struct object_unit *unit, struct strings *complaints)
{
    const char *mark = unit->producer ? strstr(unit->producer, OBJECT_ASSEMBLY) : NULL;
    while (mark) {
        const char *place = mark + strlen(OBJECT_ASSEMBLY), *next = strstr(place, OBJECT_ASSEMBLY);
        size_t length = next ? (size_t)(next - place) : strcspn(place, " ");
        complain_of_assembly(complaints, format_text("%.*s: a statement", (int)length, place));
        mark = next;
    }
}

/* A name that ends in the digits of a text. */
static char *decoded(const char *digits)
{
    char *text = format_text("%s", "");
    unsigned byte;
    for (; sscanf(digits, "%2x", &byte) == 1 && digits[1]; digits += 2)
        text = format_text("%s%c", text, (char)byte);
    return text;
}

static void complain_of_symbols(Elf *elf, struct strings *complaints)
{
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section)) != NULL;) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB || !header.sh_entsize)
            continue;
        Elf_Data *data = elf_getdata(section, NULL);
        for (size_t i = 0; data && i < header.sh_size / header.sh_entsize; i++) {
            GElf_Sym symbol;
            const char *name = gelf_getsym(data, (int)i, &symbol) ? elf_strptr(elf, header.sh_link, symbol.st_name) : NULL;
            if (name && starts_with(name, OBJECT_SYMBOL))
                complain_of_assembly(complaints, format_text("%s: a statement", decoded(name + strlen(OBJECT_SYMBOL))));
        }
    }
}

/* What the plugins have left. */
static void complain_of_sections(Elf *elf, struct strings *complaints)
{
    size_t names = 0;
    elf_getshdrstrndx(elf, &names);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section)) != NULL;) {
        GElf_Shdr header;
        const char *name = gelf_getshdr(section, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        Elf_Data *data = name && strcmp(name, OBJECT_UNSEEN) == 0 ? elf_getdata(section, NULL) : NULL;
        for (size_t at = 0; data && at < data->d_size;) {
            const char *place = (const char *)data->d_buf + at;
            size_t length = strnlen(place, data->d_size - at);
            if (length)
                complain_of_assembly(complaints, format_text("%.*s", (int)length, place));
            at += length + 1;
        }
    }
}

static void look_for_unknown(const char *path, struct strings *complaints)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ_MMAP, NULL);
    Dwarf *dwarf = elf ? dwarf_begin_elf(elf, DWARF_C_READ, NULL) : NULL;
    if (dwarf)
        complain_of_unknown(elf, dwarf, complaints);
    if (elf) {
        complain_of_sections(elf, complaints);
        complain_of_symbols(elf, complaints);
    }
    dwarf_end(dwarf);
    elf_end(elf);
    if (fd >= 0)
        close(fd);
}

#define GET_PLUGIN "install g++ and gcc's plugin headers (gcc-12-plugin-dev for gcc 12) and build Mazurka again"

static bool is_assembly(const struct object_unit *unit)
{
    return ends_with(unit->name, ".s") || ends_with(unit->name, ".S") ||
           (unit->producer && strstr(unit->producer, "GNU AS"));
}

static bool has_debug_information(const struct object_units *units)
{
    for (size_t i = 0; i < units->count; i++)
        if (units->at[i].producer)
            return true;
    return false;
}

struct strings object_complaints(const char *path)
{
    struct strings complaints = {0};
    struct object_units units = object_read_units(path);
    if (!has_debug_information(&units)) {
        strings_addf(&complaints, "%s is stripped: without debug information it cannot be seen whether all of it was compiled by "
                     "`mazurka cc`", path_base(path));
        return complaints;
    }
    for (size_t i = 0; i < units.count; i++) {
        const struct object_unit *unit = &units.at[i];
        complain_of_marked(unit, &complaints);
        if (unit->missing_reads)
            strings_addf(&complaints,
                         "%s was compiled by clang, but not by `mazurka cc`: the read in x++ and the like goes unseen, "
                         "and with it lost updates. Compile it with `mazurka cc --cc=clang`",
                         unit->name);
        else if (unit->missing_copies)
            strings_addf(&complaints,
                         "%s was compiled with -fsanitize=thread, but not by `mazurka cc`: memory that memcpy and the "
                         "like touch goes unseen where gcc expands them in place",
                         unit->name);
        else if (unit->missing_struct)
            strings_addf(&complaints,
                         "%s: %s() takes or returns a struct, which gcc reads and stores unseen. Compile with clang, or "
                         GET_PLUGIN, unit->name, unit->missing_struct);
        else if (unit->missing_update)
            strings_addf(&complaints,
                         "%s: an update of the bit-field %s reads its neighbours unseen, and with it lost updates. Compile "
                         "with clang, or " GET_PLUGIN, unit->name, unit->missing_update);
        else if (unit->missing_odd)
            strings_addf(&complaints,
                         "%s: clang reads and writes %s unseen, as it gives hooks to accesses of 1, 2, 4, 8 and 16 bytes only. "
                         "Compile with gcc", unit->name, unit->missing_odd);
        else if (!unit->instrumented && is_assembly(unit))
            strings_addf(&complaints, "%s is assembly, which has no hooks: its accesses to memory go unseen", unit->name);
        else if (!unit->instrumented)
            strings_addf(&complaints, "%s was not compiled by `mazurka cc`: its accesses to memory go unseen",
                         unit->name);
    }
    look_for_unknown(path, &complaints);
    return complaints;
}
