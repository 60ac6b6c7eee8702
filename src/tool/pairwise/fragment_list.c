/* fragment_list.c - see fragment_list.h. */
#include "tool/pairwise/fragment_list.h"

#include <stdlib.h>
#include <string.h>

#include "tool/util.h"

typedef bool finder(struct symbols *s, const char *text, struct fragment *f, char **why);

static void add_all(struct fragment_list *list, struct symbols *s, const char *option, const char *texts, finder *find)
{
    char *words = format_text("%s", texts), *rest = NULL, *why = NULL;
    for (char *word = strtok_r(words, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        list->at = resize(list->at, (list->count + 1) * sizeof *list->at);
        if (!find(s, word, &list->at[list->count], &why))
            die("--%s: %s", option, why);
        list->count++;
    }
    free(words);
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
        add_all(&list, s, "fragment", lines, fragment_of_lines);
    if (functions)
        add_all(&list, s, "function", functions, fragment_of_function);
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
