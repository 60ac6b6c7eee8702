/* frame.c - see frame.h. */
#include "reduce/frame.h"

#include "base/reserve.h"

bool frames_open(struct frames *s, uint64_t max_nodes, bool as_printed)
{
    s->as_printed = as_printed;
    s->bytes = (max_nodes + 1) * sizeof *s->frame;
    s->labels = labels_open();
    s->summaries = summaries_open();
    s->frame = reserve(&s->bytes, s->bytes);
    return s->labels && s->summaries && s->frame;
}

void frames_close(struct frames *s)
{
    if (s->labels)
        labels_close(s->labels);
    if (s->summaries)
        summaries_close(s->summaries);
    reserve_release(s->frame, s->bytes);
}

void frames_clear(struct frames *s)
{
    labels_clear(s->labels);
    summaries_clear(s->summaries);
}

/* --- labels ----------------------------------------------------------------------------------------------------------- */

/* After such an operation everybody else still touches the same. */
static bool keeps_labels(enum op_kind kind)
{
    return kind <= OP_FENCE || kind == OP_YIELD || (kind >= OP_LOCK && kind <= OP_UNLOCK) || (kind >= OP_SEM_WAIT && kind <= OP_SEM_POST);
}

static event pending_event(struct frames *s, const struct lts *l, tid t, label *candidate)
{
    label a = label_of(s->labels, l, t, candidate);
    if (s->as_printed)
        *candidate = a;
    return event_of(s->labels, t, a);
}

static summary with_pending(struct frames *s, const struct lts *l, summary a, threadset threads)
{
    label candidate;
    THREADSET_EACH(t, threads)
        a = summary_add(s->summaries, a, pending_event(s, l, t, &candidate));
    return a;
}

/* What is pending at the new choice point. Of threads that have not moved it is what it was at the one before, unless that was a matter
 * of the state. */
static void label_frame(struct frames *s, const struct reducing *r, struct frame *f)
{
    const struct lts *l = r->lts;
    const struct frame *before = r->depth > 0 && !s->relabel ? f - 1 : NULL;
    threadset anew = before ? r->moved | before->looking | (f->live & ~before->live) : f->live;
    f->parked = before ? before->parked & ~anew : 0;
    f->exits = before ? before->exits & ~anew : 0;
    f->looking = 0;
    THREADSET_EACH(t, f->live) {
        if (!threadset_has(anew, t)) {
            f->pending[t] = before->pending[t];
            f->candidate[t] = before->candidate[t];
        } else if (!s->as_printed && label_parks(l, t)) {
            f->parked |= threadset_of(t);
            f->candidate[t] = LABEL_NOTHING;
        } else {
            f->pending[t] = pending_event(s, l, t, &f->candidate[t]);
            enum op_kind kind = l->next(l->self, t)->kind;
            f->exits |= kind == OP_PROCESS_EXIT ? threadset_of(t) : 0;
            f->looking |= op_may_only_look(kind) ? threadset_of(t) : 0;
        }
    }
}

/* --- the search goes on ----------------------------------------------------------------------------------------------- */

threadset frame_enter(struct frames *s, const struct reducing *r)
{
    struct frame *f = frame_at(s, r);
    const struct node *n = &r->nodes[r->depth];
    f->live = r->lts->live(r->lts->self);
    label_frame(s, r, f);
    f->enabled = n->enabled & ~f->parked;
    f->moved = r->moved;
    f->done = 0;
    f->full = f->ranked = false;
    f->blocked = f->edge = SUMMARY_EMPTY;
    THREADSET_EACH(t, s->as_printed ? 0 : f->live & ~n->enabled)
        f->blocked = summary_add(s->summaries, f->blocked, f->pending[t]);
    return f->parked & ~(r->depth > 0 ? f[-1].parked : 0);
}

/* What is pending in those that are blocked on a run of single successors. A thread mostly makes several steps in a row, and the others
 * stay as they are. */
static summary blocked_on_run(struct frames *s, const struct lts *l, threadset others)
{
    if (others != 0 && others == s->others)
        return s->theirs;
    s->theirs = with_pending(s, l, SUMMARY_EMPTY, others);
    s->others = others;
    THREADSET_EACH(t, others)
        if (op_may_only_look(l->next(l->self, t)->kind))
            s->others = 0; /* that is a matter of the state */
    return s->theirs;
}

/* To create a thread need not be visible: if only one thread ever does, it is a part of some step. But a thread that does not exist
 * yet waits for it. */
void frame_births(struct frames *s, const struct reducing *r)
{
    struct frame *f = frame_at(s, r);
    if (r->lts->live(r->lts->self) & ~s->live && !s->as_printed)
        f->edge = summary_add(s->summaries, f->edge, event_of(s->labels, r->mover, LABEL_BIRTH));
}

summary frame_performing(struct frames *s, const struct reducing *r, tid t)
{
    struct frame *f = frame_at(s, r);
    const struct lts *l = r->lts;
    summary occurs = SUMMARY_EMPTY;
    if (r->moved != 0)
        frame_births(s, r);
    s->live = l->live(l->self);
    s->last = l->next(l->self, t)->kind;
    if (r->moved == 0) { /* the transition out of the choice point */
        s->relabel = false;
        s->others = 0;
        f->edge = SUMMARY_EMPTY;
        s->performed = f->pending[t];
        if (!threadset_has(f->parked, t))
            occurs = summary_add(s->summaries, occurs, s->performed);
        f->full |= threadset_has(f->exits, t) && !s->as_printed; /* what the others would have done is not seen below */
    } else {
        label candidate;
        threadset others = l->live(l->self) & ~threadset_of(t); /* are blocked */
        s->performed = pending_event(s, l, t, &candidate);
        occurs = blocked_on_run(s, l, s->as_printed ? 0 : others);
        occurs = summary_add(s->summaries, occurs, s->performed);
    }
    if (!keeps_labels(s->last)) {
        s->relabel = true;
        s->others = 0;
    }
    f->edge = summary_union(s->summaries, f->edge, occurs);
    return occurs;
}

/* A step has failed, and what the others would have done after it is not known: all depend on it, unless it was bound to fail. */
summary frame_failed(struct frames *s, const struct reducing *r)
{
    struct frame *f = frame_at(s, r);
    if (s->as_printed || s->last == OP_FAULT)
        return SUMMARY_EMPTY;
    summary occurs = summary_add(s->summaries, SUMMARY_EMPTY, event_of(s->labels, r->mover, LABEL_EVERYTHING));
    f->edge = summary_union(s->summaries, f->edge, occurs);
    f->full |= r->moved == threadset_of(r->mover); /* at once */
    return occurs;
}

summary frame_stuck(struct frames *s, const struct reducing *r)
{
    const struct lts *l = r->lts;
    bool deadlock = l->end(l->self) == LTS_RUNNING && !s->as_printed;
    return deadlock ? with_pending(s, l, SUMMARY_EMPTY, l->live(l->self)) : SUMMARY_EMPTY;
}

bool frame_tried(struct frames *s, const struct reducing *r, tid t)
{
    struct frame *f = frame_at(s, r);
    f->done |= threadset_of(t) & ~f->parked;
    return !threadset_has(f->parked, t);
}

void frame_leave(const struct frames *s, struct reducing *r)
{
    const struct frame *f = frame_at(s, r);
    r->pruned += threadset_size(f->enabled & ~f->done);
}

/* --- dependence ------------------------------------------------------------------------------------------------------- */

threadset frames_clashing(const struct frames *s, summary events, tid t, label a)
{
    if (events == SUMMARY_ALL)
        return ~(threadset)0;
    uint32_t count;
    const uint64_t *words = summary_words(s->summaries, events, &count);
    const uint64_t *conflicts = label_conflicts(s->labels, a), *killers = labels_killers(s->labels, t);
    const uint8_t *thread = labels_threads(s->labels);
    threadset who = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint64_t hits = words[i] & (conflicts[i] | killers[i]); hits; hits &= hits - 1)
            who |= threadset_of(thread[i * 64 + (uint32_t)__builtin_ctzll(hits)]);
    return who;
}

threadset frame_clashing(const struct frames *s, const struct frame *f, tid t, summary events)
{
    return frames_clashing(s, events, t, threadset_has(f->live, t) ? f->candidate[t] : LABEL_UNBORN);
}

/* A dynamic reduction learns about a thread by trying it, and a bad first one costs states: the one whose operation clashes
 * with the fewest that are pending, and of those one that has just moved. */
static void rank(const struct frames *s, struct frame *f)
{
    f->ranked = true;
    THREADSET_EACH(t, f->enabled) {
        const uint64_t *conflicts = label_conflicts(s->labels, f->candidate[t]);
        unsigned clashes = 0;
        THREADSET_EACH(v, f->live & ~(f->parked | threadset_of(t)))
            clashes += (unsigned)(conflicts[f->pending[v] / 64] >> f->pending[v] % 64 & 1);
        f->rank[t] = (uint8_t)(2 * clashes + !threadset_has(f->moved, t));
    }
}

tid frame_prefer(struct frames *s, const struct reducing *r, threadset candidates)
{
    struct frame *f = frame_at(s, r);
    tid best = threadset_first(candidates);
    if (!threadset_several(candidates))
        return best;
    if (!f->ranked)
        rank(s, f);
    THREADSET_EACH(t, candidates)
        if (f->rank[t] < f->rank[best])
            best = t;
    return best;
}
