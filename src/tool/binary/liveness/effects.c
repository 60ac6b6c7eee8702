/* effects.c - effects of one instruction on the values in registers and slots. See function.h.
 *
 * An address of the frame is followed as long as it is only moved, added to, compared, used to reach memory, or given to a hook.
 * Anything else, and it has escaped.
 */
#include "tool/binary/liveness/function.h"

/* Place of an access in the frame. An address that is not known exactly escapes by being used. */
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

struct value effect_loaded(struct function *f, const struct state *s, const struct access *a, int32_t place)
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

/* Value of an address that something unknown is added to. To sp or the frame pointer itself the place in the frame may still be added
 * afterwards. */
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
        v.taken |= source->kind == VALUE_FRAME ? address_taken(f, source->number + i->amount) : value_taken(f, source);
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

void effect_step(struct function *f, struct state *s, uint32_t at)
{
    const struct instruction *i = &f->code[at];
    int8_t stack = f->architecture->stack;
    int32_t *places = f->places[at];
    struct value loaded[MAX_ACCESSES] = {0};
    f->stack_at[at] = place_of(&s->registers[stack]);
    f->frame_at[at] = place_of(&s->registers[f->architecture->frame]);
    if (i->opaque)
        value_opaque(f, s);
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
        loaded[k] = effect_loaded(f, s, &i->access[k], places[k]);
        if (i->stepped != stack) /* a pop may be there to move sp only */
            borrowed_loaded(f, &loaded[k], i->access[k].value);
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
        value_call(f, s, at);
    if (i->flow == FLOW_BRANCH && graph_probes(f, at, &limit))
        s->registers[stack] = s->registers[limit];
    check_stack(f, s);
}
