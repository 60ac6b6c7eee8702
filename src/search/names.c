/* names.c - names of searches and their parts, which the tool passes on as they were given, looked up before anything begins. The
 * message for an unknown name lists the known ones. */
#include "base/text.h"
#include "search/config_from_wire.h"

/* Rows of every table begin with their name. */
static bool is_known(const char *name, const void *const *rows)
{
    for (; *rows; rows++)
        if (text_equal(*(const char *const *)*rows, name))
            return true;
    return name[0] == '\0';
}

static bool list(const char *option, const char *name, const void *const *rows, char *why, size_t size)
{
    size_t used = text_format(why, size, "unknown %s '%s'; known:", option, name);
    for (; *rows; rows++)
        used += text_format(why + used, size - used, " %s%s", *(const char *const *)*rows, rows[1] ? "," : "");
    return true;
}

static bool unknown(const char *option, const char *name, const void *const *rows, char *why, size_t size)
{
    return !is_known(name, rows) && list(option, name, rows, why, size);
}

/* There may be several, separated by commas. */
static bool unknown_reduction(const char *names, char *why, size_t size)
{
    for (;;) {
        char name[sizeof(((struct wire_config *)0)->reduction)];
        size_t length = text_part(names, name, sizeof name);
        if (!is_known(name, (const void *const *)reduction_kinds))
            return list("reduction", name, (const void *const *)reduction_algorithms, why, size);
        if (!names[length])
            return false;
        names += length + 1;
    }
}

bool names_unknown(const struct wire_config *w, char *why, size_t size)
{
    const struct wire_steering *s = &w->steering;
    return unknown("search", w->search, (const void *const *)search_kinds, why, size) ||
           unknown_reduction(w->reduction, why, size) ||
           unknown("order", s->order, (const void *const *)order_kinds, why, size) ||
           unknown("order", s->then, (const void *const *)order_kinds, why, size) ||
           unknown("heuristic", s->heuristic, (const void *const *)heuristic_kinds, why, size);
}
