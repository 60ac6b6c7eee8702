/* slots.c - values that go through the frame: addresses and saved registers that are stored and loaded again. */
#include <string.h>

#include "tool/liveness/function.h"
#include "tool/util.h"

static bool same_value(const struct value *a, const struct value *b)
{
    return a->kind == b->kind && a->number == b->number && a->base == b->base && a->size == b->size && a->shift == b->shift
        && a->sign == b->sign && a->taken == b->taken;
}

static bool is_address(const struct value *v)
{
    return v->kind == VALUE_FRAME || v->kind == VALUE_MAYBE;
}

/* `to` becomes what holds for both. True if that changed it. */
bool value_merge(struct function *f, struct value *to, const struct value *from)
{
    if (same_value(to, from))
        return false;
    if (to->kind == from->kind && to->number == from->number && to->base == from->base && to->size == from->size
        && to->shift == from->shift && to->sign == from->sign) {
        uint64_t taken = to->taken | from->taken;
        bool changed = taken != to->taken;
        to->taken = taken;
        return changed;
    }
    struct value merged = {.kind = VALUE_MAYBE};
    bool here = is_address(to), there = is_address(from);
    if (!to->taken && !from->taken && (here || there) && !(here && there && to->number != from->number))
        merged.number = here ? to->number : from->number;
    else
        merged = (struct value){.taken = value_taken(f, to) | value_taken(f, from)};
    bool changed = !same_value(to, &merged);
    *to = merged;
    return changed;
}

bool place_is_open(const struct function *f, int32_t place, unsigned size)
{
    for (unsigned k = 0; f->open && k < size; k++) {
        int32_t byte = place + (int32_t)k;
        if (byte >= f->depth && byte < 0 && place_bit(f->open, f, byte))
            return true;
    }
    return false;
}

/* `whole`: a load of 8 bytes into a register. What lies where escaped addresses reach may have been changed by others. */
struct value slot_load(struct function *f, const struct state *s, int32_t place, unsigned size, bool whole)
{
    struct value loaded = {0};
    for (uint32_t i = 0; i < s->slots; i++) {
        const struct slot *slot = &s->slot[i];
        if (slot->place + 8 <= place || slot->place >= place + (int32_t)size)
            continue;
        if (whole && slot->place == place && size == 8 && (slot->value.kind == VALUE_ENTRY || !place_is_open(f, place, 8)))
            return slot->value;
        loaded.taken |= value_taken(f, &slot->value);
    }
    return loaded;
}

void state_copy(struct state *to, const struct state *from)
{
    if (to->room < from->slots) {
        to->room = from->slots;
        to->slot = resize(to->slot, to->room * sizeof *to->slot);
    }
    to->reached = from->reached;
    memcpy(to->registers, from->registers, sizeof to->registers);
    to->slots = from->slots;
    if (from->slots)
        memcpy(to->slot, from->slot, from->slots * sizeof *to->slot);
}

static void remove_slot(struct state *s, uint32_t at)
{
    memmove(&s->slot[at], &s->slot[at + 1], (--s->slots - at) * sizeof *s->slot);
}

static bool is_worth_keeping(const struct value *v)
{
    return is_address(v) || v->kind == VALUE_ENTRY || v->kind == VALUE_LOADED || v->kind == VALUE_TARGET || v->taken;
}

/* In order of place; there is no slot at this one. */
static void insert_slot(struct function *f, struct state *s, int32_t place, const struct value *value)
{
    uint32_t at = s->slots;
    if (s->slots == MAX_SLOTS) {
        value_escapes(f, value);
        return;
    }
    if (s->slots == s->room) {
        s->room = s->room ? 2 * s->room : 16;
        s->slot = resize(s->slot, s->room * sizeof *s->slot);
    }
    while (at > 0 && s->slot[at - 1].place > place) {
        s->slot[at] = s->slot[at - 1];
        at--;
    }
    s->slot[at] = (struct slot){place, *value};
    s->slots++;
}

void slot_store(struct function *f, struct state *s, int32_t place, unsigned size, const struct value *value)
{
    for (uint32_t i = s->slots; i-- > 0;) {
        struct slot *slot = &s->slot[i];
        if (slot->place + 8 <= place || slot->place >= place + (int32_t)size)
            continue;
        if (slot->place >= place && slot->place + 8 <= place + (int32_t)size)
            remove_slot(s, i);
        else /* a part of it stays */
            slot->value = (struct value){.taken = value_taken(f, &slot->value)};
    }
    if (size != 8 || !is_worth_keeping(value))
        return;
    for (uint32_t i = 0; i < s->slots; i++) {
        if (s->slot[i].place == place) {
            s->slot[i].value = *value;
            return;
        }
    }
    insert_slot(f, s, place, value);
}

/* A slot that one side does not have holds an unknown value there. */
bool slots_merge(struct function *f, struct state *to, const struct state *from)
{
    bool changed = false;
    const struct value unknown = {0};
    uint32_t j = 0;
    for (uint32_t i = 0; i < to->slots;) {
        while (j < from->slots && from->slot[j].place < to->slot[i].place)
            j++;
        bool both = j < from->slots && from->slot[j].place == to->slot[i].place;
        changed |= value_merge(f, &to->slot[i].value, both ? &from->slot[j].value : &unknown);
        if (is_worth_keeping(&to->slot[i].value))
            i++;
        else
            remove_slot(to, i);
    }
    for (uint32_t k = 0, i = 0; k < from->slots; k++) {
        while (i < to->slots && to->slot[i].place < from->slot[k].place)
            i++;
        bool there = i < to->slots && to->slot[i].place == from->slot[k].place;
        struct value v = {0};
        if (there || !value_merge(f, &v, &from->slot[k].value) || !is_worth_keeping(&v))
            continue;
        uint32_t before = to->slots;
        insert_slot(f, to, from->slot[k].place, &v);
        changed |= to->slots != before;
    }
    return changed;
}
