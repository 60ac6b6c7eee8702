/* figures.c - what papers print for a program. */
#include "tool/suite/figures.h"

#include <ctype.h>
#include <string.h>

/* Without blanks, brackets and a rank before it; in small letters. */
static char *plain(const char *text)
{
    char *copy = format_text("%s", text), *to = copy;
    const char *tuple = strchr(text, '<');
    for (const char *at = tuple ? tuple : text; *at; at++)
        if (isalnum((unsigned char)*at) || strchr(",.-/^+:", *at))
            *to++ = (char)tolower((unsigned char)*at);
    *to = '\0';
    return copy;
}

static bool is_called(const struct configuration *c, const char *name)
{
    char *wanted = plain(name);
    return strcmp(wanted, plain(c->name)) == 0 || strcmp(wanted, plain(c->title)) == 0;
}

const json_t *figure_of(const struct program *p, const struct configuration *c)
{
    size_t i;
    json_t *figure;
    json_array_foreach(p ? p->figures : NULL, i, figure) {
        const char *name = json_string_value(json_object_get(figure, "configuration"));
        if (name && is_called(c, name))
            return figure;
    }
    return NULL;
}

const json_t *figure_characteristics(const struct program *p)
{
    size_t i;
    json_t *figure;
    json_array_foreach(p ? p->figures : NULL, i, figure)
        if (json_object_get(figure, "error_path_ratio"))
            return figure;
    return NULL;
}

char *figure_text(const json_t *figure, const char *key)
{
    const json_t *value = json_object_get(figure, key);
    if (json_is_string(value))
        return format_text("%s", json_string_value(value));
    if (json_is_integer(value))
        return format_text("%" JSON_INTEGER_FORMAT, json_integer_value(value));
    if (json_is_real(value))
        return format_text("%g", json_real_value(value));
    return json_is_boolean(value) ? format_text("%s", json_is_true(value) ? "yes" : "no") : NULL;
}
