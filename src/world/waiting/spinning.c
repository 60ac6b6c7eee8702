/* spinning.c - see spinning.h.
 *
 * A thread that comes back to a state of its own, while nobody else has moved, will do so for ever: it waits for another thread, or for
 * nobody. A loop that computes and ends never does that, however long it takes. So no memory is made visible for a thread that goes
 * from one new state to the next, as a loop that waits and counts does: others are asked (pause.c). A step of millions of hooks is taken at
 * its looks, at memory off its own stack: a loop that computes for so long may get more visible operations than it needs.
 *
 * Windows become longer with the budget, so that a round of any length fits into one of them at last.
 */
#include "world/waiting/spinning.h"

#include <string.h>

#include "world/fault_report.h"
#include "world/hot.h"

enum {
    PLACES = 64,    /* that are remembered of a window */
    SHORTEST = 64,  /* window, in operations */
    SHARE = 1024,   /* of all hooks, one of so many is looked at */
    BUDGET = 50000, /* hooks before the first window of a step */
};

static struct {
    uint64_t used, length;
    struct op first;      /* operation of the window at which the step could be paused */
    struct digest digest; /* of the state there */
    bool     begun;       /* both are known */
    struct seen {
        uint64_t addr, value;
        uint32_t size;
        uint32_t looks;   /* not counting plain writes */
        bool     changed, synchronizes, internal;
    } seen[PLACES];
    unsigned places;
    unsigned in_vain;     /* windows in which the same step only waited, one after the other */
    uint64_t step;
} window;

static void open_window(const struct world *w)
{
    window.used = window.places = 0;
    window.length = w->step_budget / SHARE > SHORTEST ? w->step_budget / SHARE : SHORTEST;
    window.begun = false;
}

void spinning_begin(struct world *w)
{
    if (!w->asking) {
        w->spent = 0;
        w->step_budget = BUDGET;
        open_window(w);
    }
    mz__hot.budget = w->step_budget;
}

/* ---- what the thread looks at ---------------------------------------------------------------------------------------- */

static uint64_t value_at(const struct access *a)
{
    uint64_t value = 0;
    memcpy(&value, (const void *)a->addr, a->size < 8 ? a->size : 8);
    return value;
}

static void see(const struct access *a, const struct op *op)
{
    unsigned i = 0;
    while (i < window.places && (window.seen[i].addr != a->addr || window.seen[i].size != a->size))
        i++;
    if (i == PLACES)
        return;
    if (i == window.places)
        window.seen[window.places++] = (struct seen){.addr = a->addr, .value = value_at(a), .size = a->size};
    struct seen *s = &window.seen[i];
    s->changed |= value_at(a) != s->value;
    s->looks += !a->write || op->kind > OP_ATOMIC_STORE || op->kind == OP_UPDATE;
    s->synchronizes |= op->kind >= OP_ATOMIC_LOAD;
    s->internal |= op->kind >= OP_MALLOC;
}

static bool something_changed(void)
{
    bool changed = false;
    for (unsigned i = 0; i < window.places; i++)
        changed |= window.seen[i].changed;
    return changed;
}

/* Likelihood that the thread waits for somebody else to change it. One place that is visible is enough for others to get their turn in
 * every round; what they then write to, and the thread reads, becomes visible by that. */
enum hope { NONE, OWN, OTHER_MEMORY, SYNCHRONIZATION };

static enum hope hope_of(const struct thread *t, const struct seen *s)
{
    bool own = in_slots(s->addr) && slot_of(s->addr) == t->number;
    return s->looks == 0 ? NONE : s->internal ? OWN : s->synchronizes ? SYNCHRONIZATION : own ? OWN : OTHER_MEMORY;
}

/* In a round all is as it was before. Elsewhere what changes is no reason to wait, unless it is used to synchronize. */
static bool is_looked_at(const struct seen *s, bool round)
{
    return round || (s->looks >= 2 && (!s->changed || s->synchronizes));
}

static bool force(struct world *w, const struct thread *t, bool round, enum hope least)
{
    enum hope best = least;
    for (unsigned i = 0; i < window.places; i++)
        if (is_looked_at(&window.seen[i], round) && hope_of(t, &window.seen[i]) > best)
            best = hope_of(t, &window.seen[i]);
    bool forced = false;
    for (unsigned i = 0; i < window.places; i++) {
        const struct seen *s = &window.seen[i];
        if (!is_looked_at(s, round) || hope_of(t, s) != best || sharing_is_shared(s->addr, s->size))
            continue;
        sharing_force(&w->sharing, s->addr, s->size);
        forced = true;
    }
    return forced;
}

static bool looks_at_something(void)
{
    bool looks = false;
    for (unsigned i = 0; i < window.places; i++)
        looks |= is_looked_at(&window.seen[i], false);
    return looks;
}

/* A thread that waits while no other is alive waits for ever. Nothing is visible then, so that it would not even come to a
 * state that is known. */
static bool watch_if_alone(struct world *w)
{
    bool alone = world_alone(w) && !w->watch_alone;
    if (alone)
        world_watch_alone();
    return alone;
}

void spinning_force_round(struct world *w, const struct thread *t)
{
    force(w, t, true, OWN);
    watch_if_alone(w);
}

void spinning_force_looks(struct world *w, const struct thread *t)
{
    force(w, t, false, OTHER_MEMORY);
    if (looks_at_something())
        watch_if_alone(w);
}

/* ---- windows --------------------------------------------------------------------------------------------------------- */

bool spinning_goes_round(struct digest now)
{
    bool again = window.begun && digest_equal(window.digest, now);
    if (!window.begun)
        window.digest = now;
    window.begun = true;
    return again;
}

bool spinning_window_is_over(void)
{
    return window.used >= window.length;
}

/* Nobody else gets a turn where what is waited for is not tracked. A loop that computes looks at some place once, or
 * changes one. */
static bool waits_in_vain(const struct world *w)
{
    enum { ASKED = 3 }; /* in one step, a while after the other */
    bool waits = w->looking && !something_changed();
    for (unsigned i = 0; i < window.places; i++)
        waits &= window.seen[i].looks >= 2;
    window.in_vain = waits ? window.in_vain + (window.step == w->steps) : 0;
    window.step = w->steps;
    return window.in_vain >= ASKED - 1;
}

void spinning_start_looking(struct world *w)
{
    w->looking = true;
    mz__hot.budget = 0;
    world_threads_changed();
}

void spinning_stop_looking(struct world *w)
{
    w->looking = false;
    world_threads_changed();
}

void spinning_give_more(struct world *w)
{
    if (w->looking)
        spinning_stop_looking(w);
    w->wire->counters.heartbeat++;
    w->spent += w->step_budget;
    w->step_budget *= 2;
    mz__hot.budget = w->step_budget;
    w->leash_due = w->light;
    open_window(w);
}

/* The window is over, and the step cannot be paused. */
static void go_on_unpaused(struct world *w)
{
    if (looks_at_something())
        watch_if_alone(w);
    spinning_give_more(w);
}

static bool infers(const struct world *w)
{
    return w->visible == WIRE_VISIBLE_AUTO && !w->frozen;
}

/* The step has taken more than it may. */
static void end_runaway(struct world *w, struct thread *t)
{
    if (infers(w) && (force(w, t, false, OWN) || watch_if_alone(w)))
        return;
    world_report(t, FAULT_RUNAWAY, 0, 0, "thread %u runs on without reaching a visible operation (%lu accesses so far)", t->number,
                 (unsigned long)w->spent);
}

static bool is_first_again(const struct op *op)
{
    return op->pc == window.first.pc && op->kind == window.first.kind && op->addr == window.first.addr;
}

bool spinning_look(struct world *w, struct thread *t)
{
    struct access access[OP_MAX_ACCESSES];
    int n = op_accesses(&t->op, access);
    w->foresight.learning = false; /* what is found out in a pause is no part of the step */
    if (w->asking)
        return true;
    for (int i = 0; i < n; i++)
        see(&access[i], &t->op);
    window.used++;
    bool pauses = infers(w) && !t->atomic && op_info[t->op.kind].visible == VISIBLE_IF_SHARED;
    if (pauses && !window.begun)
        window.first = t->op;
    bool over = spinning_window_is_over();
    if (over && (waits_in_vain(w) || w->spent > w->runaway))
        end_runaway(w, t);
    if (over && !pauses)
        go_on_unpaused(w);
    if (w->faulted || !pauses || !(over || is_first_again(&t->op)))
        return false;
    w->paused = t;
    return true;
}
