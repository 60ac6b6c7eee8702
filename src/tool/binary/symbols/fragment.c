/* fragment.c - see fragment.h. Rows of the line table give the code of lines; entries of functions, inlined or not, the rest. */
#include "tool/binary/symbols/fragment.h"

#include <dwarf.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/symbols/demangle.h"
#include "tool/cli/util.h"

enum { PROGRAM_SPACE = 1 }; /* ranges are relative to the first object, which is the program */

static const char no_debug[] = "the program has no debug information: compile it with -g";

/* --- ranges ------------------------------------------------------------------------------------------------------------- */

static void add_range(struct fragment *f, uint64_t low, uint64_t high)
{
    while (low < high) {
        uint32_t length = high - low > UINT32_MAX ? UINT32_MAX : (uint32_t)(high - low);
        f->at = resize(f->at, (f->count + 1) * sizeof *f->at);
        f->at[f->count++] = (struct wire_range){PROGRAM_SPACE, length, low};
        low += length;
    }
}

static void add_entry(struct fragment *f, Dwarf_Die *entry)
{
    Dwarf_Addr base, low, high;
    for (ptrdiff_t at = 0; (at = dwarf_ranges(entry, at, &base, &low, &high)) > 0;)
        add_range(f, low, high);
}

static int by_start(const void *a, const void *b)
{
    const struct wire_range *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

static void join_ranges(struct fragment *f)
{
    size_t kept = 0;
    if (f->count)
        qsort(f->at, f->count, sizeof *f->at, by_start);
    for (size_t i = 0; i < f->count; i++) {
        struct wire_range *last = kept ? &f->at[kept - 1] : NULL;
        uint64_t end = f->at[i].start + f->at[i].length;
        if (!last || f->at[i].start > last->start + last->length || end - last->start > UINT32_MAX)
            f->at[kept++] = f->at[i];
        else if (end > last->start + last->length)
            last->length = (uint32_t)(end - last->start);
    }
    f->count = kept;
}

void fragment_free(struct fragment *f)
{
    free(f->name);
    free(f->file);
    free(f->at);
    *f = (struct fragment){0};
}

/* --- files -------------------------------------------------------------------------------------------------------------- */

/* Is `end` all of the path, or the last of its parts? */
static bool ends_path(const char *path, const char *end)
{
    size_t all = strlen(path), length = strlen(end);
    return length > 0 && all >= length && strcmp(path + all - length, end) == 0 && (all == length || path[all - length - 1] == '/');
}

static bool same_file(const char *a, const char *b)
{
    if (strcmp(a, b) == 0)
        return true;
    char *x = realpath(a, NULL), *y = x ? realpath(b, NULL) : NULL;
    bool same = y && strcmp(x, y) == 0;
    free(x);
    free(y);
    return same;
}

/* The program's files that may be meant: those that are it, or else those whose names end alike. */
struct candidates {
    const char *wanted;
    struct strings exact, alike, all;
};

static void consider(struct candidates *c, const char *path)
{
    if (!path || strings_contain(&c->all, path))
        return;
    strings_add(&c->all, path);
    if (same_file(path, c->wanted))
        strings_add(&c->exact, path);
    else if (ends_path(path, c->wanted) || ends_path(c->wanted, starts_with(path, "./") ? path + 2 : path))
        strings_add(&c->alike, path);
}

static void list_files(const struct symbols *s, struct candidates *c)
{
    Dwarf_Addr bias;
    for (Dwarf_Die *unit = NULL; (unit = dwfl_nextcu(s->dwfl, unit, &bias));) {
        Dwarf_Files *files;
        size_t count;
        if (dwarf_getsrcfiles(unit, &files, &count) != 0)
            continue;
        for (size_t k = 0; k < count; k++)
            consider(c, dwarf_filesrc(files, k, NULL, NULL));
    }
}

static const char *nearest_file(const struct candidates *c)
{
    struct strings bases = {0};
    for (size_t i = 0; i < c->all.count; i++)
        strings_add(&bases, path_base(c->all.at[i]));
    const char *near = bases.count ? nearest_word(path_base(c->wanted), (const char *const *)bases.at) : NULL;
    free(bases.at);
    return near;
}

/* The names under which the program's debug information has the file. */
static bool find_file(const struct symbols *s, const char *file, struct strings *names, char **why)
{
    struct candidates c = {.wanted = starts_with(file, "./") ? file + 2 : file};
    if (s->code_count == 0) {
        *why = format_text("%s", no_debug);
        return false;
    }
    list_files(s, &c);
    *names = c.exact.count ? c.exact : c.alike;
    const char *near = names->count ? NULL : nearest_file(&c);
    for (size_t i = 1; i < names->count; i++)
        if (!same_file(names->at[0], names->at[i])) {
            *why = format_text("%s may be %s or %s: give more of its path", file, names->at[0], names->at[i]);
            return false;
        }
    if (names->count == 0)
        *why = near ? format_text("the program has no code of a file %s (it has %s)", file, near)
                    : format_text("the program has no code of a file %s", file);
    return names->count > 0;
}

/* --- lines -------------------------------------------------------------------------------------------------------------- */

struct wanted_lines {
    const struct strings *names; /* of the file */
    unsigned from, to;
    unsigned before, after;      /* the nearest lines with code, if there are none between; 0: none */
    const char *last;            /* the name that was looked at last, */
    bool        last_is;         /* and whether it is the file's */
};

static bool is_wanted_file(struct wanted_lines *w, const char *path)
{
    if (path != w->last) {
        w->last = path;
        w->last_is = path && strings_contain(w->names, path);
    }
    return w->last_is;
}

static void note_nearest(struct wanted_lines *w, unsigned line)
{
    if (line != 0 && line < w->from && line > w->before)
        w->before = line;
    if (line > w->to && (w->after == 0 || line < w->after))
        w->after = line;
}

/* Code without a line of its own (0) belongs to the row before it. */
static void add_rows(struct fragment *f, Dwarf_Die *unit, struct wanted_lines *w)
{
    Dwarf_Lines *lines;
    size_t count;
    Dwarf_Addr low = 0;
    bool inside = false;
    if (dwarf_getsrclines(unit, &lines, &count) != 0)
        return;
    for (size_t i = 0; i < count; i++) {
        Dwarf_Line *row = dwarf_onesrcline(lines, i);
        Dwarf_Addr address = 0;
        int line = 0;
        bool end = false;
        dwarf_lineaddr(row, &address);
        dwarf_lineno(row, &line);
        dwarf_lineendsequence(row, &end);
        if (inside)
            add_range(f, low, address);
        low = address;
        if (line == 0 && !end)
            continue;
        bool ours = !end && is_wanted_file(w, dwarf_linesrc(row, NULL, NULL));
        inside = ours && (unsigned)line >= w->from && (unsigned)line <= w->to;
        if (ours)
            note_nearest(w, (unsigned)line);
    }
}

/* --- functions ---------------------------------------------------------------------------------------------------------- */

typedef bool entry_is(void *context, Dwarf_Die *unit, Dwarf_Die *entry);

/* All functions and inlined copies of the unit of which `is` says so. What lies in one that was added is added with it. */
static void add_entries(struct fragment *f, Dwarf_Die *unit, Dwarf_Die *parent, entry_is *is, void *context)
{
    Dwarf_Die child;
    for (int none = dwarf_child(parent, &child); none == 0; none = dwarf_siblingof(&child, &child)) {
        int tag = dwarf_tag(&child);
        bool code = tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
        if (code && is(context, unit, &child))
            add_entry(f, &child);
        else if (code || tag == DW_TAG_lexical_block || tag == DW_TAG_namespace || tag == DW_TAG_class_type || tag == DW_TAG_structure_type)
            add_entries(f, unit, &child, is, context);
    }
}

/* A function that was inlined where one of the lines calls it. */
static bool is_called_there(void *context, Dwarf_Die *unit, Dwarf_Die *entry)
{
    struct wanted_lines *w = context;
    Dwarf_Attribute attribute;
    Dwarf_Word line, index;
    Dwarf_Files *files;
    if (dwarf_tag(entry) != DW_TAG_inlined_subroutine ||
        dwarf_formudata(dwarf_attr(entry, DW_AT_call_line, &attribute), &line) != 0 || line < w->from || line > w->to ||
        dwarf_formudata(dwarf_attr(entry, DW_AT_call_file, &attribute), &index) != 0 || dwarf_getsrcfiles(unit, &files, NULL) != 0)
        return false;
    return is_wanted_file(w, dwarf_filesrc(files, index, NULL, NULL));
}

struct wanted_function {
    const char    *name;
    struct strings others; /* that there are */
};

/* Its names in the source: alone, and with the names around it. */
static bool is_named(void *context, Dwarf_Die *unit, Dwarf_Die *entry)
{
    (void)unit;
    struct wanted_function *w = context;
    Dwarf_Attribute attribute;
    const char *name = dwarf_diename(entry);
    const char *symbol = dwarf_formstring(dwarf_attr_integrate(entry, DW_AT_linkage_name, &attribute));
    if (name && strcmp(name, w->name) == 0)
        return true;
    if (symbol && (strcmp(symbol, w->name) == 0 || strcmp(demangle_function(symbol), w->name) == 0))
        return true;
    if (name)
        strings_add(&w->others, name);
    return false;
}

static void add_everywhere(struct fragment *f, const struct symbols *s, entry_is *is, void *context)
{
    Dwarf_Addr bias;
    for (Dwarf_Die *unit = NULL; (unit = dwfl_nextcu(s->dwfl, unit, &bias));)
        add_entries(f, unit, unit, is, context);
    join_ranges(f);
}

/* --- what is offered ---------------------------------------------------------------------------------------------------- */

static bool read_line(const char **at, unsigned *line)
{
    char *end;
    if (**at < '0' || **at > '9')
        return false;
    unsigned long value = strtoul(*at, &end, 10);
    *at = end;
    *line = (unsigned)value;
    return value > 0 && value < INT32_MAX;
}

/* "FILE:FROM-TO", "FILE:LINE". A name may have colons. */
static bool read_lines(const char *text, struct fragment *f, char **why)
{
    const char *colon = strrchr(text, ':'), *at = colon ? colon + 1 : text;
    *f = (struct fragment){.name = format_text("%s", text)};
    bool read = colon && colon > text && read_line(&at, &f->from);
    f->to = f->from;
    if (read && *at == '-') {
        at++;
        read = read_line(&at, &f->to);
    }
    if (!read || *at != '\0')
        *why = format_text("%s: FILE:LINE or FILE:FROM-TO is wanted, with lines from 1 on", text);
    else if (f->to < f->from)
        *why = format_text("%s: the range is empty, line %u comes before line %u", text, f->to, f->from);
    else
        f->file = format_text("%.*s", (int)(colon - text), text);
    return f->file != NULL;
}

static char *no_code(const struct fragment *f, const struct wanted_lines *w)
{
    if (w->before && w->after)
        return format_text("%s: there is no code at these lines; the nearest lines with code are %u and %u", f->name, w->before, w->after);
    return format_text("%s: there is no code at these lines; the nearest line with code is %u", f->name, w->before ? w->before : w->after);
}

bool fragment_of_lines(struct symbols *s, const char *text, struct fragment *f, char **why)
{
    struct strings names = {0};
    Dwarf_Addr bias;
    if (!read_lines(text, f, why) || !find_file(s, f->file, &names, why))
        return false;
    struct wanted_lines w = {.names = &names, .from = f->from, .to = f->to};
    for (Dwarf_Die *unit = NULL; (unit = dwfl_nextcu(s->dwfl, unit, &bias));)
        add_rows(f, unit, &w);
    add_everywhere(f, s, is_called_there, &w); /* that may be all there is: a call alone leaves no code once it is inlined */
    if (f->count == 0)
        *why = no_code(f, &w);
    return f->count > 0;
}

bool fragment_of_function(struct symbols *s, const char *name, struct fragment *f, char **why)
{
    struct wanted_function w = {.name = name};
    *f = (struct fragment){.name = format_text("%s()", name)};
    add_everywhere(f, s, is_named, &w);
    if (f->count > 0)
        return true;
    const char *near = w.others.count ? nearest_word(name, (const char *const *)w.others.at) : NULL;
    *why = s->code_count == 0 ? format_text("%s", no_debug)
           : near             ? format_text("the program has no code of a function %s (it has %s)", name, near)
                              : format_text("the program has no code of a function %s", name);
    return false;
}
