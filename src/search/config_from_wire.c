/* config_from_wire.c - the policies that the tool has named. Names that are empty name none; those that are unknown: names.c. */
#include "search/config_from_wire.h"

#include "base/text.h"

static bool add_bound(struct search_config *c, const struct bound *bound, const struct wire_bound *w)
{
    struct bound_config *free = c->bounds;
    while (w->given && free < c->bounds + MAX_BOUNDS && free->bound)
        free++;
    if (!w->given)
        return true;
    if (free == c->bounds + MAX_BOUNDS)
        return false;
    *free = (struct bound_config){bound, w->from, w->to, w->step};
    return true;
}

#define COPY(type, name) c->name = w->name;

void search_basics(struct search_config *c, const struct wire_config *w)
{
    WIRE_BASICS(COPY)
}

static const struct filter *const filters[WIRE_FILTERS] = {[WIRE_FILTER_FUTURE] = &filter_future, [WIRE_FILTER_LAST] = &filter_last};

const char *search_steer(struct search_config *c, const struct wire_steering *w)
{
    WIRE_NUMBERS(COPY)
    c->order = order_find(w->order);
    c->then = order_find(w->then);
    c->filter = w->filters < WIRE_FILTERS ? filters[w->filters] : NULL;
    c->threads = w->threads;
    c->thread_count = w->thread_count;
    c->heuristic = heuristic_find(w->heuristic);
    c->rb = w->rb_count > 0 ? w->rb : NULL;
    c->rb_count = w->rb_count;
    c->completion = (enum completion)w->completion;
    c->restarts = (enum restarts)w->restarts;
    if (c->search->is->samples)
        c->max_depth = w->depth.given ? w->depth.to : 0;
    else if (!add_bound(c, &bound_depth, &w->depth))
        return "at most two bounds can be combined";
    if (!add_bound(c, &bound_preemptions, &w->preemptions) || !add_bound(c, &bound_switches, &w->switches) ||
        !add_bound(c, &bound_delays, &w->delays) || !add_bound(c, &bound_preemption_variables, &w->preemption_variables) ||
        !add_bound(c, &bound_preemption_threads, &w->preemption_threads))
        return "at most two bounds can be combined";
    return NULL;
}

bool search_reduce(struct search_config *c, const char *names)
{
    for (unsigned i = 0; i <= MAX_RIVALS; i++) {
        char name[sizeof(((struct wire_config *)0)->reduction)];
        size_t length = text_part(names, name, sizeof name);
        const struct reduction *found = reduction_find(name), **to = i == 0 ? &c->reduction : &c->rivals[i - 1];
        *to = found;
        if (!found || !names[length])
            return found != NULL;
        names += length + 1;
    }
    return false;
}
