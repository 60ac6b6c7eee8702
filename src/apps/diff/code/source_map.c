/* source_map.c - see source_map.h. */
#include "apps/diff/code/source_map.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* --- files ---------------------------------------------------------------------------------------------------------------- */

static size_t file_by_path(struct source_map *m, const char *name)
{
    char *whole = realpath(name, NULL);
    char *path = whole ? whole : format_text("%s", name);
    for (size_t i = 0; i < m->count; i++)
        if (strcmp(m->files[i].path, path) == 0) {
            free(path);
            return i;
        }
    m->files = resize(m->files, (m->count + 1) * sizeof *m->files);
    m->files[m->count] = (struct source_file){.path = path, .name = name};
    return m->count++;
}

/* Several names may mean one file. */
static size_t file_index(struct source_map *m, const char *name)
{
    for (size_t i = m->known.count; i > 0; i--) /* the last is asked for most often */
        if (m->known.at[i - 1] == name || strcmp(m->known.at[i - 1], name) == 0)
            return m->meant[i - 1];
    size_t file = file_by_path(m, name);
    strings_add(&m->known, name);
    m->meant = resize(m->meant, m->known.count * sizeof *m->meant);
    m->meant[m->known.count - 1] = file;
    return file;
}

/* --- lines ---------------------------------------------------------------------------------------------------------------- */

static void note_code(struct source_file *file, unsigned line)
{
    enum { MOST = 10000000 };
    if (line == 0 || line > MOST)
        return;
    if (line >= file->lines) {
        unsigned room = line + line / 2 + 64;
        file->code = resize(file->code, room * sizeof *file->code);
        memset(file->code + file->lines, 0, (room - file->lines) * sizeof *file->code);
        file->lines = room;
    }
    file->code[line] = true;
}

static void read_lines(struct source_map *m, Dwarf_Die *unit)
{
    Dwarf_Lines *lines;
    size_t count, file = 0;
    const char *last = NULL;
    if (dwarf_getsrclines(unit, &lines, &count) != 0)
        return;
    for (size_t i = 0; i < count; i++) {
        Dwarf_Line *row = dwarf_onesrcline(lines, i);
        int line = 0;
        bool end = false;
        const char *name = dwarf_linesrc(row, NULL, NULL);
        if (!name || dwarf_lineno(row, &line) != 0 || dwarf_lineendsequence(row, &end) != 0 || end || line <= 0)
            continue;
        if (name != last)
            file = file_index(m, name);
        last = name;
        note_code(&m->files[file], (unsigned)line);
    }
}

/* --- functions ------------------------------------------------------------------------------------------------------------ */

/* As dwarf_decl_file(), which in some versions of libdw does not know that file 0 is one: clang gives it to the unit's own source. */
static const char *declared_in(Dwarf_Die *entry)
{
    Dwarf_Attribute attribute;
    Dwarf_Word index;
    Dwarf_Die unit;
    Dwarf_Files *files;
    if (dwarf_formudata(dwarf_attr_integrate(entry, DW_AT_decl_file, &attribute), &index) != 0 || !dwarf_diecu(entry, &unit, NULL, NULL) ||
        dwarf_getsrcfiles(&unit, &files, NULL) != 0)
        return NULL;
    return dwarf_filesrc(files, index, NULL, NULL);
}

static int add_function(Dwarf_Die *entry, void *map)
{
    struct source_map *m = map;
    const char *name = dwarf_diename(entry), *path = declared_in(entry);
    int line = 0;
    if (!name || !path || dwarf_decl_line(entry, &line) != 0 || line <= 0)
        return DWARF_CB_OK;
    size_t index = file_index(m, path); /* which may move all files */
    struct source_file *file = &m->files[index];
    file->functions = resize(file->functions, (file->count + 1) * sizeof *file->functions);
    file->functions[file->count++] = (struct source_function){name, (unsigned)line, 0};
    return DWARF_CB_OK;
}

static int by_line(const void *a, const void *b)
{
    const struct source_function *x = a, *y = b;
    return x->from < y->from ? -1 : x->from > y->from;
}

/* A function ends with its last line that has code before the next one begins. Those without code were only declared. */
static void end_functions(struct source_file *f)
{
    size_t kept = 0;
    if (f->count)
        qsort(f->functions, f->count, sizeof *f->functions, by_line);
    for (size_t i = 0; i < f->count; i++) {
        struct source_function *at = &f->functions[i];
        if (kept && f->functions[kept - 1].from == at->from)
            continue; /* another unit's, or another instance of a template */
        unsigned limit = f->lines;
        for (size_t k = i + 1; k < f->count && limit == f->lines; k++)
            if (f->functions[k].from > at->from)
                limit = f->functions[k].from < f->lines ? f->functions[k].from : f->lines;
        for (unsigned line = at->from; line < limit; line++)
            if (f->code[line])
                at->to = line;
        if (at->to)
            f->functions[kept++] = *at;
    }
    f->count = kept;
}

const struct source_function *source_file_function(const struct source_file *f, unsigned line)
{
    for (size_t i = f->count; i > 0; i--)
        if (f->functions[i - 1].from <= line)
            return line <= f->functions[i - 1].to ? &f->functions[i - 1] : NULL;
    return NULL;
}

/* --- the whole ------------------------------------------------------------------------------------------------------------- */

struct source_map *source_map_of(struct symbols *s)
{
    struct source_map *m = allocate(sizeof *m);
    Dwarf_Off last = (Dwarf_Off)-1;
    for (size_t i = 0; i < s->code_count; i++) { /* a unit has a row for each of its pieces; twice does no harm */
        Dwarf_Die unit = s->code[i].unit;
        if (dwarf_dieoffset(&unit) == last)
            continue;
        last = dwarf_dieoffset(&unit);
        read_lines(m, &unit);
        dwarf_getfuncs(&unit, add_function, m, 0);
    }
    for (size_t i = 0; i < m->count; i++)
        end_functions(&m->files[i]);
    return m;
}

const struct source_file *source_map_file(const struct source_map *m, const char *top, const char *path)
{
    const char *joined = path_join(top, path), *end = format_text("/%s", path);
    char *whole = realpath(joined, NULL);
    const struct source_file *alike = NULL;
    size_t count = 0;
    for (size_t i = 0; i < m->count; i++) {
        const struct source_file *f = &m->files[i];
        if (strcmp(f->path, whole ? whole : joined) == 0) {
            free(whole);
            return f;
        }
        if (ends_with(f->path, end)) {
            alike = f;
            count++;
        }
    }
    free(whole);
    return count == 1 ? alike : NULL;
}

const struct source_function *source_map_function(const struct source_map *m, struct symbols *symbols, uint64_t start, size_t *file)
{
    const struct code_range *code = symbols_unit(symbols, start);
    Dwarf_Die unit = code ? code->unit : (Dwarf_Die){0};
    Dwarf_Line *line = code ? dwarf_getsrc_die(&unit, start - code->bias) : NULL;
    const char *name = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
    int number = 0;
    for (size_t i = 0; name && i < m->known.count; i++)
        if (strcmp(m->known.at[i], name) == 0 && dwarf_lineno(line, &number) == 0) {
            *file = m->meant[i];
            return source_file_function(&m->files[*file], (unsigned)number);
        }
    return NULL;
}
