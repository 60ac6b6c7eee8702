/* despor_stateless.c - the eager algorithm without state matching, which is not in the paper: lines 3 and 15 to 17 of algorithm 2
 * (despor.c) go, for no state is known. What occurs is charged to all transitions on the path, as in the sound form. For programs whose
 * executions all end.
 */
#include "reduce/despor.h"

static threadset enter(struct reducing *r)
{
    struct source_sets *s = r->self;
    threadset parks = source_enter_unmatched(r);
    despor_charge_all(r, frame_blocked(&s->frames, frame_at(&s->frames, r)), r->depth);
    return parks;
}

static void arrived(struct reducing *r, enum led led)
{
    struct source_sets *s = r->self;
    frame_arrived(&s->frames, r, led);
    despor_charge_all(r, summary_of_events(s->frames.summaries, &s->frames.edge), r->depth + 1);
    if (led != LED_ON && led != LED_BACK)
        despor_charge_all(r, source_ended(r, led), r->depth + 1);
}

static void tried(struct reducing *r, tid t)
{
    if (source_tried(r, t))
        update_back(r, t);
}

static void leave(struct reducing *r)
{
    frame_leave(&((struct source_sets *)r->self)->frames, r);
}

const struct reduction reduction_despor_stateless = {
    .is = &reduction_kind_despor_stateless,
    SOURCE_SETS_UNMATCHED,
    .enter = enter,
    .performing = source_performing,
    .arrived = arrived,
    .tried = tried,
    .leave = leave,
};
