/* despor.c - DE-S-POR: algorithm 2 of "A Pragmatic Approach to Stateful Partial Order Reduction", the eager one.
 *
 * Whatever occurs is charged to the transitions on the path that it depends on: its thread joins their current sets. When the
 * path comes to a known state, everything that lies below is traversed again and charged likewise.
 *
 *     line    of algorithm 2                           here
 *     1-3     Explore, if not Visited(s)               the driver (search/drivers/dfs.c), which tells what it does (reduction.h)
 *     4, 5    backtrack <- {t}, t in safeSet(s)        enter(), source_enter(): backtrack is the safe set, of which the driver tries
 *                                                      one; line 13 gives it another value before the next is chosen
 *     6       while backtrack \ done is not empty      source_more(); as printed more_as_printed()
 *     7, 8    next(s, t'), push                        the driver
 *     9       done <- done + t'                        tried(): only line 13 looks at it
 *     10      current[t'] <- {t'}                      source_enter(), for all: nothing is charged to who is not being tried
 *     11      UpdateCurr(a)                            performing(), as printed; else arrived(), for all that the transition has done
 *     12      Explore                                  the driver
 *     13      UpdateBack (figure 2)                    tried(): update_back(), unless `done` has become the safe set
 *     14      pop                                      the driver, leave()
 *     15, 16  a known state: A_s                       arrived(): update_curr_beyond(), each transition once (appendix A)
 *     17      UpdateCurr(a') for each                  despor_charge_all(): to all transitions and not to the last (appendix A)
 *     18-22   UpdateCurr: the last dependent one       update_curr(), charge_last()
 *
 * In figure 2 T may be all of `done` (which changes nothing), and is not empty.
 *
 * As printed what occurs for the first time is charged to the last dependent transition only. That is not enough, even without
 * cycles and deadlocks: the sound form charges all, and where a known state leads to an unfinished one, all threads are tried
 * at every choice point on the path (source_sets.h).
 *
 * Not in the paper: what lies behind a known state is not charged to a current set that has all threads of the safe set already, or one
 * that is not of it (is_undecided). The latter can be noticed in the form as printed: a later UpdateBack for another thread takes the
 * union of the current sets, and may then ask for fewer. (The paper does the same in its lazy algorithm.) And line 11 does not ask
 * whether a is visible: what is not depends on nothing.
 */
#include "reduce/despor.h"

/* --- charging --------------------------------------------------------------------------------------------------------- */

/* Can it still make a difference who else joins current[t]? Not if it has all threads of the safe set, or one that is not of it. */
static bool is_undecided(const struct source_place *p, const struct frame *f, tid t)
{
    return !f->full && !threadset_any(p->current[t] & ~p->safe) && !threadset_equal(p->current[t], p->safe);
}

void despor_charge(struct reducing *r, summary events, uint64_t i)
{
    struct source_sets *s = r->self;
    struct source_place *p = &s->places[i];
    tid t = r->nodes[i].thread;
    const struct frame *f = &s->frames.frame[i];
    struct events set = summary_events(s->frames.summaries, events);
    if (is_undecided(p, f, t))
        p->current[t] |= frame_clashing(&s->frames, f, t, &set, ALL_THREADS);
}

/* To all transitions of nodes[0 … count) that are being tried: lines 18 to 22 as appendix A wants them after known states. */
void despor_charge_all(struct reducing *r, summary events, uint64_t count)
{
    for (uint64_t i = ((struct source_sets *)r->self)->given_up; i < count && events != SUMMARY_EMPTY; i++)
        despor_charge(r, events, i);
}

/* Lines 18 to 22 as printed: to the last transition on the path that depends on it; to nobody if that was a single successor. */
static void charge_last(struct reducing *r, tid u, event e)
{
    struct source_sets *s = r->self;
    struct events it = summary_events(s->frames.summaries, summary_of(s->frames.summaries, &e, 1));
    label a = event_label(s->frames.labels, e);
    for (uint64_t i = r->depth + 1; i-- > 0;) {
        struct source_place *p = &s->places[i];
        tid t = r->nodes[i].thread;
        struct events run = summary_events(s->frames.summaries, p->run);
        if (threadset_any(frames_clashing(&s->frames, &run, u, a, ALL_THREADS) & ~threadset_of(u)))
            return;
        if (t != u && threadset_any(frame_clashing(&s->frames, &s->frames.frame[i], t, &it, ALL_THREADS))) {
            p->current[t] |= threadset_of(u);
            return;
        }
    }
}

/* Line 11 as printed. */
static void update_curr(struct reducing *r, tid t)
{
    struct source_sets *s = r->self;
    struct source_place *p = source_place_at(s, r);
    if (!threadset_any(r->moved))
        p->run = SUMMARY_EMPTY;
    charge_last(r, t, s->frames.performed);
    if (threadset_any(r->moved))
        p->run = summary_add(s->frames.summaries, p->run, s->frames.performed);
}

/* --- traversing again ------------------------------------------------------------------------------------------------- */

struct eager {
    struct retraversal by;
    struct summaries  *summaries;
    summary            occurs;
};

static bool look(struct retraversal *by, summary events)
{
    struct eager *z = (struct eager *)by;
    z->occurs = summary_union(z->summaries, z->occurs, events);
    return true;
}

/* Lines 16 and 17. */
static void update_curr_beyond(struct reducing *r, uint32_t state)
{
    struct source_sets *s = r->self;
    struct eager z = {.by = {.look = look, .into_unfinished = s->form == FORM_PRINTED}, .summaries = s->frames.summaries};
    graph_start(&s->graph);
    if (graph_reach(&s->graph, state, &z.by))
        graph_retraverse(&s->graph, &z.by);
    r->retraversed += z.by.edges;
    despor_charge_all(r, z.occurs, r->depth + 1);
    for (; z.by.met_unfinished && s->given_up <= r->depth; s->given_up++)
        s->frames.frame[s->given_up].full = true;
}

/* --- the search goes on ----------------------------------------------------------------------------------------------- */

static threadset enter(struct reducing *r)
{
    struct source_sets *s = r->self;
    threadset parks = source_enter(r);
    despor_charge_all(r, frame_blocked(&s->frames, frame_at(&s->frames, r)), r->depth);
    return parks;
}

static void performing(struct reducing *r, tid t)
{
    struct source_sets *s = r->self;
    frame_performing(&s->frames, r, t);
    if (s->form == FORM_PRINTED)
        update_curr(r, t);
}

static void arrived(struct reducing *r, enum led led)
{
    struct source_sets *s = r->self;
    uint32_t to = source_arrived(r, led);
    if (s->form != FORM_PRINTED)
        despor_charge_all(r, source_place_at(s, r)->edge, r->depth + 1);
    if (led == LED_BACK || led == LED_END)
        update_curr_beyond(r, to);
}

static void tried(struct reducing *r, tid t)
{
    if (source_tried(r, t))
        update_back(r, t);
}

static void leave(struct reducing *r)
{
    struct source_sets *s = r->self;
    if (s->given_up > r->depth)
        s->given_up = r->depth;
    source_leave(r);
}

/* As printed the end is where nobody is left of those that are asked for and enabled. */
static threadset more_as_printed(struct reducing *r)
{
    const struct source_sets *s = r->self;
    const struct source_place *p = source_place_at(s, r);
    return p->backtrack & p->safe & ~frame_at(&s->frames, r)->done;
}

#define DESPOR \
    SOURCE_SETS, .enter = enter, .performing = performing, .arrived = arrived, .tried = tried, .leave = leave

const struct reduction reduction_despor_retraversing = {
    .is = &reduction_kind_despor_retraversing,
    .keeps = KEEPS_FAULTS | KEEPS_RACES,
    .open = source_sets_open_sound,
    .more = source_more,
    .prefer = source_prefer,
    DESPOR,
};

const struct reduction reduction_despor_paper = {
    .is = &reduction_kind_despor_paper,
    .open = source_sets_open_printed,
    .more = more_as_printed,
    DESPOR,
};
