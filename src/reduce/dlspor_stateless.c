/* dlspor_stateless.c - the lazy algorithm without state matching, which is not in the paper: nothing need be traversed again (lines 27
 * and 28 of algorithm 3, dlspor.c), for what occurs below a state is collected on the way back. For programs whose executions all end.
 */
#include "reduce/source_sets.h"

static summary join(struct reducing *r, summary a, summary b)
{
    return summary_union(((struct source_sets *)r->self)->frames.summaries, a, b);
}

static threadset enter(struct reducing *r)
{
    struct source_sets *s = r->self;
    struct source_place *p = source_place_at(s, r);
    threadset parks = source_enter_unmatched(r);
    p->after = SUMMARY_EMPTY;
    p->below = frame_blocked(&s->frames, frame_at(&s->frames, r));
    return parks;
}

static void arrived(struct reducing *r, enum led led)
{
    struct source_sets *s = r->self;
    struct source_place *p = source_place_at(s, r);
    frame_arrived(&s->frames, r, led);
    p->after = join(r, p->after, summary_of_events(s->frames.summaries, &s->frames.edge));
    if (led != LED_ON && led != LED_BACK) /* else when it is left again; never: the search is partial */
        p->after = join(r, p->after, source_ended(r, led));
}

static void tried(struct reducing *r, tid t)
{
    struct source_sets *s = r->self;
    struct source_place *p = source_place_at(s, r);
    p->below = join(r, p->below, p->after);
    if (source_tried(r, t)) {
        struct events after = summary_events(s->frames.summaries, p->after);
        p->current[t] |= frame_clashing(&s->frames, frame_at(&s->frames, r), t, &after, ALL_THREADS);
        update_back(r, t);
    }
    p->after = SUMMARY_EMPTY;
}

static void leave(struct reducing *r)
{
    struct source_sets *s = r->self;
    struct source_place *p = source_place_at(s, r);
    frame_leave(&s->frames, r);
    if (r->depth > 0)
        p[-1].after = join(r, p[-1].after, p->below);
}

const struct reduction reduction_dlspor_stateless = {
    .is = &reduction_kind_dlspor_stateless,
    SOURCE_SETS_UNMATCHED,
    .enter = enter,
    .performing = source_performing,
    .arrived = arrived,
    .tried = tried,
    .leave = leave,
};
