/* growing.c - see growing.h. */
#include "world/waiting/growing.h"

#include <string.h>

#include "world/fault_report.h"
#include "world/touches.h"

enum { LONG_PATH = 1 << 20, MOST_STEPS = 64 /* of one round */, ASKED = 256 /* before the path has to be longer */ };

uint64_t growing_ask_at = LONG_PATH;

/* The next threads may go round that are asked: a path is longest in what branches off from its end. One that has gone on for long is not
 * asked soon again, as it may take as long. */
static bool ask_later(uint64_t rounds)
{
    static unsigned in_vain;
    if (rounds >= GROWING_FEW || ++in_vain % ASKED == 0)
        growing_ask_at += rounds >= GROWING_FEW ? growing_ask_at : growing_ask_at / 4;
    return false;
}

/* What a thread does, round by round. */
struct rounds {
    uint64_t pc, sp;       /* where they begin: with a look at what it does not write */
    uint64_t written;      /* places that it writes, as bits by their addresses */
    uint64_t addr, value;  /* written last, and what was there before */
    uint64_t looks;        /* what this round has looked at so far */
    bool     grows;
};

static uint64_t place_of(uint64_t addr)
{
    return 1ull << ((addr >> 2) * 0x9e3779b97f4a7c15u >> 58);
}

static uint64_t value_at(const struct op *op)
{
    uint64_t value = 0;
    memcpy(&value, (const void *)op->addr, op->size < sizeof value ? op->size : sizeof value);
    return value;
}

static bool is_access(const struct op *op)
{
    return op->kind >= OP_READ && op->kind <= OP_ATOMIC_CAS;
}

/* One step, if it is a look or an access. */
static bool make(struct world *w, struct thread *t, struct rounds *r, growing_step *step)
{
    const struct op op = t->op;
    bool looks = touches_only_looks(t);
    if (!world_enabled_thread(t) || world_outcomes(t) != 1 || t->atomic || !(looks || is_access(&op)) || !touches_is_there(t))
        return false;
    uint64_t before = value_at(&op);
    step(w, t, 0);
    w->wire->counters.heartbeat++;
    r->looks = (r->looks ^ op.pc ^ op.addr) * 0x9e3779b97f4a7c15u;
    if (looks && !(r->written & place_of(op.addr)))
        r->looks += before;
    if (!looks && op.kind != OP_READ) {
        r->written |= place_of(op.addr);
        r->grows |= value_at(&op) != before;
        r->addr = op.addr;
    }
    return !w->faulted && w->end == LTS_RUNNING;
}

/* Goes on to where a round begins: at r->pc, or, if that is not known yet, at a look at what is not written. */
static bool make_to_head(struct world *w, struct thread *t, struct rounds *r, growing_step *step)
{
    for (unsigned steps = 0; steps < MOST_STEPS; steps++) {
        if (!make(w, t, r, step))
            return false;
        if (r->pc ? t->op.pc == r->pc && t->sp == r->sp : touches_only_looks(t) && !(r->written & place_of(t->op.addr)))
            return true;
    }
    return false;
}

static void note(struct world *w, const struct rounds *r)
{
    for (unsigned i = 0; i < WIRE_MAX_PLACES; i++) {
        struct wire_growing *g = &w->wire->growing[i];
        if (g->pc == 0 || g->pc == r->pc) {
            *g = (struct wire_growing){r->pc, r->addr};
            return;
        }
    }
}

static const struct wire_growing *noted(const struct world *w, uint64_t pc)
{
    for (unsigned i = 0; i < WIRE_MAX_PLACES && w->wire->growing[i].pc; i++)
        if (w->wire->growing[i].pc == pc)
            return &w->wire->growing[i];
    return NULL;
}

bool growing_found(struct world *w, struct thread *t, growing_step *step)
{
    struct rounds r = {0};
    for (unsigned steps = 0; steps < MOST_STEPS; steps++)
        if (!make(w, t, &r, step))
            return ask_later(0);
    if (!make_to_head(w, t, &r, step) || noted(w, t->op.pc))
        return ask_later(0);
    r.pc = t->op.pc;
    r.sp = t->sp;
    for (uint64_t rounds = 0, before = 0; rounds < GROWING_MOST; rounds++) {
        r.looks = 0;
        r.grows = false;
        if (!make_to_head(w, t, &r, step) || !r.grows || (rounds > 0 && r.looks != before))
            return ask_later(rounds);
        before = r.looks;
    }
    note(w, &r);
    return true;
}

bool growing_gives_up(struct world *w, struct thread *t)
{
    const struct wire_growing *g = noted(w, t->op.pc);
    if (!g)
        return false;
    world_touch(t);
    t->loop.in_vain = touches_only_looks(t) ? t->loop.in_vain + 1 : 0;
    if (t->loop.in_vain <= GROWING_FEW)
        return false;
    world_report(t, FAULT_REFUSED, 0, g->addr, "the path does not end");
    return true;
}
