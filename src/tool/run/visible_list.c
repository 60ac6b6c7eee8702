/* visible_list.c - --visible=LIST and --track=LIST: names of variables and files, as ranges of the program's memory. */
#include <stdlib.h>
#include <string.h>

#include "tool/names/variables.h"
#include "tool/run/visible_list.h"

static void add_range(void *context, uint64_t address, uint64_t size, const char *name)
{
    (void)name;
    struct range_list *list = context;
    enum { PROGRAM_SPACE = 1 }; /* relative to the first object, which is the program */
    while (size > 0) {
        uint32_t length = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
        list->at = resize(list->at, (list->count + 1) * sizeof *list->at);
        list->at[list->count++] = (struct wire_range){PROGRAM_SPACE, length, address};
        address += length;
        size -= length;
    }
}

/* A member or an element is found by the names of all that lie in its variable: `queue.count`, `table[3].next`. */
struct part {
    struct symbols    *symbols;
    const char        *name; /* without the file */
    struct range_list *list;
    size_t             found;
};

static bool is_named(struct part *p, uint64_t address, uint32_t size)
{
    struct value_type type;
    char *name = variables_name(p->symbols, address, size, &type);
    bool named = name && strcmp(name, p->name) == 0;
    free(name);
    return named;
}

static void add_part(void *context, uint64_t address, uint64_t size, const char *name)
{
    struct part *p = context;
    for (uint64_t at = 0; at < size; at++)
        for (uint32_t bytes = 8; bytes > 0; bytes /= 2)
            if (at % bytes == 0 && at + bytes <= size && is_named(p, address + at, bytes)) {
                add_range(p->list, address + at, bytes, name);
                p->found++;
                at += bytes - 1;
                break;
            }
}

/* Behind the file comes the variable, which ends where its parts begin. */
static bool add_parts(struct symbols *s, const char *word, struct range_list *list)
{
    const char *name = strchr(word, ':') ? strchr(word, ':') + 1 : word;
    size_t length = (size_t)(name - word) + strcspn(name, ".[");
    struct part part = {s, name, list, 0};
    char *variable = format_text("%.*s", (int)length, word);
    if (word[length])
        variables_match(s, variable, add_part, &part);
    free(variable);
    return part.found > 0;
}

struct range_list visible_list(const char *program, const char *option, const char *list)
{
    struct range_list ranges = {0};
    if (strcmp(list, "none") == 0)
        return ranges;
    struct symbols *s = symbols_open_file(program);
    if (!s)
        die("cannot read %s", program);
    char *words = format_text("%s", list), *rest = NULL;
    for (char *word = strtok_r(words, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        if (variables_match(s, word, add_range, &ranges) == 0 && !add_parts(s, word, &ranges))
            die("--%s=%s: the program has no variable and no file of variables of this name (debug information is needed)", option, word);
    }
    symbols_close(s);
    return ranges;
}
