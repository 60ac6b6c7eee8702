/* asserts.c - see asserts.h. */
#include "tool/binary/asserts/asserts.h"

#include <elfutils/libdw.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "model/calls.h"
#include "tool/binary/liveness/image.h"
#include "tool/binary/symbols/symbols.h"
#include "tool/binary/uninstrumented/imported.h"
#include "tool/cli/util.h"
#include "wire/wire.h"

struct finder {
    struct image   *image;
    struct symbols *symbols;
    struct asserts *found;
};

/* --- lists --------------------------------------------------------------------------------------------------------------- */

static size_t site_at(struct asserts *a, const char *file, int line)
{
    for (size_t i = 0; i < a->site_count; i++)
        if (a->sites[i].line == line && strcmp(a->sites[i].file, file) == 0)
            return i;
    a->sites = resize(a->sites, (a->site_count + 1) * sizeof *a->sites);
    a->sites[a->site_count] = (struct assert_site){.file = format_text("%s", file), .line = line};
    return a->site_count++;
}

static size_t spot_at(struct asserts *a, uint64_t address)
{
    for (size_t i = 0; i < a->spot_count; i++)
        if (a->spots[i] == address)
            return i;
    a->spots = resize(a->spots, (a->spot_count + 1) * sizeof *a->spots);
    a->spots[a->spot_count] = address;
    return a->spot_count++;
}

static void add_link(struct asserts *a, size_t site, uint64_t address)
{
    a->links = resize(a->links, (a->link_count + 1) * sizeof *a->links);
    a->links[a->link_count++] = (struct assert_link){spot_at(a, address), site};
}

/* --- what shows that an assert was reached --------------------------------------------------------------------------------- */

/* The places where code of the line begins in the function. */
static void add_line(struct finder *f, size_t site, const struct image_function *function, const struct code_range *code, Dwarf_Line *of)
{
    Dwarf_Die unit = code->unit;
    Dwarf_Lines *lines;
    size_t count;
    int number, wanted;
    if (dwarf_getsrclines(&unit, &lines, &count) != 0 || dwarf_lineno(of, &wanted) != 0)
        return;
    for (size_t i = 0; i < count; i++) {
        Dwarf_Line *line = dwarf_onesrcline(lines, i);
        Dwarf_Addr address;
        bool ends = false;
        if (dwarf_lineaddr(line, &address) != 0 || address + code->bias < function->start || address + code->bias >= function->end)
            continue;
        if (dwarf_lineno(line, &number) == 0 && number == wanted && dwarf_lineendsequence(line, &ends) == 0 && !ends &&
            strcmp(dwarf_linesrc(line, NULL, NULL), dwarf_linesrc(of, NULL, NULL)) == 0)
            add_link(f->found, site, address + code->bias);
    }
}

/* Beginning of the function, of which this is a part that the compiler has put elsewhere ("f.cold"); NULL: not
 * known. */
static const struct image_function *whole_of(const struct image *image, const struct image_function *part)
{
    const char *dot = part->name ? strstr(part->name, ".cold") : NULL;
    if (!dot)
        return part->name ? part : NULL;
    const struct image_function *whole = NULL;
    for (size_t i = 0; i < image->function_count; i++) {
        const struct image_function *f = &image->functions[i];
        if (!f->name || strncmp(f->name, part->name, (size_t)(dot - part->name)) != 0 || f->name[dot - part->name])
            continue;
        if (whole)
            return NULL; /* two static functions of one name */
        whole = f;
    }
    return whole;
}

static void add_call(struct finder *f, const struct image_function *function, uint64_t address)
{
    const struct code_range *code = symbols_unit(f->symbols, address);
    Dwarf_Die unit = code ? code->unit : (Dwarf_Die){0};
    Dwarf_Line *line = code ? dwarf_getsrc_die(&unit, address - code->bias) : NULL;
    const char *file = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
    struct asserts *a = f->found;
    int number;
    a->calls = resize(a->calls, (a->call_count + 1) * sizeof *a->calls);
    a->calls[a->call_count++] = address;
    if (!file || dwarf_lineno(line, &number) != 0 || starts_with(file, "/usr/") || symbols_instruction(f->symbols, address).library)
        return;
    size_t site = site_at(a, file, number), before = a->link_count;
    const struct image_function *whole = whole_of(f->image, function);
    if (image_is_unoptimized(&unit))
        add_line(f, site, function, code, line);
    else if (whole)
        add_link(a, site, whole->start);
    a->sites[site].unknown |= a->link_count == before;
}

/* --- calls ------------------------------------------------------------------------------------------------------------------ */

/* What an instruction there calls, or jumps to; 0: neither. On x86_64 every byte may be the first one of an instruction. */
static uint64_t call_target(const struct image *image, uint64_t address, const uint8_t *code)
{
    if (image->architecture->machine == EM_X86_64) {
        int32_t offset;
        memcpy(&offset, code + 1, sizeof offset);
        return code[0] == 0xe8 || code[0] == 0xe9 ? address + 5 + (uint64_t)(int64_t)offset : 0;
    }
    uint32_t word;
    memcpy(&word, code, sizeof word);
    return (word >> 26 & 0x1f) == 5 ? address + (uint64_t)((int64_t)((int32_t)(word << 6) >> 6) * 4) : 0;
}

static void look_through(struct finder *f, const struct image_function *function)
{
    uint64_t longest = f->image->architecture->machine == EM_X86_64 ? 5 : 4, step = longest == 5 ? 1 : 4;
    const uint8_t *code = image_at(f->image, function->start, function->end - function->start);
    for (uint64_t at = function->start; code && at + longest <= function->end; at += step, code += step) {
        uint64_t target = call_target(f->image, at, code);
        if (target && calls_traits(image_called_name(f->image, target)) & TRAIT_FAILS_ASSERT)
            add_call(f, function, at);
    }
}

const struct asserts *asserts_of(const char *program)
{
    static struct asserts found;
    static const char *known;
    char *why;
    if (known && strcmp(known, program) == 0)
        return &found;
    known = format_text("%s", program);
    found = (struct asserts){0};
    struct finder f = {.found = &found};
    if (!object_imports(program, TRAIT_FAILS_ASSERT) || !(f.image = image_open(program, &why)))
        return &found;
    f.symbols = symbols_open_file(program);
    for (size_t i = 0; f.symbols && i < f.image->function_count; i++)
        look_through(&f, &f.image->functions[i]);
    symbols_close(f.symbols);
    image_close(f.image);
    return &found;
}

/* --- what became of them ------------------------------------------------------------------------------------------------------- */

char *asserts_never_reached(const struct asserts *a, const struct wire *w)
{
    enum { MOST = 3 };
    if (!a || w->spots_lost)
        return NULL;
    if (a->spot_count > ASSERTS_MOST)
        return format_text("which of %zu asserts were reached is not known: they are too many", a->site_count);
    bool *reached = allocate(a->site_count + 1);
    for (size_t i = 0; i < a->link_count; i++) {
        uint32_t n = wire_spot_at(w, 0, a->spots[a->links[i].spot]);
        reached[a->links[i].site] |= n < WIRE_MAX_SPOTS && (w->spot[n].reached || w->spot[n].in_setup);
    }
    size_t never = 0, known = 0;
    char *list = NULL;
    for (size_t i = 0; i < a->site_count; i++) {
        known += reached[i] || !a->sites[i].unknown;
        if (reached[i] || a->sites[i].unknown || ++never > MOST)
            continue;
        char *place = format_text("%s:%d", path_base(a->sites[i].file), a->sites[i].line);
        list = list ? format_text("%s, %s", list, place) : place;
    }
    if (never == 0)
        return NULL;
    return never == 1 ? format_text("the assert at %s was never reached", list)
                      : format_text("%zu of %zu asserts were never reached (%s%s)", never, known, list, never > MOST ? ", …" : "");
}
