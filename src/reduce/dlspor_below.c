/* dlspor_below.c - DL-S-POR without traversing again what is known (below.h): lines 27 and 28 of algorithm 3 (dlspor.c) look at one set,
 * that of what occurs after the thread that was tried, which is put together on the way back. So lines 21 and 22, which are there to spare
 * a traversal, go.
 */
#include "reduce/below.h"

static void occurs(const struct source_sets *s, struct source_place *p, summary events)
{
    p->after = summary_union(s->frames.summaries, p->after, events);
}

static void arrived(struct reducing *r, enum led led)
{
    struct source_sets *s = r->self;
    occurs(s, source_place_at(s, r), below_arrived(r, led));
}

static bool foreseen(struct reducing *r, tid t, uint32_t tag)
{
    struct source_sets *s = r->self;
    summary events;
    if (!below_foreseen(r, t, tag, &events))
        return false;
    occurs(s, source_place_at(s, r), events);
    return true;
}

static void tried(struct reducing *r, tid t)
{
    struct source_sets *s = r->self;
    struct source_place *p = source_place_at(s, r);
    if (below_tried(r, t)) {
        struct events after = summary_events(s->frames.summaries, p->after);
        p->current[t] |= frame_clashing(&s->frames, frame_at(&s->frames, r), t, &after, p->safe & ~threadset_of(t));
        update_back(r, t);
    }
    p->after = SUMMARY_EMPTY;
}

static void leave(struct reducing *r)
{
    struct source_sets *s = r->self;
    summary below = below_leave(r);
    if (r->depth > 0)
        occurs(s, source_place_at(s, r) - 1, below);
}

#define DLSPOR_BELOW \
    SOURCE_BELOW, .enter = below_enter, .arrived = arrived, .foreseen = foreseen, .tried = tried, .leave = leave

const struct reduction reduction_dlspor = {
    .is = &reduction_kind_dlspor,
    .open = source_sets_open_sound,
    DLSPOR_BELOW,
};

const struct reduction reduction_dljpf = {
    .is = &reduction_kind_dljpf,
    .open = source_sets_open_jpf,
    DLSPOR_BELOW,
};
