/* jump_tables.c - targets of an indirect jump: switch statements and computed gotos, as gcc and clang compile them.
 *
 * A table of offsets (base + entry << shift) is read as long as its entries are instructions of the function. More entries
 * than the switch has do no harm: they are edges that are never taken. Fewer would: so the comparison that guards the jump
 * must not promise more. A table of addresses is set by the dynamic linker: the jump may go to every address inside of the
 * function that there is in the file, whichever table it is.
 */
#include <stdlib.h>
#include <string.h>

#include "tool/binary/liveness/function.h"
#include "tool/cli/util.h"

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

/* Places of values, looking back from the jump: the two that the table's entry is loaded by (its index, and its address), and what is
 * compared with a constant. Each is in a register, in the frame, or unknown. */
enum { FIRST, SECOND, COMPARED, VALUES };
struct trail {
    int8_t  reg[VALUES];
    int32_t place[VALUES];
    bool    loaded; /* the first two are known */
};

static void forget(struct trail *t, int k)
{
    t->reg[k] = NO_REGISTER;
    t->place[k] = NO_PLACE;
}

/* The register, if it is the only one. */
static int8_t only(uint64_t registers)
{
    return registers && !(registers & (registers - 1)) ? (int8_t)__builtin_ctzll(registers) : NO_REGISTER;
}

/* Place of value k before instruction `at`. */
static void step_back(const struct function *f, uint32_t at, struct trail *t, int k)
{
    const struct instruction *i = &f->code[at];
    uint64_t changed = i->defines | i->touches | register_mask(i->destination);
    if (i->flow == FLOW_CALL)
        changed |= f->architecture->scratch;
    if (t->reg[k] != NO_REGISTER && changed >> t->reg[k] & 1) {
        bool moved = i->destination == t->reg[k] && !i->compares;
        forget(t, k);
        if (moved && ((i->effect == EFFECT_SUM && i->amount == 0) || i->effect == EFFECT_EXTEND))
            t->reg[k] = i->source;
        else if (moved && i->effect == EFFECT_LOAD && i->accesses == 1 && i->access[0].size >= 4)
            t->place[k] = f->places[at][0];
        return;
    }
    for (int a = 0; a < i->accesses && t->place[k] != NO_PLACE; a++) {
        int32_t from = f->places[at][a];
        if (!i->access[a].writes || from == NO_PLACE || from >= t->place[k] + 8 || from + i->access[a].size <= t->place[k])
            continue;
        bool whole = i->access[a].store && from == t->place[k] && i->accesses == 1 && i->access[a].size >= 4;
        forget(t, k);
        t->reg[k] = whole ? only(i->reads) : NO_REGISTER;
    }
    if (t->place[k] != NO_PLACE && (i->opaque || (i->flow == FLOW_CALL && place_is_open(f, t->place[k], 8))))
        forget(t, k);
}

static bool is_same(const struct trail *t, int a, int b)
{
    return (t->reg[a] != NO_REGISTER && t->reg[a] == t->reg[b]) || (t->place[a] != NO_PLACE && t->place[a] == t->place[b]);
}

/* From `at` back to the start of its block. `compares`: the instruction whose result the block's branch asks for, or UINT32_MAX. True if
 * that compares the index. */
static bool walk_back(const struct function *f, uint32_t at, unsigned size, uint32_t compares, struct trail *t)
{
    uint32_t first = f->blocks[f->block_of[at]].first;
    forget(t, COMPARED);
    for (at++; at-- > first;) {
        const struct instruction *i = &f->code[at];
        const struct access *a = &i->access[0];
        for (int k = 0; k < VALUES; k++)
            step_back(f, at, t, k);
        if (!t->loaded && i->effect == EFFECT_LOAD && a->load && a->size == size && f->places[at][0] == NO_PLACE) {
            t->loaded = true;
            t->reg[FIRST] = a->index;
            t->reg[SECOND] = a->base;
        }
        if (at == compares)
            t->reg[COMPARED] = only(i->reads);
        if (is_same(t, COMPARED, FIRST) || is_same(t, COMPARED, SECOND))
            return true;
    }
    return false;
}

/* The instruction that compares with a constant, for the branch that block `b` ends with. */
static uint32_t comparison(const struct function *f, const struct block *b)
{
    for (uint32_t k = 1; k <= 4 && b->end - 1 - k >= b->first && k < b->end; k++) {
        const struct instruction *i = &f->code[b->end - 1 - k];
        if (i->compared >= 0)
            return b->end - 1 - k;
        if (i->compares || i->flow != FLOW_NEXT)
            break;
    }
    return UINT32_MAX;
}

/* The largest index, into a table with entries of `size` bytes, that is let through to jump `at`, or -1 if no comparison was found. */
static int64_t guarded(const struct function *f, uint32_t at, unsigned size)
{
    uint32_t block = f->block_of[at];
    struct trail trail = {.loaded = false};
    for (int k = 0; k < VALUES; k++)
        forget(&trail, k);
    walk_back(f, at, size, UINT32_MAX, &trail);
    for (int back = 0; back < LOOK_BACK; back++) {
        uint32_t before = only_before(f, block);
        if (before == UINT32_MAX)
            return -1;
        const struct block *b = &f->blocks[before];
        const struct instruction *last = &f->code[b->end - 1];
        bool jumped = last->target == f->code[f->blocks[block].first].address;
        if (last->flow == FLOW_BRANCH && !(jumped ? last->below : last->above))
            return -1;
        uint32_t compares = last->flow == FLOW_BRANCH ? comparison(f, b) : UINT32_MAX;
        if (walk_back(f, b->end - 1, size, compares, &trail))
            return f->code[compares].compared;
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
        if (!bytes || (largest >= 0 && count > largest && is_other_table(f, address)))
            break;
        uint64_t target = v->base + ((uint64_t)read_entry(bytes, v->size, v->sign) << v->shift);
        if (graph_find(f, target) != UINT32_MAX)
            add_target(table, target);
        else if (!is_end(f, target)) /* an index that cannot be may have the function's end for a target */
            break;
    }
    /* An index that is not compared may be negative. */
    address = (uint64_t)v->number - v->size;
    for (int64_t before = 0; largest < 0 && count > 0 && before < most; before++, address -= v->size) {
        const uint8_t *bytes = image_at(f->image, address, v->size);
        uint64_t target = bytes ? v->base + ((uint64_t)read_entry(bytes, v->size, v->sign) << v->shift) : 0;
        if (!bytes || graph_find(f, target) == UINT32_MAX)
            break;
        add_target(table, target);
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
        int64_t largest = guarded(f, at, v->size), most = v->size == 4 ? MAX_ENTRIES : largest + 1;
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
    struct jump_table table = {.at = at, .base = v->kind == VALUE_TARGET ? v->base : 0,
        .sealed = v->number && !image_writable(f->image, (uint64_t)v->number)};
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
