/* spinning.c - after the budget of a step is used up every hook announces, and for a window of operations we look which
 * memory the thread looks at again and again without finding it changed: that is what it waits for. Locks and atomics that
 * it uses again and again count too: a server that nobody disturbs takes and releases its lock for ever. Such memory is
 * made visible, so that other threads get their turn there and the states of the loop are matched. Loops that compute
 * (summing, filling, counting) look at each place once, or find it changed: the budget is doubled, and the thread goes on. */
#include "world/spinning.h"

#include <string.h>

#include "world/fault_report.h"
#include "world/hot.h"

enum { WINDOW = 64 };

static struct {
    unsigned used;
    struct seen {
        uint64_t addr, value;
        uint32_t size;
        uint16_t looks;   /* not counting plain writes */
        bool     changed, synchronizes;
    } seen[WINDOW];
    unsigned places;
    unsigned in_vain;     /* windows in which the same step only waited, one after the other */
    uint64_t step;
} window;

static uint64_t value_at(const struct access *a)
{
    uint64_t value = 0;
    memcpy(&value, (const void *)a->addr, a->size < 8 ? a->size : 8);
    return value;
}

static void see(const struct access *a, bool looks, bool synchronizes)
{
    unsigned i = 0;
    while (i < window.places && (window.seen[i].addr != a->addr || window.seen[i].size != a->size))
        i++;
    if (i == WINDOW)
        return;
    if (i == window.places)
        window.seen[window.places++] = (struct seen){.addr = a->addr, .value = value_at(a), .size = a->size};
    struct seen *s = &window.seen[i];
    s->changed |= value_at(a) != s->value;
    s->looks = (uint16_t)(s->looks + looks);
    s->synchronizes |= synchronizes;
}

static bool something_changed(void)
{
    bool changed = false;
    for (unsigned i = 0; i < window.places; i++)
        changed |= window.seen[i].changed;
    return changed;
}

/* On its own stack a loop also has the limits and pointers that it computes with, where the compiler gives them hooks: while
 * something changes, it is given more time than a loop that looks at other memory. */
static bool is_waited_for(const struct world *w, const struct thread *t, const struct seen *s)
{
    enum { LONG = 1 << 24 };
    bool own = in_slots(s->addr) && slot_of(s->addr) == t->number && !s->synchronizes;
    return s->looks >= 2 && (!s->changed || s->synchronizes) && (!own || w->spent > LONG || !something_changed());
}

static bool force_what_is_waited_for(struct world *w, const struct thread *t)
{
    bool forced = false;
    for (unsigned i = 0; i < window.places; i++) {
        const struct seen *s = &window.seen[i];
        if (!is_waited_for(w, t, s) || sharing_is_shared(s->addr, s->size))
            continue;
        sharing_force(&w->sharing, s->addr, s->size);
        forced = true;
    }
    return forced;
}

/* A thread that waits while no other is alive waits for ever. Nothing is visible then, so that it would not even come to a
 * state that is known. */
static void watch_if_alone(struct world *w, const struct thread *t)
{
    bool waits = false;
    for (unsigned i = 0; i < window.places; i++)
        waits |= is_waited_for(w, t, &window.seen[i]);
    if (waits && world_alone(w) && !w->watch_alone)
        world_watch_alone();
}

/* Where what is waited for is not tracked nobody else gets a turn. A loop that computes looks at some place once, or changes one. */
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

static void give_more(struct world *w)
{
    if (w->looking)
        spinning_stop_looking(w);
    w->spent += w->step_budget;
    w->step_budget *= 2;
    mz__hot.budget = w->step_budget;
    w->leash_due = w->light;
    window.used = window.places = 0;
}

bool spinning_look(struct world *w, struct thread *t)
{
    struct access access[OP_MAX_ACCESSES];
    int n = op_accesses(&t->op, access);
    w->foresight.learning = false; /* how long it is waited changes in the course of a search */
    for (int i = 0; i < n; i++)
        see(&access[i], !access[i].write || t->op.kind > OP_ATOMIC_STORE, t->op.kind >= OP_ATOMIC_LOAD);
    if (++window.used < WINDOW)
        return false;
    if (waits_in_vain(w) || w->spent > w->runaway) {
        world_report(t, FAULT_RUNAWAY, 0, 0, "thread %u runs on without reaching a visible operation (%lu accesses so far)", t->number,
                     (unsigned long)w->spent);
        return false;
    }
    bool forced = w->visible == WIRE_VISIBLE_AUTO && !w->frozen && force_what_is_waited_for(w, t);
    watch_if_alone(w, t);
    give_more(w);
    return forced && n > 0 && sharing_is_shared(access[0].addr, access[0].size);
}
