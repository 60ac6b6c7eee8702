/* machine_code.c - see machine_code.h. */
#include "tool/binary/uninstrumented/machine_code.h"

#include <dwarf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/elf/objects.h"
#include "tool/binary/liveness/image.h"
#include "tool/binary/symbols/symbols.h"
#include "tool/binary/symbols/types.h"
#include "tool/binary/uninstrumented/parameters.h"

bool machine_is_hook(const char *name)
{
    return starts_with(name, "__tsan_") && !starts_with(name, "__tsan_func_") && strcmp(name, "__tsan_init") != 0;
}

void machine_note(struct walk *walk, enum oddity odd, uint64_t address, const char *name)
{
    size_t count = walk->odd[odd].count++;
    if (count == 0)
        walk->odd[odd].name = format_text("%s", name);
    walk->odd[odd].at = resize(walk->odd[odd].at, (count + 1) * sizeof *walk->odd[odd].at);
    walk->odd[odd].at[count] = address;
}

struct examination {
    struct image    *image;
    struct symbols  *symbols;
    machine_reader  *read;
    struct gap_list *gaps;
};

/* Compilation of a unit: by clang, with our plugin. */
struct making {
    bool clang, plugin;
};

/* Compiled by `mazurka cc`? About other units something is said anyway. */
static bool is_instrumented(Dwarf_Die *unit, struct making *by)
{
    Dwarf_Attribute attribute;
    const char *producer = dwarf_formstring(dwarf_attr(unit, DW_AT_producer, &attribute));
    by->clang = producer && strstr(producer, "clang version");
    by->plugin = producer && (strstr(producer, OBJECT_PLUGIN) || strstr(producer, OBJECT_CLANG_PLUGIN));
    return producer && (strstr(producer, "-fsanitize=thread") || strstr(producer, OBJECT_MARK));
}

static bool function_at(const struct code_range *code, uint64_t address, Dwarf_Die *function)
{
    Dwarf_Die unit = code->unit, *scopes = NULL;
    bool found = false;
    int count = dwarf_getscopes(&unit, address - code->bias, &scopes);
    for (int i = 0; i < count && !found; i++) {
        found = dwarf_tag(&scopes[i]) == DW_TAG_subprogram;
        *function = scopes[i];
    }
    free(scopes);
    return found;
}

/* Such a function writes into an object that its caller made for it, which has no hooks either. Structs of up to two words come back in
 * registers, unless they are objects of a class that knows how they are copied. */
static bool returns_in_memory(Dwarf_Die *function)
{
    enum { IN_REGISTERS = 16 };
    Dwarf_Die type;
    Dwarf_Attribute attribute;
    Dwarf_Word how = DW_CC_pass_by_value;
    if (!types_of(function, &type) || dwarf_peel_type(&type, &type) != 0)
        return false;
    int tag = dwarf_tag(&type);
    dwarf_formudata(dwarf_attr(&type, DW_AT_calling_convention, &attribute), &how);
    return (tag == DW_TAG_structure_type || tag == DW_TAG_union_type || tag == DW_TAG_class_type) &&
           (types_size(&type) > IN_REGISTERS || how == DW_CC_pass_by_reference);
}

/* Are all accesses of the function, which has no hooks, to objects that its caller made for it? Of structs that were passed by their
 * address compilers think as of its own variables, and gcc so of one that it returns. A copy of a function (sum.isra.0) may have other
 * parameters than it. Where gcc has announced that a function is entered, the function has not asked for no hooks. */
static bool needs_no_hooks(struct examination *e, const struct code_range *code, struct making by, const struct image_function *function,
                           bool enters)
{
    Dwarf_Die die;
    if (!function_at(code, function->start, &die))
        return false;
    bool returns = !by.clang && returns_in_memory(&die), copy = strchr(function->name, '.');
    if (returns && enters)
        return true;
    struct walk walk = {.returns = returns && !copy};
    if (e->image->architecture->machine == EM_AARCH64 && !copy)
        walk.given = parameters_by_address(&die);
    if (walk.given || walk.returns)
        e->read(e->image, function->start, function->end, &walk);
    return (walk.given || walk.returns) && !walk.access;
}

__attribute__((format(printf, 3, 4))) static void complain(struct examination *e, uint64_t address, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *what = format_arguments(format, arguments);
    va_end(arguments);
    struct place place = symbols_instruction(e->symbols, address);
    gap_add(e->gaps, format_text("%s: %s() %s", symbols_line(e->symbols, &place), place.function ? place.function : "?", what));
    free(what);
}

/* One comes to it where one comes to any of these instructions. */
static void add_spots(struct examination *e, const struct walk *walk, enum oddity odd)
{
    for (size_t i = 0; i < walk->odd[odd].count; i++)
        gap_spot(e->gaps, walk->odd[odd].at[i], 0);
}

/* The plugin for gcc sees all builtins. That for clang does, too, but not what a vectorizer makes that somebody has asked for. */
static bool has_builtin(const struct walk *walk, enum oddity odd, struct making by)
{
    bool seen = by.plugin && (!by.clang || walk->builtins <= walk->ranges);
    return walk->odd[odd].count && !seen && !(odd == ODD_STREAM && by.clang);
}

static const struct {
    const char *does, *therefore;
} sentences[ODDITIES] = {
    [ODD_BUILTIN] = {"accesses memory by a builtin or by vectors", ", which has no hooks: these accesses go unseen"},
    [ODD_STREAM] = {"accesses memory by a builtin or by vectors", ", which has no hooks: these accesses go unseen"},
    [ODD_ATOMIC] = {"accesses memory by inline assembly", ", which has no hooks: these accesses go unseen"},
    [ODD_WIDE] = {"accesses 32 bytes or more at once", ", to which clang gives no hooks: these accesses go unseen. Compile with gcc"},
    [ODD_CLOCK] = {"asks the processor", " for what differs from run to run"},
    [ODD_SYSTEM] = {"calls the system by itself", ": what that does goes unseen"},
};

static bool is_there(const struct walk *walk, enum oddity odd, struct making by)
{
    if (odd == ODD_BUILTIN || odd == ODD_STREAM)
        return has_builtin(walk, odd, by);
    return walk->odd[odd].count && (odd != ODD_WIDE || by.clang);
}

/* What set-up does counts where it differs from run to run, or may be anything. */
static void judge(struct examination *e, const struct walk *walk, const struct code_range *code, struct making by,
                  const struct image_function *function)
{
    bool told = false;
    for (enum oddity odd = ODD_NONE + 1; odd < ODDITIES; odd++) {
        if (!is_there(walk, odd, by))
            continue;
        bool access = odd != ODD_CLOCK && odd != ODD_SYSTEM;
        complain(e, walk->odd[odd].at[0], "%s (%s)%s", sentences[odd].does, walk->odd[odd].name, sentences[odd].therefore);
        e->gaps->at[e->gaps->count - 1].in_setup = !access;
        add_spots(e, walk, odd);
        told |= access;
    }
    if (!walk->access || walk->hooked || needs_no_hooks(e, code, by, function, walk->enters))
        return;
    if (!told)
        complain(e, walk->access, "has no hooks (no_sanitize, or inline assembly): its accesses to memory go unseen");
    gap_spot(e->gaps, function->start, function->end);
}

static void examine_function(struct examination *e, const struct image_function *function)
{
    struct making by;
    uint64_t address = function->start;
    const struct code_range *code = symbols_unit(e->symbols, address);
    if (!code || !image_at(e->image, address, function->end - address))
        return;
    Dwarf_Die unit = code->unit;
    if (!is_instrumented(&unit, &by))
        return;
    struct walk walk = {0};
    e->read(e->image, address, function->end, &walk);
    judge(e, &walk, code, by, function);
}

static machine_reader *reader_of(const struct image *image)
{
    return image->architecture->machine == EM_X86_64 ? instructions_x86_64 : instructions_aarch64;
}

bool machine_has_hooks(struct image *image, uint64_t lo, uint64_t hi)
{
    struct walk walk = {0};
    reader_of(image)(image, lo, hi, &walk);
    return walk.hooked || walk.enters;
}

void machine_gaps(struct gap_list *gaps, struct image *image, const char *path)
{
    struct examination e = {.image = image, .gaps = gaps, .read = reader_of(image)};
    e.symbols = symbols_open_file(path);
    for (size_t i = 0; e.symbols && i < e.image->function_count; i++)
        examine_function(&e, &e.image->functions[i]);
    if (e.symbols)
        symbols_close(e.symbols);
}
