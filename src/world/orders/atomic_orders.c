/* atomic_orders.c - see atomic_orders.h. Notes are in the wire, and found by a hash of what they are about. */
#include "base/lower_bound.h"
#include "world/orders/atomic_orders.h"

#include "world/orders/program_order.h"
#include "world/world.h"

enum { SLOTS = 2 * WIRE_MAX_ATOMICS };

static uint16_t slots[SLOTS]; /* numbers of notes, from 1: facts of the search, which are never put back */
_Static_assert(WIRE_MAX_ATOMICS < UINT16_MAX && (SLOTS & (SLOTS - 1)) == 0, "numbers fit, and hashes wrap around");

static bool is_concerned(const struct op *op)
{
    bool atomic = op->kind >= OP_ATOMIC_LOAD && op->kind <= OP_ATOMIC_CAS;
    return (atomic || op->kind == OP_FENCE) && op->order != OP_ORDER_LIBC;
}

static uint8_t failure_of(const struct op *op)
{
    return op->kind == OP_ATOMIC_CAS ? op->detail >> 4 & 7 : 0;
}

static const struct wire_order *other_at(const struct wire *w, uint64_t at)
{
    uint32_t first = (uint32_t)LOWER_BOUND(i, w->other_orders, w->other_order[i].at < at);
    return first < w->other_orders && w->other_order[first].at == at ? &w->other_order[first] : NULL;
}

static struct wire_atomic *add(struct wire *w, const struct op *op, uint64_t at, uint16_t *slot)
{
    if (w->atomics == WIRE_MAX_ATOMICS) {
        w->atomics_lost = 1;
        return NULL;
    }
    const struct wire_order *other = other_at(w, at);
    struct wire_atomic *a = &w->atomic[w->atomics];
    *a = (struct wire_atomic){.at = at, .addr = op->addr, .size = op->size, .kind = (uint8_t)op->kind, .order = op->order,
        .failure = failure_of(op), .other = other ? other->order : op->order, .other_failure = other ? other->failure : failure_of(op)};
    *slot = (uint16_t)++w->atomics;
    return a;
}

static bool is_about(const struct wire_atomic *a, const struct op *op, uint64_t at)
{
    return a->at == at && a->kind == op->kind && a->order == op->order && a->failure == failure_of(op);
}

/* NULL: there is no room. */
static struct wire_atomic *note_of(struct wire *w, const struct op *op, uint64_t at)
{
    uint64_t hash = (at * 0x9e3779b97f4a7c15ULL) >> 40;
    uint16_t *slot;
    for (; *(slot = &slots[hash % SLOTS]); hash++)
        if (is_about(&w->atomic[*slot - 1], op, at))
            return &w->atomic[*slot - 1];
    return add(w, op, at, slot);
}

static void add_cell(struct wire_atomic *a, uint64_t addr)
{
    for (unsigned i = 0; i < a->cells && i < WIRE_MAX_CELLS; i++)
        if (a->cell[i] == addr)
            return;
    if (a->cells < WIRE_MAX_CELLS)
        a->cell[a->cells] = addr;
    if (a->cells <= WIRE_MAX_CELLS)
        a->cells++;
}

/* Accesses by threads, once there are threads. */
static void note_access(struct wire_atomic *a, const struct op *op, tid t)
{
    if (!(a->met & WIRE_MET_LATER))
        a->thread = (uint16_t)t;
    a->several |= a->thread != t;
    a->met |= WIRE_MET_LATER;
    if (op->size > 0)
        add_cell(a, op->addr);
}

void atomic_orders_met(struct op *op, tid t)
{
    struct wire *w = mz__world.wire;
    if (!is_concerned(op))
        return;
    uint64_t at = program_order_place(op->pc);
    struct wire_atomic *a = note_of(w, op, at);
    program_order_comes_to(at);
    if (!a) {
        w->atomics_lost = 1;
        return;
    }
    if (mz__world.setup)
        a->met |= WIRE_MET_IN_SETUP;
    else
        note_access(a, op, t);
    op->order = a->other;
    if (op->kind == OP_ATOMIC_CAS)
        op->detail = (uint8_t)((op->detail & ~0x70) | a->other_failure << 4);
}
