/* despor_below.c - DE-S-POR without traversing again what is known (below.h): lines 15 to 17 of algorithm 2 (despor.c) charge one set, that
 * of what occurs below the known state.
 *
 * What occurs is charged to the transitions on the path from the last one back, and no further than to one that has been charged with all
 * of it: so have been those before it, which are being tried for longer.
 */
#include "reduce/below.h"
#include "reduce/despor.h"

/* To the transitions of nodes[0 … count) that are being tried. */
static void charge(struct reducing *r, summary events, uint64_t count)
{
    struct source_sets *s = r->self;
    for (uint64_t i = count; i-- > 0;) {
        struct source_place *p = &s->places[i];
        summary more = summary_union(s->frames.summaries, p->after, events);
        if (more == p->after)
            return;
        events = more == SUMMARY_ALL ? SUMMARY_ALL : events; /* there is no room for the set: those before have all of it, too */
        p->after = more;
        despor_charge(r, events, i);
    }
}

static threadset enter(struct reducing *r)
{
    threadset parks = below_enter(r);
    charge(r, source_place_at(r->self, r)->below, r->depth);
    return parks;
}

static void arrived(struct reducing *r, enum led led)
{
    charge(r, below_arrived(r, led), r->depth + 1);
}

static bool foreseen(struct reducing *r, tid t, uint32_t tag)
{
    summary events;
    if (!below_foreseen(r, t, tag, &events))
        return false;
    charge(r, events, r->depth + 1);
    return true;
}

static void tried(struct reducing *r, tid t)
{
    if (below_tried(r, t))
        update_back(r, t);
    source_place_at(r->self, r)->after = SUMMARY_EMPTY;
}

static void leave(struct reducing *r)
{
    below_leave(r);
}

#define DESPOR_BELOW \
    SOURCE_BELOW, .enter = enter, .arrived = arrived, .foreseen = foreseen, .tried = tried, .leave = leave

const struct reduction reduction_despor = {
    .is = &reduction_kind_despor,
    .open = source_sets_open_sound,
    DESPOR_BELOW,
};

const struct reduction reduction_dejpf = {
    .is = &reduction_kind_dejpf,
    .open = source_sets_open_jpf,
    DESPOR_BELOW,
};
