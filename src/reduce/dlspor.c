/* dlspor.c - DL-S-POR: algorithm 3 of "A Pragmatic Approach to Stateful Partial Order Reduction", the lazy one, with the
 * optimizations of its appendix A.
 *
 * Back at a state s, after thread t has been tried, what lies below is traversed again: current[t] are the threads that do
 * something there that depends on next(s, t). No transition is traversed twice on the way; nothing is traversed after the last
 * thread, nor if all that are left lead to known states, as far as that can be foreseen: these count as tried. And no further
 * than to where current[t] has all threads of the safe set, or one that is not of it.
 *
 *     line    of algorithm 3                           here
 *     1-4     Explore; backtrack, done, current        the driver (search/drivers/dfs.c); enter(), source_enter()
 *     5-8     t of backtrack \ done, else of the       source_more(). Only those of the safe set: as printed `backtrack` may hold
 *             safe set \ done                          others, of earlier current sets, which have no transition to be tried here
 *     9, 10   next(s, t), push                         the driver, which tells of it: performing(), arrived()
 *     11, 12  Explore, if notVisited(s')               the driver
 *     13      IsComplete(s)                            tried(): after known states too, as the line is printed. In
 *                                                      tried_as_in_appendix(): "only when backtracking from a new state"
 *     14-16   pop, return                              the driver; source_leave()
 *     17, 18  transitions of threads not in `done`     those of the thread that was just tried, from `before` on; in the appendix
 *                                                      of those that wait, too
 *     19      done <- done + t                         source_tried()
 *     20, 21  done is the safe set                     source_tried(), which is false then
 *             or all the others are known              others_lead_back(): as far as the lts foresees where they lead; as printed
 *                                                      others_are_visited(): they are tried, and taken back
 *     22      they join L_r                            the same
 *     23-25   done, backtrack <- safeSet(s); true      is_complete(): backtrack <- done, which ends it as well
 *     26      current[t] <- {t}                        update_curr()
 *     27, 28  A_s', and who of it depends on a         update_curr(): graph_retraverse(), look()
 *     29      UpdateBack (figure 2)                    update_back()
 *     30-32   backtrack = done?                        source_more(): nobody is asked for then
 *
 * In the sound form it also stops at an unfinished state: then all threads are tried (source_sets.h). dlspor_below.c traverses nothing
 * again, dlspor_stateless.c does without known states.
 */
#include "reduce/source_sets.h"

/* State of the traversal after one thread. */
struct lazy {
    struct retraversal  by;
    const struct frames *frames;
    const struct frame  *f;
    tid                  t;
    threadset            safe, current;
};

static bool look(struct retraversal *by, summary events)
{
    struct lazy *z = (struct lazy *)by;
    struct events set = summary_events(z->frames->summaries, events);
    z->current |= frame_clashing(z->frames, z->f, z->t, &set, ALL_THREADS);
    return !threadset_any(z->current & ~z->safe) && !threadset_equal(z->current, z->safe);
}

/* --- current sets ----------------------------------------------------------------------------------------------------- */

/* Lines 26 to 28: current[t], from L_r beyond the transitions of t: from `until` back to `since`. False: nothing can be concluded. */
static bool update_curr(struct reducing *r, tid t, uint32_t until, uint32_t since)
{
    struct source_sets *s = r->self;
    struct graph *g = &s->graph;
    struct source_place *p = source_place_at(s, r);
    struct lazy z = {.by = {.look = look, .into_unfinished = s->form == FORM_PRINTED}, .t = t, .safe = p->safe, .current = threadset_of(t)};
    bool on = true;
    if (!graph_has_all(g, p->state))
        return false;
    z.frames = &s->frames;
    z.f = frame_at(&s->frames, r);
    graph_start(g);
    for (uint32_t i = until; on && i != since; i = g->edges[i].next)
        on = look(&z.by, g->edges[i].events) && graph_reach(g, g->edges[i].to, &z.by);
    if (on)
        graph_retraverse(g, &z.by);
    r->retraversed += z.by.edges;
    p->current[t] = z.current;
    return !z.by.met_unfinished;
}

/* --- known successors ------------------------------------------------------------------------------------------------- */

static threadset enter(struct reducing *r)
{
    struct source_sets *s = r->self;
    threadset parks = source_enter(r);
    struct source_place *p = source_place_at(s, r);
    const struct lts *l = r->lts;
    p->ahead = r->depth > 0 ? p[-1].ahead + threadset_span(p[-1].foreseen) : 0;
    p->foreseen = NO_THREADS;
    if (lts_foresees(l) && threadset_several(p->safe) && (p->ahead + MAX_THREADS) * sizeof *s->ahead <= s->ahead_bytes)
        p->foreseen = lts_foreseen(l, p->safe, &s->ahead[p->ahead]);
    return parks;
}

/* The number of a state that is known and was a choice point or an end, or GRAPH_UNKNOWN. */
static uint32_t known(const struct visited *v, struct digest d)
{
    uint32_t state;
    return visited_look(v, d, &state) ? state : GRAPH_UNKNOWN;
}

/* Lines 21 and 22: do all threads that are left lead to known states? Then their transitions join L_r as if they had been taken. */
static bool others_lead_back(struct reducing *r)
{
    struct source_sets *s = r->self;
    const struct frame *f = frame_at(&s->frames, r);
    const struct source_place *p = source_place_at(s, r);
    const struct digest *to = &s->ahead[p->ahead];
    threadset left = p->safe & ~f->done;
    if (threadset_any(left & ~p->foreseen))
        return false;
    THREADSET_EACH(t, left)
        if (known(r->visited, to[t]) == GRAPH_UNKNOWN)
            return false;
    THREADSET_EACH(t, left) {
        summary events = summary_of(s->frames.summaries, &f->pending[t], 1);
        graph_add_edge(&s->graph, p->state, events, known(r->visited, to[t]));
    }
    return true;
}

/* The same as printed, for whatever they do: it is looked where each of them leads. */
static bool others_are_visited(struct reducing *r)
{
    struct source_sets *s = r->self;
    const struct source_place *p = source_place_at(s, r);
    threadset left = p->safe & ~frame_at(&s->frames, r)->done;
    summary events[MAX_THREADS];
    uint32_t to[MAX_THREADS];
    THREADSET_EACH(t, left) {
        struct digest at;
        if (!r->look(r, t, &at) || (to[t] = known(r->visited, at)) == GRAPH_UNKNOWN)
            return false;
        frame_arrived(&s->frames, r, LED_BACK);
        events[t] = summary_of_events(s->frames.summaries, &s->frames.edge);
    }
    THREADSET_EACH(t, left)
        graph_add_edge(&s->graph, p->state, events[t], to[t]);
    return true;
}

/* --- the search goes on ----------------------------------------------------------------------------------------------- */

/* Lines 20 to 29. If it is, backtrack is equal to `done`. */
static void is_complete(struct reducing *r, tid t)
{
    struct source_sets *s = r->self;
    struct frame *f = frame_at(&s->frames, r);
    struct source_place *p = source_place_at(s, r);
    if (others_lead_back(r))
        p->backtrack = f->done;
    else if (update_curr(r, t, s->graph.states[p->state].edges, p->before))
        update_back(r, t);
    else
        f->full = true;
}

/* As printed, lines 18 to 31, of all threads that were tried since the search last came back from a new state. */
static void is_complete_as_printed(struct reducing *r)
{
    struct source_sets *s = r->self;
    const struct frame *f = frame_at(&s->frames, r);
    struct source_place *p = source_place_at(s, r);
    threadset tried = p->waiting;
    p->waiting = NO_THREADS;
    if (others_are_visited(r)) {
        p->backtrack = f->done;
        return;
    }
    THREADSET_EACH(t, tried) /* all of `done` have current sets before these are compared */
        update_curr(r, t, p->until[t], p->since[t]);
    THREADSET_EACH(t, tried) {
        update_back(r, t);
        if (threadset_any(p->current[t] & ~p->safe))
            return;
    }
}

static void arrived(struct reducing *r, enum led led)
{
    bool known_state = led == LED_BACK || (led == LED_END && visited_tag(r->visited) != 0);
    source_arrived(r, led);
    source_place_at(r->self, r)->led_on |= !known_state;
}

static void tried(struct reducing *r, tid t)
{
    struct source_sets *s = r->self;
    struct source_place *p = source_place_at(s, r);
    if (source_tried(r, t))
        is_complete(r, t);
    p->before = s->graph.states[p->state].edges;
}

static void tried_in_form(struct reducing *r, tid t, bool always)
{
    struct source_sets *s = r->self;
    struct source_place *p = source_place_at(s, r);
    bool led_on = p->led_on;
    p->since[t] = p->before;
    p->before = p->until[t] = s->graph.states[p->state].edges;
    p->waiting |= threadset_of(t);
    p->led_on = false;
    bool more = source_tried(r, t), wanted = threadset_any(p->backtrack & p->safe & ~frame_at(&s->frames, r)->done);
    if (more && (always || led_on || !wanted))
        is_complete_as_printed(r);
    p->before = s->graph.states[p->state].edges;
}

static void tried_as_printed(struct reducing *r, tid t)
{
    tried_in_form(r, t, true);
}

/* "Only when backtracking from a new state"; or when there is nobody else to be tried, of which the paper says nothing: who led to a known
 * state would be tried again and again. */
static void tried_as_in_appendix(struct reducing *r, tid t)
{
    tried_in_form(r, t, false);
}

#define DLSPOR \
    SOURCE_SETS, .enter = enter, .more = source_more, .performing = source_performing, .arrived = arrived, .leave = source_leave

const struct reduction reduction_dlspor_retraversing = {
    .is = &reduction_kind_dlspor_retraversing,
    .keeps = KEEPS_FAULTS | KEEPS_RACES,
    .open = source_sets_open_sound,
    .prefer = source_prefer,
    .tried = tried,
    DLSPOR,
};

const struct reduction reduction_dlspor_paper = {
    .is = &reduction_kind_dlspor_paper,
    .open = source_sets_open_printed,
    .tried = tried_as_printed,
    DLSPOR,
};

const struct reduction reduction_dlspor_appendix_paper = {
    .is = &reduction_kind_dlspor_appendix_paper,
    .open = source_sets_open_printed,
    .tried = tried_as_in_appendix,
    DLSPOR,
};
