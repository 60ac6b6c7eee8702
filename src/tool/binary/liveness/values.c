/* values.c - forward: what registers and slots hold that matters here. See function.h.
 *
 * The blocks are gone through until nothing changes (effects.c: by one instruction). What an earlier round called escaped
 * (escapes.c) is not trusted in the next, until nothing new escapes.
 */
#include <stdlib.h>
#include <string.h>

#include "tool/binary/liveness/function.h"
#include "tool/cli/util.h"

enum { MAX_ROUNDS = 12 };

static const char too_large[] = "has a frame that is too large";

/* What nobody reads any more is forgotten: it would seem to be an address of this or that. */
static bool merge(struct function *f, uint32_t block, const struct state *from)
{
    struct state *to = &f->states[block];
    uint64_t forgotten = f->architecture->scratch & ~f->needed[block];
    if (!to->reached) {
        state_copy(to, from);
        for (int r = 0; r < REGISTERS; r++) {
            if (forgotten >> r & 1)
                to->registers[r] = (struct value){0};
        }
        return true;
    }
    bool changed = false;
    int8_t stack = f->architecture->stack;
    const struct value *a = &to->registers[stack], *b = &from->registers[stack];
    bool differs = a->kind != b->kind || a->number != b->number;
    if (differs && !f->dynamic)
        f->problem = "moves its stack pointer in ways that cannot be followed";
    for (int r = 0; r < REGISTERS; r++) {
        if (r == stack && differs) {
            changed |= a->kind != VALUE_DYNAMIC;
            to->registers[r] = (struct value){.kind = VALUE_DYNAMIC};
            continue;
        }
        if (!(forgotten >> r & 1))
            changed |= value_merge(f, &to->registers[r], &from->registers[r]);
    }
    return slots_merge(to, from) || changed;
}

static void start(struct function *f, struct state *s)
{
    memset(s->registers, 0, sizeof s->registers);
    s->slots = 0;
    s->reached = true;
    for (int r = 0; r < REGISTERS; r++) {
        if ((f->architecture->saved | register_mask(f->architecture->link)) >> r & 1)
            s->registers[r] = (struct value){.kind = VALUE_ENTRY, .number = r};
    }
    s->registers[f->architecture->stack] = (struct value){.kind = VALUE_FRAME};
}

/* A handler begins with sp as the function's body has it: the unwinder takes arguments that were pushed off the stack. */
static void enter_landing(struct function *f, struct state *s)
{
    struct value *stack = &s->registers[f->architecture->stack];
    if (stack->kind == VALUE_FRAME && f->body != NO_PLACE)
        stack->number = f->body;
}

/* Registers at a call that still hold what the caller had in them and are saved nowhere: if the call unwinds, the caller's
 * handlers get them from here. The frame pointer, as long as it is one, is how the unwinder finds the frame. */
static void note_registers(struct function *f, const struct state *s, uint32_t at)
{
    uint32_t kept = 0, saved = 0;
    for (int r = 0; r < REGISTERS; r++) {
        const struct value *v = &s->registers[r];
        if (f->architecture->bit[r] == NO_REGISTER)
            continue;
        bool original = v->kind == VALUE_ENTRY && v->number == r, safe = false;
        for (uint32_t k = 0; k < s->slots && original && !safe; k++)
            safe = s->slot[k].value.kind == VALUE_ENTRY && s->slot[k].value.number == r;
        bool keep = (original && !safe) || (r == f->architecture->frame && v->kind == VALUE_FRAME);
        kept |= (uint32_t)keep << f->architecture->bit[r];
        saved |= (uint32_t)safe << f->architecture->bit[r];
    }
    f->kept[at] = kept;
    f->saved[at] = saved;
}

static void run_block(struct function *f, size_t block, struct state *s)
{
    const struct block *b = &f->blocks[block];
    state_copy(s, &f->states[block]);
    for (uint32_t at = b->first; at < b->end && !f->problem; at++) {
        if (f->code[at].flow == FLOW_CALL)
            note_registers(f, s, at);
        if (f->code[at].flow == FLOW_CALL && hook_kind(f->called[at]) == HOOK_ENTRY && f->body == NO_PLACE
            && s->registers[f->architecture->stack].kind == VALUE_FRAME) {
            int64_t body = s->registers[f->architecture->stack].number;
            if (body < -MAX_FRAME)
                f->problem = too_large;
            f->body = (int32_t)body;
            f->entry_call = at;
            memcpy(f->entry_registers, s->registers, sizeof s->registers);
        }
        effect_step(f, s, at);
        if (f->code[at].flow == FLOW_STOP && f->code[at].opaque)
            f->problem = "has code that cannot be disassembled";
    }
    if (b->falls)
        f->problem = "runs over its end";
}

/* The value that an indirect jump goes to; a jump with sp as at the entry is a call in place of a return. */
static void find_jump(struct function *f, struct block *b, const struct state *s, bool *found)
{
    uint32_t at = b->end - 1;
    const struct instruction *i = &f->code[at];
    const struct value *stack = &s->registers[f->architecture->stack];
    struct value target = {0};
    if (i->flow != FLOW_INDIRECT)
        return;
    if (stack->kind == VALUE_FRAME && stack->number == 0) {
        b->exits = true;
        return;
    }
    if (i->source != NO_REGISTER)
        target = s->registers[i->source];
    else if (i->accesses)
        target = effect_loaded(f, s, &i->access[0], f->places[at][0]);
    *found |= jump_tables_find(f, at, &target);
}

/* True if jumps were found to go elsewhere, and the graph has to be made anew. */
static bool run(struct function *f)
{
    bool *dirty = allocate(f->block_count + 1), found = false, again = true;
    struct state *s = allocate(sizeof *s), *landing = allocate(sizeof *s);
    size_t entry = f->block_of[graph_find(f, f->symbol->start)];
    for (size_t b = 0; b < f->block_count; b++)
        f->states[b].reached = false;
    start(f, &f->states[entry]);
    dirty[entry] = true;
    while (again && !f->problem) {
        again = false;
        for (size_t b = 0; b < f->block_count && !f->problem; b++) {
            if (!dirty[b])
                continue;
            dirty[b] = false;
            run_block(f, b, s);
            for (uint32_t n = 0; n < f->blocks[b].nexts && !f->problem; n++) {
                uint32_t next = f->blocks[b].next[n];
                bool unwound = n >= f->blocks[b].nexts - f->blocks[b].landings;
                if (unwound) {
                    state_copy(landing, s);
                    enter_landing(f, landing);
                }
                if (merge(f, next, unwound ? landing : s)) {
                    dirty[next] = true;
                    again |= next <= b;
                }
            }
        }
    }
    for (size_t b = 0; b < f->block_count && !f->problem; b++) {
        if (f->states[b].reached && f->code[f->blocks[b].end - 1].flow == FLOW_INDIRECT) {
            run_block(f, b, s);
            find_jump(f, &f->blocks[b], s, &found);
        }
    }
    free(dirty);
    free(s->slot);
    free(s);
    free(landing->slot);
    free(landing);
    return found;
}

/* --- what the rounds have in common ----------------------------------------------------------------------------------- */

static void measure(struct function *f)
{
    int32_t depth = 0;
    for (size_t at = 0; at < f->count; at++) {
        if (!f->states[f->block_of[at]].reached)
            continue;
        if (f->code[at].flow == FLOW_CALL && f->stack_at[at] != NO_PLACE && f->stack_at[at] < depth)
            depth = f->stack_at[at];
        for (int k = 0; k < f->code[at].accesses; k++) {
            if (f->places[at][k] != NO_PLACE && f->places[at][k] < depth)
                depth = f->places[at][k];
        }
    }
    depth = -((-depth + 127) / 64 * 64);
    if (depth < -MAX_FRAME || (uint64_t)-depth / 8 * (f->block_count + 8) > MAX_BITS)
        f->problem = too_large;
    if (depth < f->depth) {
        free(f->open);
        free(f->loaded);
        free(f->stored);
        free(f->touched);
        free(f->saves);
        f->depth = depth;
        f->open = allocate(place_words(f) * sizeof *f->open);
        f->loaded = allocate(place_words(f) * sizeof *f->loaded);
        f->stored = allocate(place_words(f) * sizeof *f->stored);
        f->touched = allocate(place_words(f) * sizeof *f->touched);
        f->saves = allocate(place_words(f) * sizeof *f->saves);
    }
}

/* Is it a pop? A constant may go through the stack (push, pop: gcc and clang with -Oz), where later calls have their arguments. */
static bool pops(const struct function *f, const struct instruction *i)
{
    return i->stepped == f->architecture->stack && i->accesses == 1 && i->access[0].load && i->after == i->access[0].size;
}

static void note_accesses(struct function *f)
{
    memset(f->loaded, 0, place_words(f) * sizeof *f->loaded);
    memset(f->stored, 0, place_words(f) * sizeof *f->stored);
    memset(f->touched, 0, place_words(f) * sizeof *f->touched);
    for (size_t at = 0; at < f->count; at++) {
        const struct instruction *i = &f->code[at];
        if (!f->states[f->block_of[at]].reached)
            continue;
        for (int k = 0; k < i->accesses; k++) {
            if (f->places[at][k] == NO_PLACE)
                continue;
            place_set(f->touched, f, f->places[at][k], i->access[k].size, true);
            if (i->access[k].load && !pops(f, i))
                place_set(f->loaded, f, f->places[at][k], i->access[k].size, true);
            if (i->access[k].writes && i->access[k].base != f->architecture->frame)
                place_set(f->stored, f, f->places[at][k], i->access[k].size, true);
        }
    }
}

void values_free(struct function *f)
{
    for (size_t b = 0; b < f->state_count; b++)
        free(f->states[b].slot);
    free(f->states);
    f->states = NULL;
    f->state_count = 0;
}

static void prepare(struct function *f)
{
    values_free(f);
    live_needed(f);
    f->states = allocate((f->block_count + 1) * sizeof *f->states);
    f->state_count = f->block_count;
    if (!f->places) {
        f->places = allocate((f->count + 1) * sizeof *f->places);
        f->stack_at = allocate((f->count + 1) * sizeof *f->stack_at);
        f->frame_at = allocate((f->count + 1) * sizeof *f->frame_at);
        f->kept = allocate((f->count + 1) * sizeof *f->kept);
        f->saved = allocate((f->count + 1) * sizeof *f->saved);
    }
}

void values_follow(struct function *f)
{
    f->body = NO_PLACE;
    for (int round = 0; !f->problem; round++) {
        uint64_t escaped = f->escaped;
        size_t gone = f->gone_count;
        unsigned changes = f->store_changes;
        int32_t depth = f->depth;
        if (round == MAX_ROUNDS) {
            f->problem = "is too complicated";
            return;
        }
        prepare(f);
        for (int tries = 0; run(f); tries++) {
            if (tries == MAX_ROUNDS)
                f->problem = "is too complicated";
            graph_cut(f);
            prepare(f);
        }
        if (f->problem)
            return;
        measure(f);
        if (f->problem)
            return;
        note_accesses(f);
        if (round == 0)
            extents_read(f);
        if (round == 0 && f->has_extents) { /* now it is known that the code was not optimized: judge anew */
            f->escaped = 0;
            f->gone_count = 0;
        }
        extents_open(f);
        if (round && escaped == f->escaped && gone == f->gone_count && depth == f->depth
            && changes == f->store_changes)
            return;
    }
}
