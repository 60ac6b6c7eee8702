/* asserts_left_out.c - sources that have asserts where the code made of them has none: NDEBUG was defined, perhaps.
 *
 * For each unit without a call of __assert_fail: an assert in the source, on a line between the beginning of a function that is in the
 * code and the last line of it. Nothing is said of headers of the system, of sources that are not there any more, and of those that
 * define assert themselves.
 */
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/asserts/assert_text.h"
#include "tool/binary/asserts/asserts.h"
#include "tool/binary/symbols/symbols.h"
#include "tool/binary/symbols/types.h"
#include "tool/cli/util.h"

struct source {
    const char        *file;
    struct assert_text text;
};

struct look {
    struct symbols *symbols;
    struct source  *sources;
    size_t          source_count;
    const char     *file; /* of the first one that was found */
};

static const struct assert_text *text_of(struct look *l, const char *file)
{
    for (size_t i = 0; i < l->source_count; i++)
        if (strcmp(l->sources[i].file, file) == 0)
            return &l->sources[i].text;
    char *content = starts_with(file, "/usr/") ? NULL : read_whole_file(file, NULL);
    l->sources = resize(l->sources, (l->source_count + 1) * sizeof *l->sources);
    l->sources[l->source_count] = (struct source){.file = file, .text = assert_text_of(content ? content : "")};
    free(content);
    return &l->sources[l->source_count++].text;
}

static bool has_calls(const struct asserts *a, const struct code_range *code)
{
    for (size_t i = 0; i < a->call_count; i++)
        if (a->calls[i] >= code->low && a->calls[i] < code->high)
            return true;
    return false;
}

/* Of a function's code, in the file that it stands in. */
static int last_line(Dwarf_Die *unit, Dwarf_Die *function, const char *file)
{
    Dwarf_Lines *lines;
    size_t count;
    int last = 0, number;
    Dwarf_Addr address;
    if (dwarf_getsrclines(unit, &lines, &count) != 0)
        return 0;
    for (size_t i = 0; i < count; i++) {
        Dwarf_Line *line = dwarf_onesrcline(lines, i);
        const char *source = dwarf_linesrc(line, NULL, NULL);
        if (dwarf_lineaddr(line, &address) == 0 && dwarf_haspc(function, address) > 0 && dwarf_lineno(line, &number) == 0 &&
            number > last && source && strcmp(source, file) == 0)
            last = number;
    }
    return last;
}

static bool has_assert(const struct assert_text *text, int from, int to)
{
    for (size_t i = 0; i < text->count && !text->defines; i++)
        if (text->lines[i] >= from && text->lines[i] <= to)
            return true;
    return false;
}

/* Code of a function, perhaps within another one. A function in several pieces, as gcc makes of one that has cold code, has no address
 * of its own: its first piece counts. */
static bool is_code(Dwarf_Die *die, Dwarf_Addr *entry)
{
    int tag = dwarf_tag(die);
    Dwarf_Addr base, end;
    return (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine) &&
           (dwarf_entrypc(die, entry) == 0 || dwarf_ranges(die, 0, &base, entry, &end) > 0);
}

static bool leaves_out(struct look *l, Dwarf_Die *unit, Dwarf_Die *function, Dwarf_Addr entry)
{
    Dwarf_Line *line = dwarf_getsrc_die(unit, entry);
    const char *file = types_declared_in(function); /* libdw does not know that of the unit's own */
    int first;
    file = file || !line ? file : dwarf_linesrc(line, NULL, NULL);
    if (!file || text_of(l, file)->count == 0 || dwarf_decl_line(function, &first) != 0)
        return false;
    if (has_assert(text_of(l, file), first, last_line(unit, function, file)))
        l->file = file;
    return l->file;
}

static bool look_through(struct look *l, Dwarf_Die *unit, Dwarf_Die *parent)
{
    Dwarf_Die child;
    Dwarf_Addr entry;
    bool found = false;
    for (int none = dwarf_child(parent, &child); none == 0 && !found; none = dwarf_siblingof(&child, &child))
        found = (is_code(&child, &entry) && leaves_out(l, unit, &child, entry)) || look_through(l, unit, &child);
    return found;
}

/* A unit may have many pieces, as a function of a C++ template has its own: it is looked through once, at the first of them, and not if a
 * call lies in any. */
static bool is_inactive(const struct symbols *symbols, const struct asserts *a, size_t piece)
{
    const struct code_range *code = symbols->code;
    for (size_t k = 0; k < symbols->code_count; k++)
        if (code[k].unit.addr == code[piece].unit.addr && (k < piece || has_calls(a, &code[k])))
            return false;
    return true;
}

char *asserts_left_out(const char *program)
{
    const struct asserts *a = asserts_of(program);
    struct look l = {.symbols = symbols_open_file(program)};
    if (!l.symbols)
        return NULL;
    for (size_t i = 0; i < l.symbols->code_count && !l.file; i++)
        if (is_inactive(l.symbols, a, i)) {
            Dwarf_Die unit = l.symbols->code[i].unit;
            look_through(&l, &unit, &unit);
        }
    char *phrase = l.file ? format_text("no assert of %s is in the code (NDEBUG?)", path_base(l.file)) : NULL;
    symbols_close(l.symbols);
    return phrase;
}
