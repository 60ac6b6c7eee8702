/* values.c - forward: what registers and slots hold that matters here. See function.h.
 *
 * An address of the frame is followed through registers and slots as long as it is only moved, added to, compared, used to
 * reach memory, or given to a hook, which does not keep it. Anything else, and it has escaped: whoever has it may read and
 * write, at any time, what it can reach (extents.c). A value that may be one of several addresses carries all of them; they
 * escape when it is used. What an earlier round called escaped is not trusted in the next, until nothing new escapes.
 */
#include <stdlib.h>
#include <string.h>

#include "tool/liveness/function.h"
#include "tool/util.h"

enum { MAX_ROUNDS = 12 };

/* --- escaping --------------------------------------------------------------------------------------------------------- */

static uint64_t take(struct function *f, int64_t address)
{
    for (unsigned i = 0; i < f->taken_count; i++) {
        if (f->taken[i] == address)
            return 1ull << i;
    }
    if (f->taken_count == MAX_TAKEN || address < -MAX_FRAME || address > MAX_FRAME) {
        return TAKEN_ANY;
    }
    f->taken[f->taken_count] = (int32_t)address;
    return 1ull << f->taken_count++;
}

uint64_t value_taken(struct function *f, const struct value *v)
{
    return v->kind == VALUE_FRAME || v->kind == VALUE_MAYBE ? v->taken | take(f, v->number) : v->taken;
}

static void place_escapes(struct function *f, int64_t place)
{
    for (size_t i = 0; i < f->gone_count; i++) {
        if (f->gone[i] == place)
            return;
    }
    if (place < -MAX_FRAME || place > MAX_FRAME) {
        f->escaped |= TAKEN_ANY;
        return;
    }
    if (f->gone_count % 16 == 0)
        f->gone = resize(f->gone, (f->gone_count + 16) * sizeof *f->gone);
    f->gone[f->gone_count++] = (int32_t)place;
}

void value_escapes(struct function *f, const struct value *v)
{
    f->escaped |= v->taken;
    if (v->kind == VALUE_FRAME || v->kind == VALUE_MAYBE)
        place_escapes(f, v->number);
}

static void registers_escape(struct function *f, const struct state *s, uint64_t mask)
{
    for (int r = 0; mask; r++, mask >>= 1) {
        if (mask & 1)
            value_escapes(f, &s->registers[r]);
    }
}

static uint64_t registers_taken(struct function *f, const struct state *s, uint64_t mask)
{
    uint64_t taken = 0;
    for (int r = 0; mask; r++, mask >>= 1) {
        if (mask & 1)
            taken |= value_taken(f, &s->registers[r]);
    }
    return taken;
}

/* --- one instruction -------------------------------------------------------------------------------------------------- */

/* Where an access goes in the frame. An address that is not known exactly escapes by being used. */
static int32_t find_place(struct function *f, const struct state *s, const struct access *a)
{
    const struct value *base = a->base == NO_REGISTER ? NULL : &s->registers[a->base];
    const struct value *index = a->index == NO_REGISTER ? NULL : &s->registers[a->index];
    if (index)
        value_escapes(f, index);
    if (!base)
        return NO_PLACE;
    if (base->kind == VALUE_FRAME) {
        int64_t place = base->number + a->offset;
        if (index)
            place_escapes(f, place);
        if (!index && place >= -MAX_FRAME && place <= MAX_FRAME)
            return (int32_t)place;
        if (!index)
            f->escaped |= TAKEN_ANY;
        return NO_PLACE;
    }
    value_escapes(f, base);
    return NO_PLACE;
}

static struct value loaded_value(struct function *f, const struct state *s, const struct access *a, int32_t place)
{
    if (place != NO_PLACE)
        return slot_load(f, s, place, a->size, a->value != NO_REGISTER);
    const struct value *base = a->base == NO_REGISTER ? NULL : &s->registers[a->base];
    const struct value *index = a->index == NO_REGISTER ? NULL : &s->registers[a->index];
    bool from_base = base && base->kind == VALUE_CONSTANT, from_index = index && index->kind == VALUE_CONSTANT;
    if (from_base && from_index) { /* one is the table, the other an index that happens to be known */
        from_base = image_at(f->image, (uint64_t)(base->number + a->offset), 1) != NULL;
        from_index = !from_base;
    }
    int64_t address = a->offset + (from_base ? base->number : 0) + (from_index ? index->number * a->scale : 0);
    if (!index && (!base || from_base)) {
        const struct image_pointer *pointer = image_pointer_at(f->image, (uint64_t)address);
        return (struct value){.kind = pointer && pointer->name ? VALUE_POINTER : VALUE_UNKNOWN,
            .number = pointer && pointer->name ? address : 0};
    }
    if (from_base || from_index || (!base && index))
        return (struct value){.kind = VALUE_LOADED, .number = address, .size = (uint8_t)a->size,
            .sign = a->sign || a->size == 4};
    if (index && a->size == 8) /* an element of some array of words: if it is jumped to, addresses of labels */
        return (struct value){.kind = VALUE_LOADED, .size = 8};
    return (struct value){0};
}

/* Of an address that something unknown is added to. To sp or the frame pointer itself the place in the frame may still be
 * added afterwards. */
static uint64_t near_taken(struct function *f, const struct state *s, const struct value *v)
{
    const struct value *stack = &s->registers[f->architecture->stack], *frame = &s->registers[f->architecture->frame];
    bool raw = v->kind == VALUE_FRAME && ((stack->kind == VALUE_FRAME && stack->number == v->number)
        || (frame->kind == VALUE_FRAME && frame->number == v->number));
    return raw ? TAKEN_ANY : value_taken(f, v);
}

static struct value sum(struct function *f, const struct state *s, const struct instruction *i, const struct value *a,
                        const struct value *b)
{
    const struct value *entry = b->kind == VALUE_LOADED ? b : a, *other = entry == b ? a : b;
    if (i->effect == EFFECT_ADD && entry->kind == VALUE_LOADED && other->kind == VALUE_CONSTANT
        && (i->shift == 0 || entry == b)) {
        struct value target = *entry;
        target.kind = VALUE_TARGET;
        target.base = (uint64_t)other->number;
        target.shift = i->shift;
        target.sign |= i->extends_sign;
        return target;
    }
    if (b->kind == VALUE_CONSTANT && (a->kind == VALUE_CONSTANT || a->kind == VALUE_FRAME)) {
        struct value moved = *a;
        int64_t by = (int64_t)((uint64_t)b->number << i->shift);
        moved.number += i->effect == EFFECT_SUBTRACT ? -by : by;
        return moved;
    }
    /* sp less something is memory that is being allocated, below the frame: nothing of the frame is reached from there. */
    if (i->effect == EFFECT_SUBTRACT && a->kind == VALUE_FRAME && s->registers[f->architecture->stack].kind == VALUE_FRAME
        && s->registers[f->architecture->stack].number == a->number)
        return (struct value){.kind = VALUE_UNKNOWN, .taken = value_taken(f, b)};
    return (struct value){.taken = near_taken(f, s, a) | near_taken(f, s, b)};
}

static struct value result(struct function *f, const struct state *s, const struct instruction *i, const struct value *loaded,
                           uint64_t taken)
{
    struct value v = {.taken = taken};
    const struct value *source = i->source == NO_REGISTER ? &v : &s->registers[i->source];
    switch (i->effect) {
    case EFFECT_CONSTANT:
        return (struct value){.kind = VALUE_CONSTANT, .number = i->amount};
    case EFFECT_SUM:
        if (source->kind == VALUE_FRAME || source->kind == VALUE_CONSTANT || i->amount == 0) {
            v = *source;
            v.number += i->amount;
            return v;
        }
        v.kind = source->kind == VALUE_DYNAMIC ? VALUE_DYNAMIC : VALUE_UNKNOWN;
        v.taken = value_taken(f, source);
        return v;
    case EFFECT_ADD:
    case EFFECT_SUBTRACT:
        return sum(f, s, i, source, &s->registers[i->second]);
    case EFFECT_NEAR:
        v.taken |= source->kind == VALUE_FRAME ? take(f, source->number + i->amount) : value_taken(f, source);
        return v;
    case EFFECT_LOAD:
        return loaded[0];
    case EFFECT_EXTEND:
        if (source->kind == VALUE_LOADED)
            return *source;
        if (source->kind == VALUE_CONSTANT)
            return (struct value){.kind = VALUE_CONSTANT, .number = (int64_t)(uint32_t)source->number};
        return v;
    default:
        return v;
    }
}

/* sp can become something unknown only where memory is allocated on the stack; everything else is then reached through the
 * frame pointer. */
static void check_stack(struct function *f, struct state *s)
{
    struct value *stack = &s->registers[f->architecture->stack];
    if (stack->kind == VALUE_FRAME || stack->kind == VALUE_DYNAMIC)
        return;
    if (s->registers[f->architecture->frame].kind != VALUE_FRAME)
        f->problem = "moves its stack pointer in ways that cannot be followed";
    *stack = (struct value){.kind = VALUE_DYNAMIC};
    f->dynamic = true;
}

/* Was the register for the address of a result last used to reach memory? Unoptimized code, which does so all the time, then
 * does not mean it for the call. */
static bool is_leftover(const struct function *f, uint32_t call)
{
    int8_t result = f->architecture->result;
    for (uint32_t at = call; f->has_extents && result != NO_REGISTER && at-- > f->blocks[f->block_of[call]].first;) {
        const struct instruction *i = &f->code[at];
        for (int k = 0; k < i->accesses; k++) {
            if (i->access[k].base == result)
                return true;
        }
        if ((i->defines | i->touches) >> result & 1)
            return false;
    }
    return false;
}

static void step_call(struct function *f, struct state *s, uint32_t at)
{
    const struct instruction *i = &f->code[at];
    const struct value *source = i->source == NO_REGISTER ? NULL : &s->registers[i->source];
    if (source && source->kind == VALUE_POINTER)
        f->called[at] = image_pointer_at(f->image, (uint64_t)source->number)->name;
    enum hook hook = hook_kind(f->called[at]);
    if (hook == HOOK_NONE || hook == HOOK_OTHER) {
        /* Arguments, and what is read behind a call of which the compiler knows that it leaves the register alone. */
        const struct block *b = &f->blocks[f->block_of[at]];
        uint64_t read = f->architecture->arguments;
        for (uint32_t n = 0; n < b->nexts; n++)
            read |= f->needed[b->next[n]] & f->architecture->scratch;
        if (is_leftover(f, at))
            read &= ~register_mask(f->architecture->result);
        registers_escape(f, s, read);
        const struct value *stack = &s->registers[f->architecture->stack];
        for (size_t k = 0; f->loaded && k < f->store_count; k++) { /* arguments on the stack */
            int32_t place = f->stores[k].place;
            if (place < 0 && place >= f->depth && !place_bit(f->loaded, f, place)
                && (stack->kind != VALUE_FRAME || place >= stack->number))
                value_escapes(f, &f->stores[k].value);
        }
    }
    for (int r = 0; r < REGISTERS; r++) {
        if (f->architecture->scratch >> r & 1)
            s->registers[r] = (struct value){0};
    }
}

static void step_opaque(struct function *f, struct state *s)
{
    const struct architecture *a = f->architecture;
    for (int r = 0; r < REGISTERS; r++) {
        if (r == a->stack || r == a->frame)
            continue;
        value_escapes(f, &s->registers[r]);
        s->registers[r] = (struct value){0};
    }
}

static void step_stores(struct function *f, struct state *s, const struct instruction *i, const int32_t *places)
{
    for (int k = 0; k < i->accesses; k++) {
        const struct access *a = &i->access[k];
        struct value value = {0};
        const struct value unknown = {0};
        if (!a->writes)
            continue;
        if (a->value != NO_REGISTER)
            value = s->registers[a->value];
        /* An address in memory that can be reached through another one has escaped with it. */
        if (places[k] == NO_PLACE || places[k] >= 0 || place_is_open(f, places[k], a->size))
            value_escapes(f, &value);
        if (places[k] == NO_PLACE || places[k] >= 0)
            continue;
        if (value.kind == VALUE_ENTRY && f->saves)
            place_set(f->saves, f, places[k], a->size, true);
        if (a->store)
            slot_store(f, s, places[k], a->size, &value);
        else
            slot_store(f, s, places[k], a->size, &unknown);
    }
}

/* Does it make registers of the values that it reads, other than by moving or adding? */
static bool mixes(const struct instruction *i)
{
    bool follows = i->effect == EFFECT_SUM || i->effect == EFFECT_ADD || i->effect == EFFECT_SUBTRACT;
    return !i->compares && !follows && i->defines | i->touches;
}

static int32_t place_of(const struct value *v)
{
    return v->kind == VALUE_FRAME && v->number >= -MAX_FRAME && v->number <= MAX_FRAME ? (int32_t)v->number : NO_PLACE;
}

static void step(struct function *f, struct state *s, uint32_t at)
{
    const struct instruction *i = &f->code[at];
    int8_t stack = f->architecture->stack;
    int32_t *places = f->places[at];
    struct value loaded[MAX_ACCESSES] = {0};
    f->stack_at[at] = place_of(&s->registers[stack]);
    f->frame_at[at] = place_of(&s->registers[f->architecture->frame]);
    if (i->opaque)
        step_opaque(f, s);
    if (i->opaque && (i->touches | i->defines) >> stack & 1)
        f->problem = "moves its stack pointer in ways that cannot be followed";
    struct value *stepped = i->stepped == NO_REGISTER ? NULL : &s->registers[i->stepped];
    if (stepped && stepped->kind == VALUE_FRAME)
        stepped->number += i->before;
    else if (stepped && stepped->kind != VALUE_DYNAMIC)
        *stepped = (struct value){.taken = value_taken(f, stepped)};
    if (i->leaks && !i->compares)
        registers_escape(f, s, i->reads);
    uint64_t taken = mixes(i) ? registers_taken(f, s, i->reads) : 0;
    const struct value *frame = &s->registers[f->architecture->frame];
    for (int r = 0; r < REGISTERS && i->effect == EFFECT_NONE && i->destination != NO_REGISTER && !i->compares; r++) {
        /* The frame pointer itself in arithmetic: the place may still be added. */
        if (i->reads >> r & 1 && frame->kind == VALUE_FRAME && s->registers[r].kind == VALUE_FRAME
            && s->registers[r].number == frame->number)
            taken |= TAKEN_ANY;
    }
    for (int k = 0; k < i->accesses; k++) {
        places[k] = find_place(f, s, &i->access[k]);
        if (!i->access[k].load)
            continue;
        loaded[k] = loaded_value(f, s, &i->access[k], places[k]);
        if (i->access[k].value != NO_REGISTER || i->compares)
            continue;
        if (i->leaks)
            value_escapes(f, &loaded[k]);
        taken |= value_taken(f, &loaded[k]);
    }
    struct value new = result(f, s, i, loaded, taken);
    step_stores(f, s, i, places);
    for (int r = 0; r < REGISTERS; r++) {
        if ((i->defines | i->touches) >> r & 1 && r != i->stepped)
            s->registers[r] = (struct value){.taken = taken};
    }
    if (i->destination != NO_REGISTER && !i->compares)
        s->registers[i->destination] = new;
    for (int k = 0; k < i->accesses; k++) {
        if (i->access[k].load && i->access[k].value != NO_REGISTER && i->flow == FLOW_NEXT)
            s->registers[i->access[k].value] = loaded[k];
    }
    if (stepped && stepped->kind == VALUE_FRAME)
        stepped->number += i->after;
    int8_t limit;
    if (i->flow == FLOW_CALL)
        step_call(f, s, at);
    if (i->flow == FLOW_BRANCH && graph_probes(f, at, &limit))
        s->registers[stack] = s->registers[limit];
    check_stack(f, s);
}

/* --- the whole function ----------------------------------------------------------------------------------------------- */

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
            f->body = (int32_t)s->registers[f->architecture->stack].number;
            f->entry_call = at;
            memcpy(f->entry_registers, s->registers, sizeof s->registers);
        }
        step(f, s, at);
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
        target = loaded_value(f, s, &i->access[0], f->places[at][0]);
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
        f->problem = "has a frame that is too large";
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
            if (i->access[k].load)
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
