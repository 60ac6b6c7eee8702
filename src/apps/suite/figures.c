/* figures.c - figures that papers print for a program. */
#include "apps/suite/figures.h"

#include <string.h>

/* Blanks make no difference. */
static bool same_words(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, " ");
        b += strspn(b, " ");
        if (*a != *b || !*a)
            return *a == *b;
    }
}

static bool is_of_paper(const json_t *figure, const char *paper)
{
    const char *of = json_string_value(json_object_get(figure, "paper"));
    return !paper || (of && strcmp(of, paper) == 0);
}

const json_t *figure_of(const struct program *p, const struct configuration *c, const char *paper)
{
    size_t i;
    json_t *figure, *first = NULL;
    json_array_foreach(p ? p->figures : NULL, i, figure) {
        const char *name = json_string_value(json_object_get(figure, "configuration"));
        if (!name || !c->figure || !same_words(name, c->figure) || !is_of_paper(figure, paper))
            continue;
        if (json_object_get(figure, "seconds") || json_object_get(figure, "outcome"))
            return figure;
        first = first ? first : figure;
    }
    return first;
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

static char *value_text(const json_t *value)
{
    if (json_is_string(value))
        return format_text("%s", json_string_value(value));
    if (json_is_integer(value))
        return format_text("%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return json_is_real(value) ? format_text("%g", json_real_value(value)) : NULL;
}

char *figure_text(const json_t *figure, const char *key)
{
    char *value = value_text(json_object_get(figure, key));
    char *deviation = value_text(json_object_get(figure, format_text("%s_deviation", key)));
    return value && deviation ? format_text("%s ± %s", value, deviation) : value;
}
