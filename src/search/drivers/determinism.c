/* determinism.c - is the program deterministic but for the decisions? One walk, twice: both must perform the same operations.
 *
 * Compared are the thread, the kind of the operation, its address and size, and where it was called; and the state in which it
 * is performed, because what a thread has only kept to itself so far (the time, by an instruction) may show later.
 */
#include "search/drivers/determinism.h"

#include "base/known.h"
#include "base/reserve.h"
#include "base/text.h"
#include "search/samplers/walk.h"

enum {
    GUARD_STEPS = 1 << 16,
    GUARD_ROUNDS = 1000, /* states, one after the other, that were all met before: there is nothing else to come */
    ROOM = GUARD_STEPS + 2 * LONG_RUN,
};

struct sample {
    uint64_t addr, pc;
    uint32_t size;
    uint16_t kind, thread;
    struct digest state;
};

/* The walk being recorded or compared. It lives here and not in the engine because nobody else needs it. */
static struct {
    struct sample *samples;
    uint64_t       count, position;
    bool           differs;
    struct sample  expected, seen, before; /* where they differ, and what both performed last */
    struct known   known;
} guard;

static struct sample sample_of(const struct engine *e, tid t)
{
    const struct op *op = e->lts->next(e->lts->self, t);
    struct digest state = e->lts->digest(e->lts->self);
    known_in_a_row(&guard.known, state);
    if (op->kind == OP_FOREIGN) /* a function without hooks may go by the time, or by random numbers: it may do something else yet */
        guard.known.in_a_row = 0;
    return (struct sample){op->addr, op->pc, op->size, op->kind, (uint16_t)t, state};
}

static bool goes_round(struct engine *e)
{
    (void)e;
    return guard.known.in_a_row >= GUARD_ROUNDS;
}

static void record(struct engine *e, tid t)
{
    if (guard.count < ROOM)
        guard.samples[guard.count++] = sample_of(e, t);
}

static bool same_operation(const struct sample *a, const struct sample *b)
{
    return a->addr == b->addr && a->pc == b->pc && a->size == b->size && a->kind == b->kind && a->thread == b->thread;
}

static void compare(struct engine *e, tid t)
{
    struct sample seen = sample_of(e, t);
    const struct sample *expected = &guard.samples[guard.position];
    bool same = same_operation(expected, &seen) && digest_equal(expected->state, seen.state);
    if (!guard.differs && guard.position < guard.count && !same) {
        guard.differs = true;
        guard.expected = *expected;
        guard.seen = seen;
    }
    if (!guard.differs) {
        guard.before = seen;
        guard.position++;
    }
}

static void walk(struct engine *e, void (*observe)(struct engine *, tid))
{
    uint64_t walks = e->counters->walks;
    rng_seed(&e->rng, walk_seed(e->config));
    e->performing = observe;
    guard.known = (struct known){.in_a_row = 0};
    walk_once(e, GUARD_STEPS, goes_round);
    e->performing = NULL;
    e->counters->walks = walks;
}

static void report(struct engine *e)
{
    const struct sample *a = &guard.expected, *b = &guard.seen;
    struct fault f = {.kind = FAULT_DIVERGED, .thread = a->thread, .pc = a->pc, .addr = a->addr};
    if (guard.differs && same_operation(a, b)) {
        f.thread = guard.before.thread;
        f.pc = guard.before.pc;
        f.addr = guard.before.addr;
        text_format(f.text, sizeof f.text,
                    "step %lu: thread %u, %s of %u bytes at 0x%lx (called at 0x%lx) and what follows it lead to another state when they "
                    "are run again",
                    (unsigned long)guard.position, f.thread, op_info[guard.before.kind].name, guard.before.size,
                    (unsigned long)f.addr, (unsigned long)f.pc);
    } else if (guard.differs) {
        f.thread = b->thread;
        f.pc = b->pc;
        f.addr = b->addr;
        text_format(f.text, sizeof f.text,
                    "step %lu: thread %u, %s of %u bytes at 0x%lx (called at 0x%lx); "
                    "run again: thread %u, %s of %u bytes at 0x%lx (called at 0x%lx)",
                    (unsigned long)guard.position, a->thread, op_info[a->kind].name, a->size, (unsigned long)a->addr,
                    (unsigned long)a->pc, b->thread, op_info[b->kind].name, b->size, (unsigned long)b->addr,
                    (unsigned long)b->pc);
    } else {
        text_format(f.text, sizeof f.text, "the execution had %lu steps, and %lu when it was run again", (unsigned long)guard.count,
                    (unsigned long)guard.position);
    }
    engine_found(e, &f);
}

void guard_determinism(struct engine *e)
{
    size_t bytes = ROOM * sizeof *guard.samples;
    guard.samples = reserve(&bytes, bytes);
    if (!guard.samples) {
        engine_halt(e, WIRE_LIMIT_MEMORY);
        return;
    }
    guard.count = guard.position = 0;
    guard.differs = false;
    walk(e, record);
    if (!e->halted)
        walk(e, compare);
    if (!e->halted)
        engine_check_grown(e);
    if (!e->halted && (guard.differs || guard.position != guard.count))
        report(e);
    reserve_release(guard.samples, bytes);
    rng_seed(&e->rng, e->config->seed);
}
