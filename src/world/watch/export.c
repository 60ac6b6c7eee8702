/* export.c - see export.h. */
#include "world/watch/export.h"

#include "base/page.h"
#include "world/blocks.h"
#include "world/race/shadow.h"
#include "world/recorder.h"

/* Addresses in modules are told relative to them; arenas lie where they lie. */
static void to_space(const struct wire *wire, uint64_t addr, struct wire_range *r)
{
    r->space = 0;
    r->start = addr;
    for (uint32_t i = 0; i < wire->modules; i++)
        if (addr - wire->module[i].lo < wire->module[i].hi - wire->module[i].lo) {
            r->space = i + 1;
            r->start = addr - wire->module[i].base;
        }
}

static void add_range(struct wire *wire, uint64_t lo, uint64_t hi)
{
    while (lo < hi && wire->ranges < WIRE_MAX_RANGES) {
        uint64_t length = hi - lo > 0x40000000 ? 0x40000000 : hi - lo;
        struct wire_range *r = &wire_ranges(wire)[wire->ranges++];
        to_space(wire, lo, r);
        r->length = (uint32_t)length;
        lo += length;
    }
}

/* *left: shared bytes that were not met so far. Behind the last one there is no need to look, at cells that nobody has touched. */
static void export_region(struct wire *wire, uint64_t lo, uint64_t hi, uint64_t *left)
{
    const struct cell *first = layout_cell(lo); /* the others lie behind it */
    uint64_t start = 0, a;
    for (a = lo; a < hi && *left > 0; a++) {
        const struct cell *cell = &first[a / 8 - lo / 8];
        byte_owner owner;
        if (!start && a % PAGE == 0 && sharing_page_owner(a, &owner)) { /* and does not share it */
            a += PAGE - 1;
            continue;
        }
        if (!start && (a & 7) == 0 && cell_owners(cell) == 0) {
            a += 7;
            continue;
        }
        bool shared = cell->own[a & 7] == OWN_SHARED;
        *left -= shared;
        if (shared && !start)
            start = a;
        if (!shared && start) {
            add_range(wire, start, a);
            start = 0;
        }
    }
    if (start)
        add_range(wire, start, a);
}

/* Parts with shared bytes. What goes on from one to the next is one range. */
static void export_segment(struct wire *wire, const struct segment *s, uint64_t *left)
{
    uint64_t part = segment_part(s), end = s->lo + s->size;
    for (unsigned i = 0, next; i < SEGMENT_PARTS; i = next + 1) {
        for (next = i; next < SEGMENT_PARTS && s->shared_parts >> next & 1;)
            next++;
        uint64_t lo = s->lo + i * part, hi = s->lo + next * part;
        if (next > i)
            export_region(wire, lo, hi < end ? hi : end, left);
    }
}

static void export_segments(struct wire *wire, bool of_the_program, uint64_t *left)
{
    for (unsigned i = 0; i < mz__layout.segments; i++)
        if (mz__layout.segment[i].program == of_the_program)
            export_segment(wire, &mz__layout.segment[i], left);
}

static void add_mixed(void *self, uint64_t word)
{
    struct wire *wire = self;
    uint64_t at = wire->ranges;
    add_range(wire, word, word + 8);
    if (wire->ranges > at)
        wire_ranges(wire)[at].space |= WIRE_RANGE_MIXED;
}

/* Libraries come last: there is hardly ever anything to be found in them. */
void world_export_ranges(struct wire *wire)
{
    uint64_t left = mz__world.sharing.bytes;
    wire->ranges = 0;
    export_segments(wire, true, &left);
    for (tid t = 0; t < MAX_THREADS; t++) {
        if (!mz__world.lowest_sp[t])
            continue;
        export_region(wire, mz__world.lowest_sp[t], slot_lo(t) + mz__layout.slot_span, &left);
        export_region(wire, arena_heap_lo(t), arena_heap_lo(t) + mz__layout.heap_committed[t], &left);
        export_region(wire, arena_maps_lo(t), arena_maps_lo(t) + mz__layout.maps_committed[t], &left);
    }
    export_segments(wire, false, &left);
    if (mz__world.weak)
        shadow_each_mixed(add_mixed, wire);
}

void world_import_ranges(const struct wire *wire)
{
    for (uint64_t i = 0; i < wire->ranges; i++) {
        const struct wire_range *r = &wire_ranges(wire)[i];
        uint32_t space = r->space & ~(uint32_t)WIRE_RANGE_MIXED;
        uint64_t base = space && space <= wire->modules ? wire->module[space - 1].base : 0;
        if (space != r->space) {
            if (mz__world.weak)
                shadow_set_mixed(base + r->start);
            continue;
        }
        sharing_force(&mz__world.sharing, base + r->start, r->length);
        tracked_add(base + r->start, r->length);
        if (in_slots(base + r->start)) /* who shares it is not said */
            mz__world.sharing.exposed |= threadset_of(slot_of(base + r->start));
    }
    mz__world.sharing.grown = false;
}

void world_export_waiters(struct wire *wire)
{
    _Static_assert((int)WIRE_MAX_WAITERS >= (int)MAX_THREADS, "there is room for all");
    const struct world *w = &mz__world;
    wire->waiters = 0;
    THREADSET_EACH(t, w->live) {
        const struct thread *thread = &w->thread[t];
        const struct op *op = &thread->op;
        const struct semantics *s = mz__semantics[op->kind];
        struct wire_waiter *out = &wire->waiter[wire->waiters++];
        *out = (struct wire_waiter){.thread = t, .kind = op->kind, .detail = op->detail, .addr = op->addr, .addr2 = op->addr2,
                                    .size = op->size, .pc = op->pc, .waits_for = -1,
                                    .yielded = op->yields > 0, .loops = threadset_has(w->busy.waiting & w->busy.known, t)};
        out->enabled = world_enabled_thread(thread) && !out->loops;
        out->stack_used = recorder_stack(thread, op->pc, out->stack);
        threadset holders = s && s->holders ? s->holders(thread, op) : NO_THREADS;
        out->holders = threadset_pack(holders);
        if (s && s->explain && !out->enabled && !out->loops)
            s->explain(op, out->note, sizeof out->note);
        if (threadset_any(holders))
            out->waits_for = (int32_t)threadset_first(holders);
    }
}
