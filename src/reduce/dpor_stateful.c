/* dpor_stateful.c - dynamic partial order reduction (dpor.c) with state matching, for programs whose executions all end.
 *
 * Where a path comes to a known state, what was explored below that would have been in races with the steps of this path: these are
 * missed unless the state remembers what occurs below it (Yang, Chen, Gopalakrishnan, Kirby, "Efficient stateful dynamic partial order
 * reduction", SPIN 2008). So every state has a summary (summary.h), of operations that are blocked there too. In what order its events
 * happen is not known: a thread that does something there which depends on a step of the path is tried where that step was made, and if
 * it was not enabled there, all are.
 *
 * A path that comes back to a state on it is cut there, and the search says that it is partial: nothing is known of what lies below.
 *
 * O-DPOR is the same with source sets in place of persistent ones (source.c), on safe sets: the rival in the evaluation of "A Pragmatic
 * Approach to Stateful Partial Order Reduction" (section 5), which has no wakeup trees either. It has no sleep sets: a state that is met
 * again may have been left with other threads asleep.
 *
 * Why that is sound, where executions end. Let w be an execution from s. Of the threads tried at s let q be the one of which the first
 * step of w that depends on its pending operation comes soonest; that step is e, of thread t. What comes before e in w is possible after
 * q, so what was explored below q has it, and e, up to the order of independent steps. If e was executed on the path, a thread was tried
 * at s with which the steps that lead to e can begin; these are steps of w, so it can go first in w. If e lies behind a known state, t
 * was tried at s, or all were. If t cannot go first in w, then t's first step there depends on one before it, which is before e: q was not
 * the one. The initials of all of notdep(i).j will not do: some of them have nothing to do with w, and are as far from it as q was.
 */
#include "base/reserve.h"
#include "reduce/execution.h"
#include "reduce/safe_set.h"
#include "reduce/events/summary.h"

/* The tag of a state: 0 while it is on the path, else its summary and 1. */

/* Record of a choice point on the path. */
struct known {
    summary below; /* what occurs at or below it, as far as it has been explored */
    summary edge;  /* what the transition being tried has done so far */
};

struct stateful {
    struct summaries *summaries;
    struct known     *known; /* like the points of the execution */
    size_t            bytes;
};

/* --- memory ----------------------------------------------------------------------------------------------------------- */

static void close_stateful(void *self)
{
    struct execution *x = self;
    struct stateful *s = x->own;
    if (s) {
        if (s->summaries)
            summaries_close(s->summaries);
        reserve_release(s->known, s->bytes);
        reserve_release(s, sizeof *s);
    }
    execution_close(x);
}

static void *open_with(uint64_t max_nodes, execution_racing *race)
{
    struct execution *x = execution_open(max_nodes, race, false);
    if (!x)
        return NULL;
    size_t bytes = sizeof(struct stateful);
    struct stateful *s = x->own = reserve(&bytes, bytes);
    if (s) {
        s->bytes = (max_nodes + 1) * sizeof *s->known;
        s->known = reserve(&s->bytes, s->bytes);
        s->summaries = summaries_open(false);
    }
    if (s && s->known && s->summaries)
        return x;
    close_stateful(x);
    return NULL;
}

static void *open_stateful(uint64_t max_nodes)
{
    return open_with(max_nodes, dpor_race);
}

static void *open_odpor(uint64_t max_nodes)
{
    return open_with(max_nodes, source_race_matched);
}

static void reset_stateful(void *self)
{
    struct execution *x = self;
    summaries_clear(((struct stateful *)x->own)->summaries);
    execution_reset(x);
}

static uint64_t bytes_of_stateful(void *self)
{
    const struct execution *x = self;
    return summaries_bytes(((struct stateful *)x->own)->summaries) + labels_bytes(x->labels);
}

static uint64_t lacked_by_stateful(void *self)
{
    return summaries_lacked(((struct stateful *)((struct execution *)self)->own)->summaries) + execution_lacked(self);
}

/* --- what occurs ------------------------------------------------------------------------------------------------------ */

static summary blocked_now(const struct execution *x, struct summaries *s)
{
    event pending[MAX_THREADS];
    unsigned count = 0;
    THREADSET_EACH(t, x->blocked & ~x->parked)
        pending[count++] = x->pending[t].event;
    return summary_of(s, pending, count);
}

/* Below the choice point, by the transition being tried and what follows it. */
static void occurs(struct reducing *r, uint64_t depth, summary after)
{
    struct stateful *s = ((struct execution *)r->self)->own;
    struct known *k = &s->known[depth];
    k->below = summary_union(s->summaries, k->below, summary_union(s->summaries, k->edge, after));
}

/* --- races with what is not executed ------------------------------------------------------------------------------------ */

static void race_with(struct execution *x, event e)
{
    tid t = labels_threads(x->labels)[e];
    for (uint32_t i = 0; i < x->count; i++) {
        const struct step *a = &x->steps[i];
        struct point *p = &x->points[a->point];
        if (!a->forced && a->thread != t && execution_touches(x, a->thread, a->label, e))
            p->wanted |= threadset_has(p->enabled, t) ? threadset_of(t) : p->enabled;
    }
}

static void race_with_all(struct execution *x, summary events)
{
    const struct stateful *s = x->own;
    if (events == SUMMARY_ALL) {
        for (uint32_t i = 0; i < x->count; i++)
            x->points[x->steps[i].point].wanted |= x->points[x->steps[i].point].enabled;
        return;
    }
    struct events set = summary_events(s->summaries, events);
    for (uint32_t i = 0; i < set.words; i++)
        for (uint64_t rest = set.word[i]; rest; rest &= rest - 1)
            race_with(x, (event)(i * 64 + (uint32_t)__builtin_ctzll(rest)));
}

/* --- the search goes on ----------------------------------------------------------------------------------------------- */

static threadset enter(struct reducing *r)
{
    struct execution *x = r->self;
    struct stateful *s = x->own;
    threadset at_once = execution_enter(r);
    s->known[r->depth] = (struct known){blocked_now(x, s->summaries), SUMMARY_EMPTY};
    return at_once;
}

/* One thread whose operation is invisible comes alone: it is in no races, and nobody else is asked for. */
static threadset enter_safely(struct reducing *r)
{
    threadset at_once = enter(r), enabled = ((struct execution *)r->self)->points[r->depth].enabled;
    threadset safe = safe_set(r->lts, enabled, enabled, false);
    return threadset_equal(safe, enabled) ? at_once : at_once | safe;
}

static void performing(struct reducing *r, tid t)
{
    struct execution *x = r->self;
    struct stateful *s = x->own;
    struct known *k = &s->known[r->depth];
    bool first = !threadset_any(r->moved);
    execution_performing(r, t);
    k->edge = first ? SUMMARY_EMPTY : summary_union(s->summaries, k->edge, blocked_now(x, s->summaries));
    if (!x->aside)
        k->edge = summary_add(s->summaries, k->edge, x->steps[x->count - 1].event);
}

static void arrived(struct reducing *r, enum led led)
{
    struct execution *x = r->self;
    struct stateful *s = x->own;
    if (led == LED_ON)
        return;
    uint32_t tag = led == LED_BACK ? visited_tag(r->visited) : 0;
    r->partial |= led == LED_ROUND || (led == LED_BACK && tag == 0);
    if (led == LED_BACK) {
        summary below = tag ? tag - 1 : SUMMARY_ALL;
        race_with_all(x, below);
        occurs(r, r->depth, below);
        return;
    }
    execution_arrived(r, led);
    if (x->aside)
        return;
    summary after = led == LED_END ? blocked_now(x, s->summaries) : SUMMARY_EMPTY;
    occurs(r, r->depth, summary_add(s->summaries, after, x->steps[x->count - 1].event)); /* which may have failed */
}

static void leave(struct reducing *r)
{
    const struct stateful *s = ((struct execution *)r->self)->own;
    summary below = s->known[r->depth].below;
    if (visited_insert(r->visited, r->nodes[r->depth].mark.digest) != VISITED_FULL) /* it is there, as good as always */
        visited_set_tag(r->visited, below + 1);
    if (r->depth > 0)
        occurs(r, r->depth - 1, below);
    execution_leave(r);
}

static const struct reduction_memory memory = {
    .node_bytes = sizeof(struct point) + sizeof(struct known), .bytes = bytes_of_stateful, .lacked = lacked_by_stateful};

#define STATEFUL \
    .needs = NEEDS_DEPTH_FIRST | NEEDS_EVERYTHING | NEEDS_TAGS, .keeps = KEEPS_FAULTS, .close = close_stateful, .reset = reset_stateful, \
    .more = execution_more, .performing = performing, .arrived = arrived, .tried = execution_tried, .leave = leave, .memory = &memory

const struct reduction reduction_dpor_stateful = {
    .is = &reduction_kind_dpor_stateful,
    .open = open_stateful,
    .enter = enter,
    STATEFUL,
};

const struct reduction reduction_odpor = {
    .is = &reduction_kind_odpor,
    .open = open_odpor,
    .enter = enter_safely,
    STATEFUL,
};
