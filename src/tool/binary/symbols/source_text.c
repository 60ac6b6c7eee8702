/* source_text.c - see source_text.h. */
#include "tool/binary/symbols/source_text.h"

#include <stdlib.h>
#include <string.h>

#include "tool/cli/util.h"

struct source_file {
    const char *path;
    char *text; /* NULL if it cannot be read */
    const char **line; /* where each begins, the last one at the end of the text */
    int lines;
};

struct source_texts {
    struct source_file *at;
    size_t count;
};

struct source_texts *source_texts_new(void)
{
    return allocate(sizeof(struct source_texts));
}

void source_texts_free(struct source_texts *t)
{
    for (size_t i = 0; t && i < t->count; i++) {
        free(t->at[i].text);
        free(t->at[i].line);
    }
    free(t ? t->at : NULL);
    free(t);
}

static void divide(struct source_file *f)
{
    int capacity = 0;
    for (const char *at = f->text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
        if (f->lines + 1 >= capacity) {
            capacity = capacity ? 2 * capacity : 256;
            f->line = resize(f->line, (size_t)capacity * sizeof *f->line);
        }
        f->line[f->lines++] = at;
    }
    if (f->lines)
        f->line[f->lines] = f->text + strlen(f->text);
}

static const struct source_file *find_file(struct source_texts *t, const char *path)
{
    for (size_t i = 0; i < t->count; i++)
        if (strcmp(t->at[i].path, path) == 0)
            return &t->at[i];
    t->at = resize(t->at, (t->count + 1) * sizeof *t->at);
    struct source_file *f = &t->at[t->count++];
    *f = (struct source_file){.path = path, .text = read_whole_file(path, NULL)};
    divide(f);
    return f;
}

/* The last character of a line that is no space, number from 1; 0 for an empty line. */
static char last_of(const struct source_file *f, int number)
{
    const char *start = f->line[number - 1], *end = f->line[number];
    while (end > start && strchr(" \t\r\n", end[-1]))
        end--;
    return end > start ? end[-1] : '\0';
}

static bool ends_statement(char last)
{
    return last == '\0' || strchr(";{}:", last) != NULL;
}

/* Behind the literal that begins at `at`, or at + 1: an apostrophe in a comment begins none. */
static const char *behind_literal(const char *at, const char *end)
{
    enum { LONGEST_CHARACTER = 5 };
    const char *behind = at + 1, *limit = *at == '"' || end - at < LONGEST_CHARACTER ? end : at + LONGEST_CHARACTER;
    while (behind < limit && *behind != *at)
        behind += *behind == '\\' ? 2 : 1;
    return behind < limit ? behind + 1 : at + 1;
}

/* Statement, of several in a line, that `here` lies in. */
static char *statement_around(const char *start, const char *here, const char *end)
{
    for (const char *at = start; at < end;) {
        bool divides = strchr(";{}", *at) != NULL;
        if (divides && at >= here && *at == ';')
            end = at + 1;
        if (divides && at < here)
            start = at + 1;
        at = *at == '"' || *at == '\'' ? behind_literal(at, end) : at + 1;
    }
    return format_text("%.*s", (int)(end - start), start);
}

char *source_statement(struct source_texts *t, struct symbols *s, uint64_t pc)
{
    enum { MOST = 4 };
    const struct code_range *code = symbols_unit(s, pc);
    Dwarf_Die unit = code ? code->unit : (Dwarf_Die){0};
    Dwarf_Line *line = code ? dwarf_getsrc_die(&unit, pc - code->bias) : NULL;
    const char *path = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
    int number, column = 0;
    if (!path || dwarf_lineno(line, &number) != 0)
        return NULL;
    const struct source_file *f = find_file(t, path);
    if (!f->text || number < 1 || number > f->lines)
        return NULL;
    int first = number, last = number;
    while (first > 1 && number - first < MOST && !ends_statement(last_of(f, first - 1)))
        first--;
    while (last < f->lines && last - number < MOST && !ends_statement(last_of(f, last)))
        last++;
    const char *start = f->line[first - 1], *here = f->line[number - 1], *end = f->line[last];
    if (dwarf_linecol(line, &column) != 0 || column < 1 || column > f->line[number] - here)
        return format_text("%.*s", (int)(end - start), start);
    return statement_around(start, here + column - 1, end);
}
