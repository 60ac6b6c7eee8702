/* flow_graph.c - the code of a function, decoded, and its control flow. See function.h. */
#include <stdlib.h>
#include <string.h>

#include "base/lower_bound.h"
#include "model/calls.h"
#include "tool/binary/liveness/function.h"
#include "tool/cli/util.h"

/* --- code ------------------------------------------------------------------------------------------------------------- */

bool graph_contains(const struct function *f, uint64_t address)
{
    for (size_t i = 0; i < f->parts; i++) {
        if (address >= f->part[i].start && address < f->part[i].end)
            return true;
    }
    return false;
}

uint32_t graph_find(const struct function *f, uint64_t address)
{
    size_t first = LOWER_BOUND(i, f->count, f->code[i].address < address);
    return first < f->count && f->code[first].address == address ? (uint32_t)first : UINT32_MAX;
}

static void append(struct function *f, const struct instruction *i)
{
    if (f->count == f->capacity) {
        f->capacity = f->capacity ? 2 * f->capacity : 256;
        f->code = resize(f->code, f->capacity * sizeof *f->code);
    }
    f->code[f->count++] = *i;
}

static void decode_part(struct function *f, const struct image_function *part, cs_insn *from)
{
    uint64_t address = part->start;
    size_t left = (size_t)(part->end - part->start);
    const uint8_t *bytes = image_at(f->image, address, left);
    if (!bytes) {
        f->problem = "has code that is not in the file";
        return;
    }
    while (left) {
        if (cs_disasm_iter(f->image->handle, &bytes, &left, &address, from)) {
            struct instruction i = instruction_blank(from);
            f->architecture->decode(from, &i);
            append(f, &i);
            continue;
        }
        /* Data among code, or an instruction that capstone does not know: nobody must come here. */
        size_t skip = f->architecture->link != NO_REGISTER && left >= 4 ? 4 : 1;
        cs_insn unknown = {.address = address, .size = (uint16_t)skip};
        struct instruction i = instruction_blank(&unknown);
        i.flow = FLOW_STOP;
        i.opaque = true;
        append(f, &i);
        bytes += skip;
        address += skip;
        left -= skip;
    }
}

/* Compilers put code that is seldom run elsewhere, under the function's name and ".cold". */
static bool is_part_of(const char *fragment, const char *name)
{
    size_t length = strlen(name);
    return strncmp(fragment, name, length) == 0 && strncmp(fragment + length, ".cold", 5) == 0;
}

static bool find_new_part(struct function *f)
{
    for (size_t i = 0; i < f->count; i++) {
        const struct instruction *at = &f->code[i];
        if ((at->flow != FLOW_JUMP && at->flow != FLOW_BRANCH) || graph_contains(f, at->target) || f->parts == MAX_PARTS)
            continue;
        const struct image_function *other = image_function_at(f->image, at->target);
        if (other && is_part_of(other->name, f->symbol->name)) {
            f->part[f->parts++] = *other;
            return true;
        }
    }
    return false;
}

static int by_start(const void *a, const void *b)
{
    const struct image_function *left = a, *right = b;
    return left->start < right->start ? -1 : left->start > right->start;
}

static void decode(struct function *f)
{
    cs_insn *from = cs_malloc(f->image->handle);
    f->part[0] = *f->symbol;
    f->parts = 1;
    do {
        qsort(f->part, f->parts, sizeof *f->part, by_start);
        f->count = 0;
        for (size_t i = 0; i < f->parts && !f->problem; i++)
            decode_part(f, &f->part[i], from);
    } while (!f->problem && find_new_part(f));
    cs_free(from, 1);
}

/* --- calls ------------------------------------------------------------------------------------------------------------ */

enum hook hook_kind(const char *name)
{
    static const char *const plain[] = {"read", "write", "unaligned_", "volatile_", "vptr_", "func_exit", NULL};
    if (strcmp(name, "mz_fresh") == 0 || strcmp(name, "mz_calls") == 0)
        return HOOK_PLAIN;
    if (strncmp(name, "__tsan_", 7) != 0)
        return HOOK_NONE;
    if (strcmp(name, "__tsan_func_entry") == 0)
        return HOOK_ENTRY;
    for (const char *const *word = plain; *word; word++) {
        if (strncmp(name + 7, *word, strlen(*word)) == 0)
            return HOOK_PLAIN;
    }
    return HOOK_OTHER;
}

void graph_name(struct function *f, size_t call, const char *name)
{
    uint64_t target = f->code[call].target;
    bool saves = target ? image_saves_registers(f->image, target) : !*name && f->image->saver_count;
    f->called[call] = name;
    if (saves || calls_traits(name) & TRAIT_RETURNS_TWICE)
        f->twice = "calls setjmp or the like";
}

static void name_calls(struct function *f)
{
    f->called = allocate((f->count + 1) * sizeof *f->called);
    for (size_t i = 0; i < f->count; i++) {
        const struct instruction *at = &f->code[i];
        if (at->flow != FLOW_CALL)
            continue;
        f->called[i] = "";
        if (at->target) {
            f->called[i] = image_called_name(f->image, at->target);
        } else if (at->accesses && at->access[0].base == NO_REGISTER && at->access[0].index == NO_REGISTER) {
            const struct image_pointer *pointer = image_pointer_at(f->image, (uint64_t)at->access[0].offset);
            f->called[i] = pointer && pointer->name ? pointer->name : "";
        }
        graph_name(f, i, f->called[i]);
    }
}

static void look_for_outlined(struct function *f)
{
    bool found = is_outlined(f->symbol->name);
    for (size_t i = 0; i < f->count && !found; i++) {
        const struct image_function *other = f->code[i].target ? image_function_at(f->image, f->code[i].target) : NULL;
        found = other && is_outlined(other->name);
    }
    if (found)
        f->problem = "shares its frame with what the compiler has outlined";
}

/* sub $4096, sp; touch (sp); cmp limit, sp; jne back. */
bool graph_probes(const struct function *f, uint32_t at, int8_t *limit)
{
    int8_t stack = f->architecture->stack;
    if (at < 3 || f->code[at].flow != FLOW_BRANCH || f->code[at].target != f->code[at - 3].address)
        return false;
    const struct instruction *step = &f->code[at - 3], *touch = &f->code[at - 2], *compare = &f->code[at - 1];
    uint64_t others = compare->uses & ~register_mask(stack);
    if (step->effect != EFFECT_SUM || step->destination != stack || step->source != stack || step->amount >= 0
        || touch->accesses != 1 || touch->access[0].base != stack || !compare->compares || compare->accesses
        || compare->uses == others || !others || others & (others - 1))
        return false;
    *limit = (int8_t)__builtin_ctzll(others);
    return true;
}

/* Is register `number` set to a constant shortly before instruction `at`? */
static bool is_constant(const struct function *f, size_t at, int8_t number)
{
    for (size_t back = 1; back <= 3 && back <= at; back++) {
        if (f->code[at - back].destination == number)
            return f->code[at - back].effect == EFFECT_CONSTANT;
    }
    return false;
}

/* Does sp move by what is not a constant? */
static bool is_dynamic(const struct function *f)
{
    int8_t stack = f->architecture->stack;
    for (size_t i = 0; i < f->count; i++) {
        const struct instruction *at = &f->code[i];
        if (at->destination != stack)
            continue;
        bool moves = at->effect == EFFECT_SUM && at->source != stack && at->source != f->architecture->frame;
        bool steps = (at->effect == EFFECT_SUBTRACT || at->effect == EFFECT_ADD) && !is_constant(f, i, at->second);
        if (moves || steps || at->effect == EFFECT_NONE)
            return true;
    }
    return false;
}

/* --- blocks ----------------------------------------------------------------------------------------------------------- */

static void add_next(struct block *b, uint32_t to)
{
    for (uint32_t i = 0; i < b->nexts; i++) {
        if (b->next[i] == to)
            return;
    }
    if (b->nexts % 4 == 0)
        b->next = resize(b->next, (b->nexts + 4) * sizeof *b->next);
    b->next[b->nexts++] = to;
}

static void mark_targets(struct function *f, bool *leads)
{
    for (size_t i = 0; i < f->count; i++) {
        const struct instruction *at = &f->code[i];
        if (at->flow != FLOW_NEXT && i + 1 < f->count)
            leads[i + 1] = true;
        if (at->flow != FLOW_JUMP && at->flow != FLOW_BRANCH)
            continue;
        uint32_t target = graph_find(f, at->target);
        const struct image_function *other = target == UINT32_MAX ? image_function_at(f->image, at->target) : NULL;
        if (target != UINT32_MAX)
            leads[target] = true;
        else if (graph_contains(f, at->target) || (other && other->start != at->target))
            f->problem = "jumps into the middle of something else";
    }
    for (size_t t = 0; t < f->table_count; t++) {
        for (size_t k = 0; k < f->tables[t].count; k++)
            leads[graph_find(f, f->tables[t].targets[k])] = true;
    }
    for (size_t p = 0; p < f->image->pad_count; p++) {
        const struct image_pad *pad = &f->image->pads[p];
        if (!graph_contains(f, pad->start))
            continue;
        uint32_t target = graph_find(f, pad->landing);
        if (target == UINT32_MAX)
            f->problem = "has an exception table that is not understood";
        else
            leads[target] = true;
    }
    for (size_t u = 0; u < f->image->unread_count; u++) {
        if (f->image->unread[u].start < f->symbol->end && f->image->unread[u].end > f->symbol->start)
            f->problem = "has an exception table that is not understood";
    }
}

static void connect_landings(struct function *f, struct block *b, const struct instruction *call)
{
    for (size_t p = 0; p < f->image->pad_count; p++) {
        const struct image_pad *pad = &f->image->pads[p];
        if (call->address < pad->start || call->address >= pad->end)
            continue;
        uint32_t before = b->nexts;
        add_next(b, f->block_of[graph_find(f, pad->landing)]);
        b->landings += b->nexts != before;
    }
}

static void connect_last(struct function *f, struct block *b, uint32_t last)
{
    const struct instruction *at = &f->code[last];
    bool goes_on = at->flow == FLOW_NEXT || at->flow == FLOW_BRANCH
        || (at->flow == FLOW_CALL && !(calls_traits(f->called[last]) & TRAIT_NO_RETURN) && !image_never_returns(f->image, at->target));
    bool adjacent = last + 1 < f->count && f->code[last + 1].address == at->address + at->size;
    if (goes_on && adjacent)
        add_next(b, f->block_of[last + 1]);
    else if (goes_on && at->flow != FLOW_CALL) /* behind a call it means that the call does not return */
        b->falls = true;
    if (at->flow == FLOW_JUMP || at->flow == FLOW_BRANCH) {
        uint32_t target = graph_find(f, at->target);
        int8_t limit;
        b->exits |= target == UINT32_MAX;
        if (target != UINT32_MAX && !graph_probes(f, last, &limit))
            add_next(b, f->block_of[target]);
    }
    b->exits |= at->flow == FLOW_RETURN;
    for (size_t t = 0; t < f->table_count; t++) {
        for (size_t k = 0; f->tables[t].at == last && k < f->tables[t].count; k++)
            add_next(b, f->block_of[graph_find(f, f->tables[t].targets[k])]);
    }
    if (at->flow == FLOW_CALL)
        connect_landings(f, b, at);
}

void graph_cut(struct function *f)
{
    bool *leads = allocate(f->count + 1);
    for (size_t i = 0; i < f->block_count; i++)
        free(f->blocks[i].next);
    free(f->blocks);
    f->blocks = NULL;
    f->block_count = 0;
    mark_targets(f, leads);
    leads[0] = true;
    if (!f->block_of)
        f->block_of = allocate((f->count + 1) * sizeof *f->block_of);
    size_t count = 0;
    for (size_t i = 0; i < f->count; i++) {
        bool gap = i && f->code[i - 1].address + f->code[i - 1].size != f->code[i].address;
        leads[i] |= gap;
        count += leads[i];
        f->block_of[i] = (uint32_t)(count - 1);
    }
    f->blocks = allocate((count + 1) * sizeof *f->blocks);
    f->block_count = count;
    for (uint32_t i = 0; i < f->count; i++) {
        struct block *b = &f->blocks[f->block_of[i]];
        if (leads[i])
            b->first = i;
        b->end = i + 1;
    }
    for (size_t i = 0; i < count && !f->problem; i++)
        connect_last(f, &f->blocks[i], f->blocks[i].end - 1);
    free(leads);
}

void graph_build(struct function *f)
{
    decode(f);
    if (!f->problem)
        name_calls(f);
    if (!f->problem)
        look_for_outlined(f);
    f->dynamic = is_dynamic(f);
    if (!f->problem)
        graph_cut(f);
}
