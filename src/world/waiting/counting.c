/* counting.c - see counting.h. */
#include "world/waiting/counting.h"

#include <string.h>

#include "world/state/dead.h"
#include "world/touches.h"

enum { MOST_STEPS = 64 }; /* of one round */

static bool is_on(const struct world *w)
{
    return w->config.waiting != WIRE_WAITING_STEP && !w->weak && !w->light && !w->setup && !w->asking;
}

/* A round that is longer than the last one is none: the loop was left. */
static bool is_in_rounds(const struct world *w, const struct thread_loop *l)
{
    return l->rounds >= w->rounds && l->since < l->steps;
}

bool counting_is_short(const struct world *w, const struct thread *t)
{
    return w->rounds > 0 && is_in_rounds(w, &t->loop) && is_on(w) && touches_only_looks(t);
}

void counting_forget(struct thread *t)
{
    world_touch(t);
    t->loop = (struct thread_loop){0};
}

/* The place that is looked at, and what is found there. */
static uint64_t look_of(const struct thread *t)
{
    const struct op *op = &t->op;
    uint64_t value = 0;
    if (touches_is_there(t))
        memcpy(&value, (const void *)op->addr, op->size < 8 ? op->size : 8);
    return (op->pc * 0x9e3779b97f4a7c15u ^ op->addr) * 0xc2b2ae3d27d4eb4fu + (value ^ (uint64_t)op->kind << 56) * 0x165667b19e3779f9u;
}

void counting_performing(struct world *w, struct thread *t)
{
    if (!is_on(w))
        return;
    if (!touches_only_looks(t)) {
        counting_forget(t);
    } else {
        world_touch(t);
        t->loop.looks = t->loop.looks * 0x9e3779b97f4a7c15u + look_of(t);
    }
}

static void begin_anew(struct thread *t)
{
    t->loop = (struct thread_loop){.pc = t->op.pc, .sp = t->sp};
}

/* A round is over: is it like the one before? Loops without a way out are meant to run for ever. */
static void close_round(struct world *w, struct thread *t)
{
    struct thread_loop *l = &t->loop;
    l->rounds = l->looks == l->before && dead_way_out(t) ? l->rounds + 1 : 0;
    l->before = l->looks;
    l->steps = l->since;
    l->looks = 0;
    l->since = 0;
    if (l->rounds >= COUNTING_LONG && w->rounds == 0 && !w->frozen)
        world_cut_loops_short(COUNTING_FEW);
}

void counting_performed(struct world *w, struct thread *t)
{
    struct thread_loop *l = &t->loop;
    if (!is_on(w) || w->faulted || w->end != LTS_RUNNING || !threadset_has(w->live, t->number))
        return;
    world_touch(t);
    l->since++;
    if (l->pc == t->op.pc && l->sp == t->sp)
        close_round(w, t);
    else if (l->pc == 0 || l->since > MOST_STEPS)
        begin_anew(t);
}

bool counting_goes_on(const struct world *w, const struct thread *t)
{
    return !w->faulted && w->end == LTS_RUNNING && is_in_rounds(w, &t->loop) && touches_only_looks(t);
}
