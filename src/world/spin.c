/* spin.c - after the budget of a step is used up every hook announces, and for a window of accesses we look which memory
 * the thread reads again and again without writing it: that is what it waits for. It is made visible, so that other
 * threads get their turn there and the states of the loop are matched. Loops that compute (summing, filling) read each
 * place once, or write what they read: the budget is doubled, and the thread goes on. */
#include "world/spin.h"

#include "world/hot.h"
#include "world/report.h"

enum { WINDOW = 64 };

static struct {
    unsigned used;
    struct seen {
        uint64_t addr;
        uint32_t size;
        uint32_t reads, writes;
    } seen[WINDOW];
    unsigned places;
} window;

static void see(const struct access *a)
{
    unsigned i = 0;
    while (i < window.places && (window.seen[i].addr != a->addr || window.seen[i].size != a->size))
        i++;
    if (i == WINDOW)
        return;
    if (i == window.places)
        window.seen[window.places++] = (struct seen){a->addr, a->size, 0, 0};
    if (a->write)
        window.seen[i].writes++;
    else
        window.seen[i].reads++;
}

static bool written_in_window(const struct seen *s)
{
    for (unsigned i = 0; i < window.places; i++)
        if (window.seen[i].writes && window.seen[i].addr < s->addr + s->size && s->addr < window.seen[i].addr + window.seen[i].size)
            return true;
    return false;
}

static bool force_what_is_waited_for(struct world *w)
{
    bool forced = false;
    for (unsigned i = 0; i < window.places; i++) {
        const struct seen *s = &window.seen[i];
        if (s->reads < 2 || written_in_window(s) || sharing_is_shared(s->addr, s->size))
            continue;
        sharing_force(&w->sharing, s->addr, s->size);
        forced = true;
    }
    return forced;
}

static void give_more(struct world *w)
{
    w->spent += w->step_budget;
    w->step_budget *= 2;
    mz__hot.budget = w->step_budget;
    window.used = window.places = 0;
}

bool spin_look(struct world *w, struct thread *t)
{
    struct access access[OP_MAX_ACCESSES];
    int n = op_accesses(&t->op, access);
    for (int i = 0; i < n; i++)
        see(&access[i]);
    if (++window.used < WINDOW)
        return false;
    if (w->spent > w->runaway) {
        world_report(t, FAULT_RUNAWAY, 0, 0, "thread %u runs on without reaching a visible operation (%lu accesses so far)", t->number,
                     (unsigned long)w->spent);
        return false;
    }
    bool forced = w->visible == WIRE_VISIBLE_AUTO && !w->frozen && force_what_is_waited_for(w);
    give_more(w);
    return forced && n > 0 && sharing_is_shared(access[0].addr, access[0].size);
}
