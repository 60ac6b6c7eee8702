/* jump_tables.c - where an indirect jump goes: switch statements and computed gotos, as gcc and clang compile them.
 *
 * A table of offsets (base + entry << shift) is read as long as its entries are instructions of the function. More entries
 * than the switch has do no harm: they are edges that are never taken. Fewer would: so the comparison that guards the jump
 * must not promise more. A table of addresses is set by the dynamic linker: the jump may go to every address inside of the
 * function that there is in the file, whichever table it is.
 */
#include <stdlib.h>
#include <string.h>

#include "tool/liveness/function.h"
#include "tool/util.h"

enum { MAX_ENTRIES = 4096, LOOK_BACK = 4 };

/* The only block that goes on with block `to`, or UINT32_MAX. */
static uint32_t only_before(const struct function *f, uint32_t to)
{
    uint32_t found = UINT32_MAX;
    for (uint32_t b = 0; b < f->block_count; b++) {
        for (uint32_t n = 0; n < f->blocks[b].nexts; n++) {
            if (f->blocks[b].next[n] != to)
                continue;
            if (found != UINT32_MAX)
                return UINT32_MAX;
            found = b;
        }
    }
    return found;
}

/* The largest index that is let through to jump `at`, or -1 if no comparison was found. */
static int64_t guarded(const struct function *f, uint32_t at)
{
    uint32_t block = f->block_of[at];
    for (int back = 0; back < LOOK_BACK; back++) {
        uint32_t before = only_before(f, block);
        if (before == UINT32_MAX)
            return -1;
        const struct block *b = &f->blocks[before];
        const struct instruction *last = &f->code[b->end - 1];
        bool jumped = last->target == f->code[f->blocks[block].first].address;
        if (last->flow == FLOW_BRANCH && !(jumped ? last->below : last->above))
            return -1;
        for (uint32_t k = 1; last->flow == FLOW_BRANCH && k <= 4 && b->end - 1 - k >= b->first && k < b->end; k++) {
            if (f->code[b->end - 1 - k].compared >= 0)
                return f->code[b->end - 1 - k].compared;
        }
        if (last->flow != FLOW_NEXT && last->flow != FLOW_JUMP)
            return -1;
        block = before;
    }
    return -1;
}

static void add_target(struct jump_table *table, uint64_t target)
{
    for (size_t i = 0; i < table->count; i++) {
        if (table->targets[i] == target)
            return;
    }
    if (table->count % 32 == 0)
        table->targets = resize(table->targets, (table->count + 32) * sizeof *table->targets);
    table->targets[table->count++] = target;
}

static bool is_end(const struct function *f, uint64_t address)
{
    for (size_t i = 0; i < f->parts; i++) {
        if (f->part[i].end == address)
            return true;
    }
    return false;
}

/* Another table begins here, if the code computes this address too. */
static bool is_other_table(const struct function *f, uint64_t address)
{
    for (size_t i = 0; i < f->count; i++) {
        if (f->code[i].effect == EFFECT_CONSTANT && (uint64_t)f->code[i].amount == address)
            return true;
    }
    return false;
}

static int64_t read_entry(const uint8_t *bytes, unsigned size, bool sign)
{
    uint64_t value = 0;
    memcpy(&value, bytes, size);
    unsigned unused = 64 - 8 * size;
    return sign ? (int64_t)(value << unused) >> unused : (int64_t)value;
}

static int64_t read_offsets(const struct function *f, const struct value *v, int64_t largest, int64_t most,
                            struct jump_table *table)
{
    int64_t count = 0;
    uint64_t address = (uint64_t)v->number;
    for (; count < most; count++, address += v->size) {
        const uint8_t *bytes = image_at(f->image, address, v->size);
        if (!bytes || (count > 0 && count > largest && is_other_table(f, address)))
            break;
        uint64_t target = v->base + ((uint64_t)read_entry(bytes, v->size, v->sign) << v->shift);
        if (graph_find(f, target) != UINT32_MAX)
            add_target(table, target);
        else if (!is_end(f, target)) /* an index that cannot be may have the function's end for a target */
            break;
    }
    return count;
}

static void read_addresses(const struct function *f, struct jump_table *table)
{
    for (size_t i = 0; i < f->image->pointer_count; i++) {
        const struct image_pointer *pointer = &f->image->pointers[i];
        if (pointer->target != f->symbol->start && graph_find(f, pointer->target) != UINT32_MAX)
            add_target(table, pointer->target);
    }
    for (size_t i = 0; i < f->count; i++) {
        uint64_t address = (uint64_t)f->code[i].amount;
        if (f->code[i].effect == EFFECT_CONSTANT && address != f->symbol->start && graph_find(f, address) != UINT32_MAX)
            add_target(table, address);
    }
}

/* Small entries look right by chance: with them the comparison says how many there are. */
static bool find_targets(const struct function *f, uint32_t at, const struct value *v, struct jump_table *table)
{
    if (v->kind == VALUE_TARGET && v->size <= 4) {
        int64_t largest = guarded(f, at), most = v->size == 4 ? MAX_ENTRIES : largest + 1;
        int64_t count = read_offsets(f, v, largest, most, table);
        return table->count > 0 && count < MAX_ENTRIES && largest < count;
    }
    if (v->kind == VALUE_LOADED && v->size == 8 && f->image->position_independent)
        read_addresses(f, table);
    else if (v->kind == VALUE_CONSTANT && graph_find(f, (uint64_t)v->number) != UINT32_MAX)
        add_target(table, (uint64_t)v->number);
    return table->count > 0;
}

bool jump_tables_find(struct function *f, uint32_t at, const struct value *v)
{
    struct jump_table table = {.at = at, .sealed = v->number && !image_writable(f->image, (uint64_t)v->number)};
    if (!find_targets(f, at, v, &table)) {
        f->problem = "has an indirect jump that is not a known kind of table";
        free(table.targets);
        return false;
    }
    for (size_t i = 0; i < f->table_count; i++) {
        if (f->tables[i].at != at)
            continue;
        bool same = f->tables[i].count == table.count
            && memcmp(f->tables[i].targets, table.targets, table.count * sizeof *table.targets) == 0;
        free(f->tables[i].targets);
        f->tables[i] = table;
        return !same;
    }
    f->tables = resize(f->tables, (f->table_count + 1) * sizeof *f->tables);
    f->tables[f->table_count++] = table;
    return true;
}
