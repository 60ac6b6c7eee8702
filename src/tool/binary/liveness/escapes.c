/* escapes.c - addresses of the frame that go where the analysis does not follow, above all into calls. See function.h.
 *
 * Whoever has such an address may read and write, at any time, what it can reach (escaped_extents.c). A value that may be one of several
 * addresses carries all of them; they escape when it is used. A hook does not keep what it gets.
 */
#include "tool/binary/liveness/function.h"
#include "tool/cli/util.h"

uint64_t address_taken(struct function *f, int64_t address)
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
    return v->kind == VALUE_FRAME || v->kind == VALUE_MAYBE ? v->taken | address_taken(f, v->number) : v->taken;
}

void place_escapes(struct function *f, int64_t place)
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

void registers_escape(struct function *f, const struct state *s, uint64_t mask)
{
    for (int r = 0; mask; r++, mask >>= 1) {
        if (mask & 1)
            value_escapes(f, &s->registers[r]);
    }
}

uint64_t registers_taken(struct function *f, const struct state *s, uint64_t mask)
{
    uint64_t taken = 0;
    for (int r = 0; mask; r++, mask >>= 1) {
        if (mask & 1)
            taken |= value_taken(f, &s->registers[r]);
    }
    return taken;
}

/* --- calls ------------------------------------------------------------------------------------------------------------ */

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

/* Target of a call through a pointer that the dynamic linker has set. */
static void name_callee(struct function *f, const struct state *s, uint32_t at)
{
    const struct instruction *i = &f->code[at];
    struct value callee = {0};
    if (i->target)
        return;
    if (i->source != NO_REGISTER)
        callee = s->registers[i->source];
    else if (i->accesses && i->access[0].load)
        callee = effect_loaded(f, s, &i->access[0], f->places[at][0]);
    graph_name(f, at, callee.kind == VALUE_POINTER ? image_pointer_at(f->image, (uint64_t)callee.number)->name : "");
}

void value_call(struct function *f, struct state *s, uint32_t at)
{
    name_callee(f, s, at);
    enum hook hook = hook_kind(f->called[at]);
    if (hook == HOOK_NONE || hook == HOOK_OTHER) {
        /* Arguments, and what is read behind a call of which the compiler knows that it leaves the register alone. */
        const struct block *b = &f->blocks[f->block_of[at]];
        uint64_t read = f->architecture->arguments;
        uint64_t borrowed = f->image->borrowed & ~register_mask(f->architecture->frame);
        for (uint32_t n = 0; n < b->nexts; n++)
            read |= f->needed[b->next[n]] & f->architecture->scratch;
        if (is_leftover(f, at))
            read &= ~register_mask(f->architecture->result);
        registers_escape(f, s, read | borrowed);
        for (int r = 0; r < REGISTERS; r++) {
            if (borrowed >> r & 1)
                s->registers[r] = (struct value){0};
        }
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

void value_opaque(struct function *f, struct state *s)
{
    const struct architecture *a = f->architecture;
    for (int r = 0; r < REGISTERS; r++) {
        if (r == a->stack || r == a->frame)
            continue;
        value_escapes(f, &s->registers[r]);
        s->registers[r] = (struct value){0};
    }
}
