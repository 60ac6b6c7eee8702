/* order_source.c - see order_source.h. */
#include "apps/orders/order_source.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INCLUDED = 4 };

bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* --- lines ------------------------------------------------------------------------------------------------------------------ */

/* End of comments and literals; a comment of several lines goes on in the next one. */
static char *code_of(const char *line, bool *comment)
{
    char *code = format_text("%s", line);
    for (size_t i = 0; code[i];) {
        size_t end = i;
        if (*comment || starts_with(line + i, "/*")) {
            const char *close = strstr(line + i + (*comment ? 0 : 2), "*/");
            *comment = !close;
            end = close ? (size_t)(close - line) + 2 : strlen(line);
        } else if (starts_with(line + i, "//")) {
            end = strlen(line);
        } else if (line[i] == '"' || (line[i] == '\'' && (i == 0 || !isalnum((unsigned char)line[i - 1])))) {
            for (end = i + 1; line[end] && line[end] != line[i];)
                end += line[end] == '\\' && line[end + 1] ? 2 : 1;
            end += line[end] != '\0';
        }
        if (end == i)
            i++;
        else
            for (; i < end; i++)
                code[i] = ' ';
    }
    return code;
}

/* --- macros ----------------------------------------------------------------------------------------------------------------- */

static const char *skip_blanks(const char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    return text;
}

static char *trimmed(const char *text)
{
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        length--;
    return format_text("%.*s", (int)length, text);
}

const struct macro *source_macro(const struct source *s, const char *name, size_t length)
{
    for (size_t i = 0; i < s->macro_count; i++)
        if (strlen(s->macros[i].name) == length && strncmp(s->macros[i].name, name, length) == 0)
            return &s->macros[i];
    return NULL;
}

static void add_macro(struct source *s, struct macro m)
{
    struct macro *known = (struct macro *)source_macro(s, m.name, strlen(m.name));
    if (known) {
        known->several |= strcmp(known->body, m.body) != 0;
        return;
    }
    s->macros = resize(s->macros, (s->macro_count + 1) * sizeof *s->macros);
    s->macros[s->macro_count++] = m;
}

/* "define NAME(a, b) BODY"; what one is that goes on in the next line is not known. */
static void read_define(struct source *s, const char *text, bool here, size_t number)
{
    size_t length = 0;
    if (!starts_with(text, "define"))
        return;
    text = skip_blanks(text + strlen("define"));
    while (in_word(text[length]))
        length++;
    struct macro m = {.name = format_text("%.*s", (int)length, text), .function = text[length] == '(',
        .here = here, .line = number};
    const char *close = m.function ? strchr(text + length, ')') : NULL;
    m.body = trimmed(skip_blanks(close ? close + 1 : text + length));
    m.several = ends_with(m.body, "\\");
    if (length > 0)
        add_macro(s, m);
}

static void read_directives(struct source *s, const char *file, unsigned depth);

/* The program's own, beside the file that includes it. */
static void read_include(struct source *s, const char *file, const char *line, unsigned depth)
{
    const char *open = strchr(line, '"'), *close = open ? strchr(open + 1, '"') : NULL;
    const char *base = path_base(file);
    if (close && depth < MOST_INCLUDED)
        read_directives(s, format_text("%.*s%.*s", (int)(base - file), file, (int)(close - open - 1), open + 1), depth + 1);
}

static void read_directives(struct source *s, const char *file, unsigned depth)
{
    char *text = read_whole_file(file, NULL);
    bool comment = false;
    for (size_t number = 0; text && *text; number++) {
        size_t length = strcspn(text, "\n");
        const char *line = format_text("%.*s", (int)length, text), *code = skip_blanks(code_of(line, &comment));
        const char *directive = *code == '#' ? skip_blanks(code + 1) : "";
        s->has_functions |= strstr(code, "stdatomic.h") != NULL;
        read_define(s, directive, depth == 0, number);
        if (starts_with(directive, "include"))
            read_include(s, file, line, depth);
        text += length + (text[length] == '\n');
    }
}

/* --- reading, changing ------------------------------------------------------------------------------------------------------ */

bool source_is_cxx(const char *file)
{
    static const char *const ends[] = {".cc", ".cpp", ".cxx", ".C", ".c++", ".hh", ".hpp", ".hxx", ".ipp", ".tcc"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (ends_with(file, ends[i]))
            return true;
    return false;
}

bool source_read(struct source *s, const char *file)
{
    char *text = file ? read_whole_file(file, NULL) : NULL;
    bool comment = false;
    *s = (struct source){.file = file, .ends = true, .cxx = file && source_is_cxx(file)};
    while (text && *text) {
        size_t length = strcspn(text, "\n");
        char *line = format_text("%.*s", (int)length, text);
        strings_add(&s->lines, line);
        strings_add(&s->changed, line);
        strings_add(&s->code, code_of(line, &comment));
        s->ends = text[length] == '\n';
        text += length + s->ends;
    }
    if (s->lines.count > 0)
        read_directives(s, file, 0);
    return s->lines.count > 0;
}

void source_edit(struct source *s, struct edit e)
{
    s->edits = resize(s->edits, (s->edit_count + 1) * sizeof *s->edits);
    s->edits[s->edit_count++] = e;
}

/* The last one first; what is put in later comes before what stands there. */
static int last_first(const void *x, const void *y)
{
    const struct edit *a = x, *b = y;
    if (a->line != b->line)
        return a->line < b->line ? 1 : -1;
    if (a->at != b->at)
        return a->at < b->at ? 1 : -1;
    return a->begin < b->begin ? -1 : a->begin > b->begin;
}

void source_change(struct source *s)
{
    if (s->edit_count)
        qsort(s->edits, s->edit_count, sizeof *s->edits, last_first);
    for (size_t i = 0; i < s->edit_count; i++) {
        const struct edit *e = &s->edits[i];
        char *line = s->changed.at[e->line];
        s->changed.at[e->line] = format_text("%.*s%s%s", (int)e->at, line, e->text, line + e->at + e->removed);
    }
}
