/* visible_list.c - --visible=LIST and --track=LIST: names of variables and files, as ranges of the program's memory; and of blocks of the
 * heap, by the code that allocates them. */
#include <stdlib.h>
#include <string.h>

#include "tool/binary/symbols/fragment.h"
#include "tool/binary/symbols/type_parts.h"
#include "tool/binary/symbols/variables.h"
#include "tool/run/heap_name.h"
#include "tool/run/visible_list.h"

static void add_range(struct range_list *list, uint64_t address, uint64_t size)
{
    enum { PROGRAM_SPACE = 1 }; /* relative to the first object, which is the program */
    while (size > 0) {
        uint32_t length = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
        list->at = resize(list->at, (list->count + 1) * sizeof *list->at);
        list->at[list->count++] = (struct wire_range){PROGRAM_SPACE, length, address};
        address += length;
        size -= length;
    }
}

static void add_variable(void *context, uint64_t address, uint64_t size, Dwarf_Die *variable)
{
    (void)variable;
    add_range(context, address, size);
}

/* A member or an element: `queue.count`, `table[3].next`. */
struct part {
    const char        *way; /* from the variable to it */
    struct range_list *list;
    size_t             found;
};

static void add_part(void *context, uint64_t address, uint64_t size, Dwarf_Die *variable)
{
    struct part *p = context;
    struct type_part part;
    Dwarf_Die type;
    (void)size;
    if (!types_of(variable, &type) || !type_parts_find(&type, p->way, &part))
        return;
    add_range(p->list, address + part.offset, part.size);
    p->found++;
}

/* Behind the file comes the variable, which ends where its parts begin. */
static bool add_parts(struct symbols *s, const char *word, struct range_list *list)
{
    const char *name = strrchr(word, ':') ? strrchr(word, ':') + 1 : word;
    size_t length = (size_t)(name - word) + strcspn(name, ".[+");
    struct part part = {word + length, list, 0};
    char *variable = format_text("%.*s", (int)length, word);
    if (word[length])
        variables_match(s, variable, add_part, &part);
    free(variable);
    return part.found > 0;
}

static bool add_global(struct symbols *s, const char *word, struct range_list *list)
{
    return variables_match(s, word, add_variable, list) > 0 || add_parts(s, word, list);
}

/* A name for each piece of the statement's code. Locks are scheduling points at any rate. */
static bool add_block(struct symbols *s, const char *word, struct visible_list *list)
{
    struct heap_name name;
    struct fragment statement;
    char *why;
    if (!heap_name_read(word, &name) || !fragment_of_lines(s, name.line, &statement, &why))
        return false;
    if (list->block_count + statement.count > WIRE_MAX_BLOCKS)
        die("--track: too many blocks of the heap");
    for (size_t i = 0; i < statement.count && !name.lock; i++) {
        const struct wire_range *code = &statement.at[i];
        name.block.lo = code->start;
        name.block.hi = code->start + code->length;
        list->blocks = resize(list->blocks, (list->block_count + 1) * sizeof *list->blocks);
        list->blocks[list->block_count++] = name.block;
    }
    fragment_free(&statement);
    return true;
}

/* A comma ends a name, but not within "part[0].{low,high}", bit fields that lie together. */
static const char *end_of_name(const char *text)
{
    bool braces = false;
    for (; *text && (braces || *text != ','); text++)
        braces = *text == '{' || (braces && *text != '}');
    return text;
}

struct visible_list visible_list(const char *program, const char *option, const char *list)
{
    struct visible_list visible = {0};
    bool tracks = strcmp(option, "track") == 0;
    if (strcmp(list, "none") == 0)
        return visible;
    struct symbols *s = symbols_open_file(program);
    if (!s)
        die("cannot read %s", program);
    for (const char *at = list, *end; *at; at = *end ? end + 1 : end) {
        end = end_of_name(at);
        char *word = format_text("%.*s", (int)(end - at), at);
        if (end == at)
            continue;
        if (!add_global(s, word, &visible.ranges) && !(tracks && add_block(s, word, &visible)))
            die("--%s=%s: the program has no variable and no file of variables of this name (debug information is needed)", option, word);
    }
    symbols_close(s);
    return visible;
}
