/* source_sets.c - see source_sets.h. */
#include "reduce/source_sets.h"

#include "base/reserve.h"
#include "reduce/safe_set.h"

void source_sets_close(void *self)
{
    struct source_sets *s = self;
    frames_close(&s->frames);
    graph_close(&s->graph);
    components_close(&s->components);
    reserve_release(s->places, s->bytes);
    reserve_release(s->ahead, s->ahead_bytes);
    reserve_release(s, sizeof *s);
}

static void *open_form(uint64_t max_nodes, enum form form)
{
    size_t bytes = sizeof(struct source_sets);
    struct source_sets *s = reserve(&bytes, bytes);
    if (!s)
        return NULL;
    s->form = form;
    s->bytes = (max_nodes + 1) * sizeof *s->places;
    s->places = reserve(&s->bytes, s->bytes);
    s->ahead_bytes = reserve_machine() / 2;
    s->ahead = reserve(&s->ahead_bytes, 1 << 20);
    bool opened = frames_open(&s->frames, max_nodes, form == FORM_PRINTED) && graph_open(&s->graph) && components_open(&s->components);
    if (opened && s->places && s->ahead)
        return s;
    source_sets_close(s);
    return NULL;
}

void *source_sets_open_sound(uint64_t max_nodes)
{
    return open_form(max_nodes, FORM_SOUND);
}

void *source_sets_open_printed(uint64_t max_nodes)
{
    return open_form(max_nodes, FORM_PRINTED);
}

void *source_sets_open_jpf(uint64_t max_nodes)
{
    return open_form(max_nodes, FORM_JPF);
}

void source_sets_reset(void *self)
{
    struct source_sets *s = self;
    frames_clear(&s->frames);
    graph_clear(&s->graph);
    components_clear(&s->components);
    s->given_up = 0;
}

static uint64_t source_sets_bytes(void *self)
{
    const struct source_sets *s = self;
    return graph_bytes(&s->graph) + components_bytes(&s->components) + frames_bytes(&s->frames);
}

static uint64_t source_sets_lacked(void *self)
{
    const struct source_sets *s = self;
    return s->graph.lacked + frames_lacked(&s->frames);
}

const struct reduction_memory source_sets_memory = {
    .node_bytes = sizeof(struct source_place) + sizeof(struct frame), .bytes = source_sets_bytes, .lacked = source_sets_lacked};

/* --- the search goes on ----------------------------------------------------------------------------------------------- */

/* For the paper the end of a thread is no action: it belongs to the last one. */
static threadset safe_set_in(enum form form, const struct lts *l, threadset enabled)
{
    THREADSET_EACH(t, form == FORM_PRINTED ? enabled : NO_THREADS)
        if (l->next(l->self, t)->kind == OP_EXIT)
            return threadset_of(t);
    return form == FORM_JPF ? enabled : safe_set(l, enabled, enabled, false);
}

static void begin(const struct source_sets *s, const struct reducing *r, const struct frame *f, struct source_place *p)
{
    p->safe = safe_set_in(s->form, r->lts, f->enabled);
    p->backtrack = p->safe;
    p->waiting = NO_THREADS;
    p->led_on = false;
    THREADSET_EACH(t, f->enabled)
        p->current[t] = threadset_of(t);
}

threadset source_enter(struct reducing *r)
{
    struct source_sets *s = r->self;
    struct source_place *p = source_place_at(s, r);
    threadset parks = frame_enter(&s->frames, r);
    const struct frame *f = frame_at(&s->frames, r);
    if (r->depth == 0)
        visited_set_tag(r->visited, graph_add_state(&s->graph));
    p->state = visited_tag(r->visited);
    p->before = 0;
    begin(s, r, f, p);
    graph_begin(&s->graph, p->state, frame_blocked(&s->frames, f));
    return parks;
}

void source_performing(struct reducing *r, tid t)
{
    frame_performing(&((struct source_sets *)r->self)->frames, r, t);
}

static uint32_t state_led_to(struct source_sets *s, const struct reducing *r, enum led led)
{
    if (led != LED_ON && led != LED_BACK && led != LED_END)
        return GRAPH_NOTHING;
    uint32_t state = visited_tag(r->visited);
    if (state == 0 && led != LED_BACK) {
        state = graph_add_state(&s->graph);
        visited_set_tag(r->visited, state);
        if (led == LED_END && state != GRAPH_UNKNOWN)
            s->graph.states[state].blocked = frame_stuck(&s->frames, r);
    }
    return state;
}

uint32_t source_arrived(struct reducing *r, enum led led)
{
    struct source_sets *s = r->self;
    struct frame *f = frame_at(&s->frames, r);
    struct source_place *p = source_place_at(s, r);
    frame_arrived(&s->frames, r, led);
    p->edge = summary_of_events(s->frames.summaries, &s->frames.edge);
    uint32_t to = state_led_to(s, r, led);
    bool round = led == LED_ROUND || (!threadset_equal(p->safe, f->enabled) && s->graph.states[to].unfinished);
    f->full |= round && s->form != FORM_PRINTED;
    graph_add_edge(&s->graph, p->state, p->edge, to);
    return to;
}

void source_leave(struct reducing *r)
{
    struct source_sets *s = r->self;
    graph_finish(&s->graph, source_place_at(s, r)->state);
    frame_leave(&s->frames, r);
}

/* --- without state matching ------------------------------------------------------------------------------------------- */

threadset source_enter_unmatched(struct reducing *r)
{
    struct source_sets *s = r->self;
    threadset parks = frame_enter(&s->frames, r);
    begin(s, r, frame_at(&s->frames, r), source_place_at(s, r));
    return parks;
}

summary source_ended(struct reducing *r, enum led led)
{
    struct source_sets *s = r->self;
    struct frame *f = frame_at(&s->frames, r);
    r->executions += !threadset_has(f->parked, r->nodes[r->depth].thread); /* otherwise the others go on */
    f->full |= led == LED_ROUND;
    return led == LED_END ? frame_stuck(&s->frames, r) : SUMMARY_EMPTY;
}

/* --- source sets ------------------------------------------------------------------------------------------------------ */

bool source_tried(struct reducing *r, tid t)
{
    struct source_sets *s = r->self;
    struct frame *f = frame_at(&s->frames, r);
    struct source_place *p = source_place_at(s, r);
    if (!frame_tried(&s->frames, r, t) || f->full)
        return false;
    if (threadset_equal(f->done, p->safe))
        p->backtrack = f->done;
    return !threadset_equal(f->done, p->safe);
}

/* Figure 2, the second case: is there a T within `done` that is the union of its current sets? */
static bool is_closed(const struct source_place *p, threadset done)
{
    THREADSET_EACH(u, done) {
        threadset members = threadset_of(u), seen = NO_THREADS;
        while (!threadset_any(members & ~done) && threadset_any(members & ~seen)) {
            tid t = threadset_first(members & ~seen);
            seen |= threadset_of(t);
            members |= p->current[t];
        }
        if (!threadset_any(members & ~done))
            return true;
    }
    return false;
}

/* Figure 2, case by case. */
void update_back(struct reducing *r, tid t)
{
    struct source_sets *s = r->self;
    struct source_place *p = source_place_at(s, r);
    threadset done = frame_at(&s->frames, r)->done;
    if (threadset_any(p->current[t] & ~p->safe)) {
        p->backtrack = p->safe;
    } else if (is_closed(p, done)) {
        p->backtrack = done;
    } else {
        p->backtrack = NO_THREADS;
        THREADSET_EACH(u, done)
            p->backtrack |= p->current[u];
    }
}

threadset source_more(struct reducing *r)
{
    const struct source_sets *s = r->self;
    const struct frame *f = frame_at(&s->frames, r);
    const struct source_place *p = source_place_at(s, r);
    threadset left = p->safe & ~f->done, wanted = p->backtrack & left;
    if (f->full)
        return f->enabled & ~f->done;
    return threadset_any(wanted) || threadset_equal(p->backtrack, f->done) ? wanted : left;
}

tid source_prefer(struct reducing *r, threadset candidates)
{
    return frame_prefer(&((struct source_sets *)r->self)->frames, r, candidates);
}
