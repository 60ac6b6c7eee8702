/* html_sources.c - see html_sources.h. */
#include "tool/report/html_sources.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tool/cli/json_text.h"

enum {
    AROUND = 200,             /* lines before and behind each that is named */
    LINE_BYTES = 500,         /* of a line */
    QUOTED_BYTES = 4 << 20    /* of all files together */
};

/* --- which lines ------------------------------------------------------------------------------------------------------- */

/* Into files: { "f.c": { "12": true } }. A place is an object with a file and a line. */
static void note_places(json_t *value, json_t *files)
{
    const char *key;
    json_t *member;
    size_t index;
    const char *file = json_string_value(json_object_get(value, "file"));
    json_int_t line = json_integer_value(json_object_get(value, "line"));
    if (file && line > 0) {
        json_t *lines = json_object_get(files, file);
        if (!lines)
            put(files, file, lines = json_object());
        char text[24];
        snprintf(text, sizeof text, "%lld", (long long)line);
        put(lines, text, json_true());
    }
    json_object_foreach(value, key, member)
        note_places(member, files);
    json_array_foreach(value, index, member)
        note_places(member, files);
}

/* wanted[i]: line i, from 1, is quoted. */
static void mark_around(json_t *lines, bool *wanted, size_t count)
{
    const char *line;
    json_t *value;
    json_object_foreach(lines, line, value) {
        size_t at = (size_t)strtoull(line, NULL, 10), first = at > AROUND ? at - AROUND : 1;
        for (size_t i = first; i <= at + AROUND && i <= count; i++)
            wanted[i] = true;
    }
}

/* --- what they say ----------------------------------------------------------------------------------------------------- */

static json_t *line_text(const char *line, size_t length)
{
    bool cut = length > LINE_BYTES;
    if (!cut)
        return text_of(line, length > 0 && line[length - 1] == '\r' ? length - 1 : length);
    for (length = LINE_BYTES; length > 0 && (line[length] & 0xc0) == 0x80;) /* no half of a character */
        length--;
    return text_or_null(format_text("%.*s …", (int)length, line));
}

static size_t count_lines(const char *text, size_t length)
{
    size_t count = length > 0 && text[length - 1] != '\n';
    for (size_t i = 0; i < length; i++)
        count += text[i] == '\n';
    return count;
}

static json_t *pieces_of(const char *text, size_t length, const bool *wanted)
{
    json_t *pieces = json_array(), *lines = NULL;
    size_t number = 1;
    for (size_t at = 0; at < length; number++) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t size = end ? (size_t)(end - text) - at : length - at;
        if (wanted[number] && !lines) {
            json_t *piece = json_object();
            put_number(piece, "line", number);
            put(piece, "lines", lines = json_array());
            append(pieces, piece);
        }
        if (wanted[number])
            append(lines, line_text(text + at, size));
        else
            lines = NULL;
        at += size + 1;
    }
    return pieces;
}

static bool is_newer(const struct stat *file, const struct stat *program)
{
    const struct timespec *a = &file->st_mtim, *b = &program->st_mtim;
    return a->tv_sec > b->tv_sec || (a->tv_sec == b->tv_sec && a->tv_nsec > b->tv_nsec);
}

static json_t *missing(const char *why)
{
    json_t *o = json_object();
    put(o, "missing", text_or_null(why));
    return o;
}

static json_t *source_of(const char *path, json_t *lines, const char *program, size_t *left)
{
    struct stat status, built;
    size_t length;
    if (stat(path, &status) != 0)
        return missing(strerror(errno));
    if (!S_ISREG(status.st_mode))
        return missing("not a file");
    char *text = read_whole_file(path, &length);
    if (!text)
        return missing(strerror(errno));
    size_t count = count_lines(text, length);
    bool *wanted = allocate((count + 2) * sizeof *wanted);
    mark_around(lines, wanted, count);
    json_t *o = json_object(), *pieces = pieces_of(text, length, wanted);
    size_t quoted = json_dumpb(pieces, NULL, 0, JSON_COMPACT);
    free(wanted);
    free(text);
    if (quoted > *left) {
        json_decref(pieces);
        json_decref(o);
        return missing("left out, because the sources are too long for a page");
    }
    *left -= quoted;
    put_number(o, "count", count);
    put(o, "newer", json_boolean(stat(program, &built) == 0 && is_newer(&status, &built)));
    put(o, "pieces", pieces);
    return o;
}

json_t *html_sources(json_t *document, const char *program)
{
    json_t *files = json_object(), *sources = json_object(), *lines;
    const char *file;
    size_t left = QUOTED_BYTES;
    note_places(document, files);
    json_object_foreach(files, file, lines)
        put(sources, file, source_of(file, lines, program, &left));
    json_decref(files);
    return sources;
}
