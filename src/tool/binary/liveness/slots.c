/* slots.c - values that go through the frame: addresses and saved registers that are stored and loaded again.
 *
 * A state knows what slots hold for certain. Of all others it is noted for the whole function which addresses are ever
 * stored there; values.c goes round until that does not grow any more.
 */
#include <string.h>

#include "base/lower_bound.h"
#include "tool/binary/liveness/function.h"
#include "tool/cli/util.h"

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
        if (place_bit(f->open, f, byte))
            return true;
    }
    return false;
}

/* --- addresses that are stored, at any time ---------------------------------------------------------------------------- */

/* The first one at `place` or behind it. */
static size_t find_store(const struct function *f, int32_t place)
{
    return LOWER_BOUND(i, f->store_count, f->stores[i].place < place);
}

static void note_store(struct function *f, int32_t place, const struct value *value)
{
    size_t at = find_store(f, place);
    if (!is_address(value) && !value->taken)
        return;
    if (at == f->store_count || f->stores[at].place != place) {
        if (f->store_count == f->store_room) {
            f->store_room = f->store_room ? 2 * f->store_room : 16;
            f->stores = resize(f->stores, f->store_room * sizeof *f->stores);
        }
        memmove(&f->stores[at + 1], &f->stores[at], (f->store_count++ - at) * sizeof *f->stores);
        f->stores[at] = (struct slot){.place = place};
    }
    struct value known = f->stores[at].value;
    f->store_changes += value_merge(f, &f->stores[at].value, value) && !same_value(&known, &f->stores[at].value);
}

static struct value stored_value(struct function *f, int32_t place, unsigned size, bool whole)
{
    struct value v = {0};
    for (size_t at = find_store(f, place - 7); at < f->store_count && f->stores[at].place < place + (int32_t)size; at++) {
        if (whole && f->stores[at].place == place && v.taken == 0
            && (at + 1 == f->store_count || f->stores[at + 1].place >= place + 8))
            return f->stores[at].value;
        v.taken |= value_taken(f, &f->stores[at].value);
    }
    return v;
}

/* --- what a state knows ------------------------------------------------------------------------------------------------- */

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

/* The first slot that reaches behind `place`. */
static uint32_t find_slot(const struct state *s, int32_t place)
{
    return (uint32_t)LOWER_BOUND(i, s->slots, s->slot[i].place + 8 <= place);
}

/* `whole`: a load of 8 bytes into a register. What lies where escaped addresses reach may have been changed by others. */
struct value slot_load(struct function *f, const struct state *s, int32_t place, unsigned size, bool whole)
{
    uint32_t at = find_slot(s, place);
    bool exact = whole && size == 8 && at < s->slots && s->slot[at].place == place;
    if (exact && (s->slot[at].value.kind == VALUE_ENTRY || !place_is_open(f, place, 8)))
        return s->slot[at].value;
    return stored_value(f, place, size, whole && size == 8);
}

/* Slots that a store overlaps are forgotten. */
void slot_store(struct function *f, struct state *s, int32_t place, unsigned size, const struct value *value)
{
    uint32_t at = find_slot(s, place), end = at;
    while (end < s->slots && s->slot[end].place < place + (int32_t)size)
        end++;
    if (end > at)
        memmove(&s->slot[at], &s->slot[end], (s->slots - end) * sizeof *s->slot);
    s->slots -= end - at;
    if (size != 8)
        return;
    note_store(f, place, value);
    if (value->kind != VALUE_FRAME && value->kind != VALUE_ENTRY && value->kind != VALUE_LOADED && value->kind != VALUE_TARGET)
        return;
    if (s->slots == s->room) {
        s->room = s->room ? 2 * s->room : 16;
        s->slot = resize(s->slot, s->room * sizeof *s->slot);
    }
    memmove(&s->slot[at + 1], &s->slot[at], (s->slots - at) * sizeof *s->slot);
    s->slot[at] = (struct slot){place, *value};
    s->slots++;
}

/* Only what both know stays known. */
bool slots_merge(struct state *to, const struct state *from)
{
    uint32_t kept = 0;
    for (uint32_t i = 0, j = 0; i < to->slots; i++) {
        while (j < from->slots && from->slot[j].place < to->slot[i].place)
            j++;
        if (j < from->slots && from->slot[j].place == to->slot[i].place && same_value(&to->slot[i].value, &from->slot[j].value))
            to->slot[kept++] = to->slot[i];
    }
    bool changed = kept != to->slots;
    to->slots = kept;
    return changed;
}
