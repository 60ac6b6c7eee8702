/* block_names.c - see block_names.h. */
#include "tool/binary/names/block_names.h"

#include <dwarf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tool/binary/names/block_types.h"
#include "tool/binary/symbols/library_words.h"
#include "tool/binary/symbols/type_queries.h"
#include "tool/binary/symbols/types.h"
#include "tool/cli/util.h"

/* --- one name for each block ------------------------------------------------------------------------------------------------- */

/* `node` of struct node, Session of typedef struct {…} Session; NULL for what is no structure. */
static char *type_name(Dwarf_Die *of)
{
    Dwarf_Die type = *of;
    const char *name = NULL;
    if (!type_is_structure(&type))
        return NULL;
    for (bool more = true; more && !name;) {
        bool alias = dwarf_tag(&type) == DW_TAG_typedef;
        Dwarf_Die inner;
        more = (alias || dwarf_tag(&type) == DW_TAG_const_type || dwarf_tag(&type) == DW_TAG_volatile_type) && types_of(&type, &inner);
        if (!more || (alias && !dwarf_diename(&inner)))
            name = dwarf_diename(&type);
        if (more)
            type = inner;
    }
    char *library = library_block(&type);
    return library ? library : name ? format_text("%s", name)
                                    : NULL;
}

static char *stem_of(struct heap_block *b, const struct block_holders *h)
{
    char *type = b->array ? NULL : type_name(&b->type);
    if (type || h->member)
        return type ? type : format_text("%s", h->member);
    type = type_name(&b->type);
    return type ? type : NULL;
}

struct group {
    struct heap_block *block;
    struct block_holders *held;
};

static int by_name_and_birth(const void *a, const void *b)
{
    const struct heap_block *x = ((const struct group *)a)->block, *y = ((const struct group *)b)->block;
    int order = strcmp(x->name, y->name);
    if (order)
        return order;
    return x->born != y->born ? (x->born < y->born ? -1 : 1) : x->start < y->start ? -1
                                                                                   : x->start > y->start;
}

/* Blocks of one name: the variables that hold them say more, if each has one of its own. Of a single block its type says more than a letter
 * does. */
static void tell_apart(struct group *g, size_t count)
{
    enum { LETTERS = 2 };
    bool held = count > 1 || (g->held->variable && strlen(g->held->variable) > LETTERS);
    for (size_t i = 0; i < count; i++) {
        held = held && g[i].held->variable;
        for (size_t k = 0; held && k < i; k++)
            held = strcmp(g[i].held->variable, g[k].held->variable) != 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (held)
            g[i].block->name = format_text("%s", g[i].held->variable);
        else if (count > 1)
            g[i].block->name = format_text("%s#%zu", g[i].block->name, i + 1);
    }
}

static void name_blocks(struct replay_blocks *blocks, struct block_holders *holders)
{
    struct group *g = allocate((blocks->count + 1) * sizeof *g);
    size_t count = 0, end;
    for (size_t i = 0; i < blocks->count; i++) {
        struct heap_block *b = &blocks->at[i];
        b->name = b->typed ? stem_of(b, &holders[i]) : NULL;
        if (b->name)
            g[count++] = (struct group){b, &holders[i]};
    }
    qsort(g, count, sizeof *g, by_name_and_birth);
    for (size_t first = 0; first < count; first = end) {
        const char *stem = g[first].block->name;
        for (end = first + 1; end < count && strcmp(g[end].block->name, stem) == 0;)
            end++;
        tell_apart(&g[first], end - first);
    }
    free(g);
}

static void free_blocks(struct replay_blocks *blocks)
{
    free(blocks->at);
    free(blocks);
}

static struct replay_blocks *get_blocks(struct symbols *s)
{
    if (!s->blocks) {
        s->blocks = allocate(sizeof *s->blocks);
        s->free_blocks = free_blocks;
        *s->blocks = s->wire ? replay_blocks_find(s->wire) : (struct replay_blocks){0};
        if (s->blocks->count) {
            struct block_holders *holders = block_types_find(s, s->blocks);
            name_blocks(s->blocks, holders);
            free(holders);
        }
    }
    return s->blocks;
}

/* --- what lies in it --------------------------------------------------------------------------------------------------------- */

static char *inside(const struct symbols *s, Dwarf_Die *of, uint64_t offset, uint32_t size, struct value_type *type)
{
    char *text;
    size_t length;
    FILE *path = open_memstream(&text, &length);
    if (!path)
        die("out of memory");
    types_descend(s, of, offset, size, path, type);
    fclose(path);
    return text;
}

const struct heap_block *block_around(struct symbols *s, uint64_t event, uint64_t address)
{
    return replay_blocks_at(get_blocks(s), event, address);
}

char *block_name(struct symbols *s, uint64_t event, uint64_t address, uint32_t size, struct value_type *type)
{
    struct heap_block *b = replay_blocks_at(get_blocks(s), event, address);
    if (!b || !b->name)
        return NULL;
    uint64_t offset = address - b->start, width = types_size(&b->type);
    if (b->array && offset % width + size > width && offset == 0)
        return format_text("%s", b->name);
    if (b->array && offset % width + size > width)
        return format_text("%s[%" PRIu64 "…]", b->name, offset / width); /* several elements */
    char *path = inside(s, &b->type, b->array ? offset % width : offset, size, type), *text;
    if (b->array && (offset || size))
        text = format_text("%s[%" PRIu64 "]%s", b->name, offset / width, path);
    else if (path[0] == '.')
        text = format_text("%s->%s", b->name, path + 1);
    else
        text = format_text("%s%s%s", size && !path[0] ? "*" : "", b->name, path);
    free(path);
    return text;
}
