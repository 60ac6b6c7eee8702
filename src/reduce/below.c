/* below.c - see below.h. */
#include "reduce/below.h"

static summary join(const struct source_sets *s, summary a, summary b)
{
    return summary_union(s->frames.summaries, a, b);
}

threadset below_enter(struct reducing *r)
{
    struct source_sets *s = r->self;
    struct source_place *p = source_place_at(s, r);
    components_enter(&s->components, r, &p->at);
    threadset parks = source_enter_unmatched(r);
    p->after = SUMMARY_EMPTY;
    p->moves = false;
    p->below = frame_blocked(&s->frames, frame_at(&s->frames, r));
    return parks;
}

/* Below a known state. A safe set of one thread may close no cycle. */
static summary beyond(const struct source_sets *s, const struct reducing *r, uint32_t tag)
{
    struct frame *f = frame_at(&s->frames, r);
    struct source_place *p = source_place_at(s, r);
    f->full |= !threadset_equal(p->safe, f->enabled) && !(tag & TAG_CLOSED);
    return components_known(&p->at, tag);
}

static summary below_end(struct source_sets *s, const struct reducing *r)
{
    if (visited_tag(r->visited) == 0)
        visited_set_tag(r->visited, TAG_CLOSED | frame_stuck(&s->frames, r));
    return visited_tag(r->visited) & TAG_NUMBER;
}

summary below_arrived(struct reducing *r, enum led led)
{
    struct source_sets *s = r->self;
    frame_arrived(&s->frames, r, led);
    frame_at(&s->frames, r)->full |= led == LED_ROUND;
    summary edge = summary_of_events(s->frames.summaries, &s->frames.edge);
    struct source_place *p = source_place_at(s, r);
    if (frame_stays(&s->frames, r, led)) {
        frame_at(&s->frames, r)->full |= !threadset_equal(p->safe, frame_at(&s->frames, r)->enabled);
        return edge;
    }
    p->moves = true;
    if (led == LED_BACK)
        return join(s, edge, beyond(s, r, visited_tag(r->visited)));
    return led == LED_END ? join(s, edge, below_end(s, r)) : edge;
}

bool below_foreseen(struct reducing *r, tid t, uint32_t tag, summary *events)
{
    struct source_sets *s = r->self;
    const struct frame *f = frame_at(&s->frames, r);
    if (tag == 0 || threadset_has(f->exits | f->parked, t))
        return false;
    source_place_at(s, r)->moves = true;
    *events = summary_add(s->frames.summaries, beyond(s, r, tag), f->pending[t]);
    return true;
}

bool below_tried(struct reducing *r, tid t)
{
    struct source_sets *s = r->self;
    struct source_place *p = source_place_at(s, r);
    p->below = join(s, p->below, p->after);
    p->at.open |= !p->moves;
    if (p->at.open)
        p->current[t] = ALL_THREADS;
    p->at.open = p->moves = false;
    return source_tried(r, t);
}

summary below_leave(struct reducing *r)
{
    struct source_sets *s = r->self;
    struct components *c = &s->components;
    struct source_place *p = source_place_at(s, r);
    frame_leave(&s->frames, r);
    c->open[p->at.index].below = p->below;
    if (p->at.low != p->at.index) {
        components_leave_open(&p[-1].at, &p->at);
        return p->below;
    }
    summary below = components_below(c, s->frames.summaries, &p->at);
    components_finish(c, r, &p->at, TAG_CLOSED | below);
    return below;
}
