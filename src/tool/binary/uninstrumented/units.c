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

#include "tool/binary/elf/objects.h"
#include "tool/binary/uninstrumented/gap_list.h"
#include "tool/binary/uninstrumented/odd_types.h"
#include "tool/binary/uninstrumented/unit_code.h"
#include "tool/binary/uninstrumented/unknown_code.h"

/* One compilation unit, as far as debug information and symbols tell. */
struct object_unit {
    const char *name;     /* source file */
    const char *producer; /* compiler and options, or NULL */
    bool instrumented;    /* has the hooks of -fsanitize=thread */
    bool missing_reads;   /* but leaves out the hook of a read that is followed by a write (clang's default) */
    bool missing_copies;  /* but expands memcpy and the like in place, without hooks (gcc's default) */
    const char *missing_struct; /* but has this function, which takes or returns a struct, and gcc without our plugin
                                 * puts no hooks where such structs are read and stored; NULL: none */
    const char *missing_update; /* likewise this bit-field, and no hook where its update reads its neighbours; NULL: none */
    const char *missing_odd;    /* but has this, which clang accesses in pieces that it gives no hooks; NULL: none */
    struct unit_code code;
};
struct object_units {
    struct object_unit *at;
    size_t count;
    const char *others; /* an object with hooks of clang's that has no debug information; NULL: none */
};

/* The file while it is looked at. */
struct object {
    Elf   *elf;
    Dwarf *dwarf; /* NULL: none */
    struct image *image;
    struct gap_list *gaps;
};

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

/* A source file without code gets a constructor by gcc that starts the hooks, and leaves the debug information to the
 * assembler. */
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

static void read_debug_information(const struct object *o, struct object_units *units)
{
    Dwarf_CU *cu = NULL;
    Dwarf_Half version;
    uint8_t type;
    Dwarf_Die die, split;
    while (dwarf_get_units(o->dwarf, cu, &cu, &version, &type, &die, &split) == 0) {
        if (dwarf_tag(&die) != DW_TAG_compile_unit && dwarf_tag(&die) != DW_TAG_skeleton_unit)
            continue;
        Dwarf_Die *full = dwarf_tag(&split) == DW_TAG_compile_unit ? &split : &die;
        struct object_unit *unit = add_unit(units);
        unit->name = string_of(full, DW_AT_name);
        unit->producer = string_of(full, DW_AT_producer);
        if (!unit->name)
            unit->name = "(without name)";
        unit_code_add(&unit->code, o->elf, &die);
        read_producer(unit, full);
    }
}

/* An object has clang's constructor: mark its unit. If it has no debug information something is said of its functions, if there are any. */
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
    if (!known && !units->others)
        units->others = format_text("%s", file);
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

/* --- inline assembly ---------------------------------------------------------------------------------------------------- */

static bool is_told(const struct gap_list *gaps, const char *says)
{
    for (size_t i = 0; i < gaps->count; i++)
        if (strcmp(gaps->at[i].says, says) == 0)
            return true;
    return false;
}

/* "f.c:12: a statement"; of a builtin the name follows behind a tab. exact: by a plugin, so that the line's code is known. What stands
 * outside of functions has none. */
static void complain_of_assembly(struct object *o, const char *text, bool exact)
{
    const char *builtin = strchr(text, '\t'), *what = strstr(text, ": ");
    char *says = builtin ? format_text("%.*s accesses memory by a builtin (%s), which has no hooks: these accesses go unseen",
                                       (int)(builtin - text), text, builtin + 1)
                         : format_text("%s accesses memory by inline assembly, which has no hooks: these accesses go unseen", text);
    if (is_told(o->gaps, says))
        return;
    gap_add(o->gaps, says);
    if (exact && what && !strstr(what, "outside of functions"))
        unit_code_line(o->gaps, o->image, o->dwarf, format_text("%.*s", (int)(what - text), text));
}

/* What `mazurka cc` told clang to write down, where there is no plugin for it. */
static void complain_of_marked(struct object *o, const struct object_unit *unit)
{
    const char *mark = unit->producer ? strstr(unit->producer, OBJECT_ASSEMBLY) : NULL;
    while (mark) {
        const char *place = mark + strlen(OBJECT_ASSEMBLY), *next = strstr(place, OBJECT_ASSEMBLY);
        size_t length = next ? (size_t)(next - place) : strcspn(place, " ");
        complain_of_assembly(o, format_text("%.*s: a statement", (int)length, place), false);
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

static void complain_of_symbols(struct object *o)
{
    for (Elf_Scn *section = NULL; (section = elf_nextscn(o->elf, section)) != NULL;) {
        GElf_Shdr header;
        if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB || !header.sh_entsize)
            continue;
        Elf_Data *data = elf_getdata(section, NULL);
        for (size_t i = 0; data && i < header.sh_size / header.sh_entsize; i++) {
            GElf_Sym symbol;
            const char *name = gelf_getsym(data, (int)i, &symbol) ? elf_strptr(o->elf, header.sh_link, symbol.st_name) : NULL;
            if (name && starts_with(name, OBJECT_SYMBOL))
                complain_of_assembly(o, format_text("%s: a statement", decoded(name + strlen(OBJECT_SYMBOL))), false);
        }
    }
}

/* What the plugins have left. */
static void complain_of_sections(struct object *o)
{
    size_t names = 0;
    elf_getshdrstrndx(o->elf, &names);
    for (Elf_Scn *section = NULL; (section = elf_nextscn(o->elf, section)) != NULL;) {
        GElf_Shdr header;
        const char *name = gelf_getshdr(section, &header) ? elf_strptr(o->elf, names, header.sh_name) : NULL;
        Elf_Data *data = name && strcmp(name, OBJECT_UNSEEN) == 0 ? elf_getdata(section, NULL) : NULL;
        for (size_t at = 0; data && at < data->d_size;) {
            const char *place = (const char *)data->d_buf + at;
            size_t length = strnlen(place, data->d_size - at);
            if (length)
                complain_of_assembly(o, format_text("%.*s", (int)length, place), true);
            at += length + 1;
        }
    }
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

static char *by_plain_clang(const char *name)
{
    return format_text("%s was compiled by clang, but not by `mazurka cc`: the read in x++ and the like goes unseen, "
                       "and with it lost updates. Compile it with `mazurka cc --cc=clang`", name);
}

/* What is wrong with the unit; NULL: nothing. */
static char *complaint_of(const struct object_unit *unit)
{
    if (unit->missing_reads)
        return by_plain_clang(unit->name);
    if (unit->missing_copies)
        return format_text("%s was compiled with -fsanitize=thread, but not by `mazurka cc`: memory that memcpy and the "
                           "like touch goes unseen where gcc expands them in place", unit->name);
    if (unit->missing_struct)
        return format_text("%s: %s() takes or returns a struct, which gcc reads and stores unseen. Compile with clang, or " GET_PLUGIN,
                           unit->name, unit->missing_struct);
    if (unit->missing_update)
        return format_text("%s: an update of the bit-field %s reads its neighbours unseen, and with it lost updates. Compile "
                           "with clang, or " GET_PLUGIN, unit->name, unit->missing_update);
    if (unit->missing_odd)
        return format_text("%s: clang reads and writes %s unseen, as it gives hooks to accesses of 1, 2, 4, 8 and 16 bytes only. "
                           "Compile with gcc", unit->name, unit->missing_odd);
    if (unit->instrumented)
        return NULL;
    return is_assembly(unit) ? format_text("%s is assembly, which has no hooks: its accesses to memory go unseen", unit->name)
                             : format_text("%s was not compiled by `mazurka cc`: its accesses to memory go unseen", unit->name);
}

/* A unit without code accesses nothing. */
static void complain_of_units(struct object *o, const struct object_units *units)
{
    for (size_t i = 0; i < units->count; i++) {
        const struct object_unit *unit = &units->at[i];
        char *says = unit->code.known && unit->code.count == 0 ? NULL : complaint_of(unit);
        complain_of_marked(o, unit);
        if (!says)
            continue;
        gap_add(o->gaps, says);
        unit_code_functions(o->gaps, o->image, &unit->code);
        o->gaps->at[o->gaps->count - 1].bare = !unit->instrumented && !is_assembly(unit) && o->gaps->at[o->gaps->count - 1].spots > 0;
    }
}

static void look_at(struct object *o, const char *path)
{
    struct object_units units = {0};
    struct unit_code all = {0};
    if (o->dwarf)
        read_debug_information(o, &units);
    read_symbols(o->elf, &units);
    if (!has_debug_information(&units)) {
        gap_add(o->gaps, format_text("%s is stripped: without debug information it cannot be seen whether all of it was compiled by "
                                     "`mazurka cc`", path_base(path)));
        return;
    }
    complain_of_units(o, &units);
    for (size_t i = 0; i < units.count; i++)
        unit_code_append(&all, &units.at[i].code);
    unit_code_sort(&all);
    unknown_code(o->gaps, o->image, o->elf, &all, units.others ? by_plain_clang(units.others) : NULL);
    complain_of_sections(o);
    complain_of_symbols(o);
}

void object_gaps(struct gap_list *gaps, struct image *image, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    elf_version(EV_CURRENT);
    struct object o = {.elf = elf_begin(fd, ELF_C_READ_MMAP, NULL), .image = image, .gaps = gaps};
    o.dwarf = o.elf ? dwarf_begin_elf(o.elf, DWARF_C_READ, NULL) : NULL;
    if (o.elf)
        look_at(&o, path);
    dwarf_end(o.dwarf);
    elf_end(o.elf);
    close(fd);
}
