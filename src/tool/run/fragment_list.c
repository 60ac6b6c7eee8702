/* fragment_list.c - see fragment_list.h. */
#include "tool/run/fragment_list.h"

#include <stdlib.h>
#include <string.h>

#include "tool/cli/util.h"

typedef bool finder(struct symbols *s, const char *text, struct fragment *f, char **why);
typedef const char *ender(const char *text);

/* End of the first of several names: at a comma, or with the text. A comma may be part of a file's name: the lines come
 * behind it. */
static const char *end_of_lines(const char *text)
{
    for (const char *comma = strchr(text, ','); comma; comma = strchr(comma + 1, ',')) {
        const char *at = comma;
        while (at > text && strchr("0123456789-", at[-1]))
            at--;
        if (comma == text || (at > text && at < comma && at[-1] == ':'))
            return comma;
    }
    return text + strlen(text);
}

/* Lists of functions: a comma in brackets is between parameters. */
static const char *end_of_function(const char *text)
{
    int depth = 0;
    for (; *text && (depth > 0 || *text != ','); text++)
        depth += strchr("(<", *text) ? 1 : strchr(")>", *text) ? -1 : 0;
    return text;
}

static void add_all(struct fragment_list *list, struct symbols *s, const char *option, const char *texts, finder *find, ender *end_of)
{
    for (const char *at = texts, *end; *at; at = *end ? end + 1 : end) {
        char *why = NULL;
        end = end_of(at);
        if (end == at)
            continue;
        list->at = resize(list->at, (list->count + 1) * sizeof *list->at);
        if (!find(s, format_text("%.*s", (int)(end - at), at), &list->at[list->count], &why))
            die("--%s: %s", option, why);
        list->count++;
    }
}

struct fragment_list fragment_list(const char *program, const char *lines, const char *functions)
{
    struct fragment_list list = {0};
    if (!lines && !functions)
        return list;
    struct symbols *s = symbols_open_file(program);
    if (!s)
        die("cannot read %s", program);
    if (lines)
        add_all(&list, s, "fragment", lines, fragment_of_lines, end_of_lines);
    if (functions)
        add_all(&list, s, "function", functions, fragment_of_function, end_of_function);
    symbols_close(s);
    if (list.count == 0)
        die("--%s names nothing", lines ? "fragment" : "function");
    return list;
}

void fragment_list_send(const struct fragment_list *list, struct wire *wire)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct fragment *f = &list->at[i];
        if (f->count > WIRE_MAX_CODES - wire->codes)
            die("%s: the fragment has too many pieces", f->name);
        for (size_t k = 0; k < f->count; k++)
            wire_codes(wire)[wire->codes++] = (struct wire_code){.lo = f->at[k].start, .hi = f->at[k].start + f->at[k].length,
                .module = f->at[k].space - 1, .fragment = (uint32_t)i};
    }
}
