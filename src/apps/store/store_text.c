/* store_text.c - see store_text.h. */
#include "apps/store/store_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/util.h"

#define HEADING "mazurka-results"

static const struct part {
    const char *table, *columns;
} parts[] = {
    {"program", "id, name, form, scale, buggy, threads, flags, fingerprint"},
    {"configuration", "id, name, family, title, options, random"},
    {"experiment", "id, program, configuration, errors, max_states, max_milliseconds, mazurka"},
    {"run", "experiment, seed, found, complete, states, transitions, max_depth, path, switches, preemptions, bytes, seconds, outcome, "
            "processor"},
    {"outcome", "experiment, first_seed, runs, verdict, exit_code, expected, finished, seconds"},
    {"census", "experiment, complete, distinct_states, states, error_states, paths, error_paths, error_state_ratio, error_state_low, "
               "error_state_high, error_path_ratio, error_path_low, error_path_high, least_length, average_length, average_low, "
               "average_high, most_length, seconds"},
};
enum { PARTS = sizeof parts / sizeof *parts };

/* --- writing ------------------------------------------------------------------------------------------------------------- */

/* A folder of this machine among flags: only the last part of its name says anything elsewhere. */
static bool names_folder(const char *text, const char *at)
{
    return (at == text || at[-1] == ' ') && (strncmp(at, "-I/", 3) == 0 || strncmp(at, "-L/", 3) == 0);
}

static const char *last_part(const char *word)
{
    const char *at = word + strcspn(word, " ");
    while (at[-1] != '/')
        at--;
    return at;
}

static void put_cell(FILE *out, const char *text)
{
    for (const char *at = text ? text : ""; *at; at++) {
        if (names_folder(text, at)) {
            fprintf(out, "%.2s", at);
            at = last_part(at) - 1;
            continue;
        }
        if (*at == '\t' || *at == '\n' || *at == '\\')
            fputc('\\', out);
        fputc(*at == '\t' ? 't' : *at == '\n' ? 'n' : *at, out);
    }
    if (!text)
        fputs("\\N", out);
}

void store_write_text(struct store *s, FILE *out)
{
    fprintf(out, HEADING " %d\n", STORE_VERSION);
    for (size_t i = 0; i < PARTS; i++) {
        fprintf(out, "#%s %s\n", parts[i].table, parts[i].columns);
        struct sqlite3_stmt *row = store_query(s, format_text("SELECT %s FROM %s ORDER BY 1, 2", parts[i].columns, parts[i].table), "");
        while (store_row(s, row)) {
            for (int k = 0; k < store_columns(row); k++) {
                char *text = store_text(row, k);
                fputs(k ? "\t" : "", out);
                put_cell(out, text);
                free(text);
            }
            fputc('\n', out);
        }
    }
}

/* --- reading ------------------------------------------------------------------------------------------------------------- */

struct text_reader {
    struct store *store;
    const char   *path;
    size_t        line;
    const struct part *part; /* whose rows come; NULL: none yet */
    char         *insert;
    size_t        columns;
};

static void wrong(const struct text_reader *r) __attribute__((noreturn));
static void wrong(const struct text_reader *r)
{
    die("%s:%zu: this is no row of a store that `mazurka lab export` has written", r->path, r->line);
}

static bool is_text(const char *path)
{
    char start[sizeof HEADING] = "";
    FILE *in = fopen(path, "re");
    bool text = in && fread(start, 1, sizeof start - 1, in) == sizeof start - 1 && strcmp(start, HEADING) == 0;
    if (in)
        fclose(in);
    return text;
}

static void begin_part(struct text_reader *r, const char *heading)
{
    r->part = NULL;
    for (size_t i = 0; i < PARTS; i++)
        if (strcmp(heading, format_text("%s %s", parts[i].table, parts[i].columns)) == 0)
            r->part = &parts[i];
    if (!r->part)
        wrong(r);
    r->columns = 1;
    for (const char *at = r->part->columns; (at = strchr(at, ',')); at++)
        r->columns++;
    char *text = format_text("?");
    for (size_t i = 1; i < r->columns; i++)
        text = format_text("%s, ?", text);
    r->insert = format_text("INSERT INTO %s (%s) VALUES (%s)", r->part->table, r->part->columns, text);
}

/* The next cell of a line, in its place; NULL at \N. */
static char *take_cell(char **line)
{
    char *cell = *line, *to = cell, *from = cell;
    bool null = strncmp(cell, "\\N", 2) == 0;
    for (; *from && *from != '\t'; from++) {
        bool escaped = *from == '\\' && from[1];
        from += escaped;
        *to++ = escaped && *from == 't' ? '\t' : escaped && *from == 'n' ? '\n' : *from;
    }
    *line = *from ? from + 1 : NULL;
    *to = '\0';
    return null ? NULL : cell;
}

static void read_row(struct text_reader *r, char *line)
{
    char **cells = allocate((r->columns + 1) * sizeof *cells);
    size_t count = 0;
    while (line && count < r->columns)
        cells[count++] = take_cell(&line);
    if (!r->part || line || count != r->columns)
        wrong(r);
    store_insert(r->store, r->insert, cells, count);
    free(cells);
}

static void read_text(struct store *s, const char *path)
{
    struct text_reader r = {.store = s, .path = path};
    char *text = read_whole_file(path, NULL), *next = text;
    if (!text)
        die("the store %s: %s", path, strerror(errno));
    store_begin(s);
    while (next && *next) {
        char *line = next, *end = strchr(line, '\n');
        next = end ? end + 1 : NULL;
        if (end)
            *end = '\0';
        r.line++;
        if (r.line == 1 && strcmp(line, format_text(HEADING " %d", STORE_VERSION)) != 0)
            die("the store %s was written by another version of Mazurka: %s, and this version knows %d", path, line, STORE_VERSION);
        if (line[0] == '#')
            begin_part(&r, line + 1);
        else if (r.line > 1)
            read_row(&r, line);
    }
    store_commit(s);
}

struct store *store_read(const char *path)
{
    if (!is_text(path))
        return store_open(path, false);
    struct store *s = store_in_memory(path);
    read_text(s, path);
    return s;
}
