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

/* After such an operation everybody else still touches the same (lts.h). */
static bool keeps_labels(enum op_kind kind)
{
    switch (kind) {
    case OP_CREATE:
    case OP_EXIT:
    case OP_JOIN:
    case OP_TRYJOIN:
    case OP_DETACH:
    case OP_CANCEL:
    case OP_FOREIGN:
    case OP_PROCESS_EXIT:
    case OP_ATOMIC_BEGIN: return false;
    default:              return true;
    }
}

static event pending_event(struct frames *s, const struct lts *l, tid t, label *candidate)
{
    label a = label_of(s->labels, l, t, candidate);
    if (s->as_printed)
        *candidate = a;
    return event_of(s->labels, t, a);
}

/* What is pending in the threads in the present state. */
static summary pending_now(struct frames *s, const struct lts *l, threadset threads)
{
    event pending[MAX_THREADS];
    unsigned count = 0;
    label candidate;
    THREADSET_EACH(t, threads)
        pending[count++] = pending_event(s, l, t, &candidate);
    return summary_of(s->summaries, pending, count);
}

/* What is pending in the threads at the choice point. */
static summary pending_at(struct frames *s, const struct frame *f, threadset threads)
{
    event pending[MAX_THREADS];
    unsigned count = 0;
    THREADSET_EACH(t, threads & ~f->parked)
        pending[count++] = f->pending[t];
    return summary_of(s->summaries, pending, count);
}

static bool takes_a_lock(enum op_kind kind)
{
    return kind == OP_LOCK || kind == OP_TIMEDLOCK || kind == OP_WAKE || kind == OP_TIMEDWAKE || kind == OP_WRLOCK || kind == OP_SPIN_LOCK;
}

/* What is pending in t, whose operation is not what it was. */
static void label_thread(struct frames *s, const struct lts *l, struct frame *f, tid t)
{
    enum op_kind kind = l->next(l->self, t)->kind;
    threadset it = threadset_of(t);
    if (!s->as_printed && label_parks(l, t)) {
        f->parked |= it;
        f->candidate[t] = LABEL_NOTHING;
        return;
    }
    f->pending[t] = pending_event(s, l, t, &f->candidate[t]);
    f->exits |= kind == OP_PROCESS_EXIT ? it : 0;
    f->leaving |= kind == OP_EXIT ? it : 0;
    f->locking |= takes_a_lock(kind) ? it : 0;
    f->looking |= op_may_only_look(kind) ? it : 0;
}

/* What is pending at the new choice point. Of threads that have not moved it is what it was at the one before, unless that was a matter
 * of the state or of which threads there are. */
static void label_frame(struct frames *s, const struct reducing *r, struct frame *f)
{
    const struct frame *before = r->depth > 0 ? f - 1 : f;
    bool anew = r->depth == 0 || s->relabel || before->live != f->live;
    threadset same = anew ? 0 : f->live & ~(r->moved | before->looking);
    f->parked = before->parked & same;
    f->exits = before->exits & same;
    f->leaving = before->leaving & same;
    f->locking = before->locking & same;
    f->looking = 0;
    THREADSET_EACH(t, same) {
        f->pending[t] = before->pending[t];
        f->candidate[t] = before->candidate[t];
    }
    THREADSET_EACH(t, f->live & ~same)
        label_thread(s, r->lts, f, t);
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
    f->full = f->ranked = f->has_all = false;
    f->edge = SUMMARY_EMPTY;
    f->blocked = s->as_printed ? SUMMARY_EMPTY : pending_at(s, f, f->live & ~n->enabled);
    return f->parked & ~(r->depth > 0 ? f[-1].parked : 0);
}

/* On a run of single successors all but t are blocked: what is pending in them. In those that have not moved it is what it was at the
 * choice point, and what was pending there in the others has been done on the way. */
static summary blocked_on_run(struct frames *s, const struct reducing *r, struct frame *f, tid t)
{
    const struct lts *l = r->lts;
    threadset live = l->live(l->self), others = live & ~threadset_of(t);
    if (others == 0)
        return SUMMARY_EMPTY;
    if (s->relabel || live != f->live || (f->looking & others & ~r->moved))
        return pending_now(s, l, others);
    if (!f->has_all)
        f->all = pending_at(s, f, f->live);
    f->has_all = true;
    return summary_union(s->summaries, f->all, pending_now(s, l, r->moved & others));
}

/* What the transition has done so far is put together when it has come to its end, or there is no room for more. */
static void gather(struct frames *s, struct frame *f)
{
    f->edge = summary_union(s->summaries, f->edge, summary_of(s->summaries, s->ran, s->ran_count));
    s->ran_count = 0;
}

static void occurs(struct frames *s, struct frame *f, event e)
{
    if (s->ran_count == FRAME_RUN)
        gather(s, f);
    s->ran[s->ran_count++] = e;
}

/* To create a thread need not be visible: if only one thread ever does, it is a part of some step. But a thread that does not exist
 * yet waits for it. */
static void note_births(struct frames *s, const struct reducing *r, struct frame *f)
{
    if (r->lts->live(r->lts->self) & ~s->live && !s->as_printed)
        occurs(s, f, event_of(s->labels, r->mover, LABEL_BIRTH));
}

/* The transition out of the choice point. */
static void begin_transition(struct frames *s, struct frame *f, tid t)
{
    s->relabel = false;
    s->ran_count = 0;
    s->waiting = f->edge = SUMMARY_EMPTY;
    s->performed = f->pending[t];
    if (!threadset_has(f->parked, t))
        occurs(s, f, s->performed);
    f->full |= threadset_has(f->exits, t) && !s->as_printed; /* what the others would have done is not seen below */
}

/* A single successor. */
static void go_on(struct frames *s, const struct reducing *r, struct frame *f, tid t)
{
    label candidate;
    note_births(s, r, f);
    s->performed = pending_event(s, r->lts, t, &candidate);
    occurs(s, f, s->performed);
    summary waiting = s->as_printed ? SUMMARY_EMPTY : blocked_on_run(s, r, f, t);
    if (waiting != s->waiting)
        f->edge = summary_union(s->summaries, f->edge, waiting);
    s->waiting = waiting;
}

void frame_performing(struct frames *s, const struct reducing *r, tid t)
{
    const struct lts *l = r->lts;
    if (r->moved == 0)
        begin_transition(s, frame_at(s, r), t);
    else
        go_on(s, r, frame_at(s, r), t);
    s->live = l->live(l->self);
    s->last = l->next(l->self, t)->kind;
    s->relabel |= !keeps_labels(s->last);
}

/* After a step that has failed it is not known what the others would have done: all depend on it, unless it was bound to fail. */
void frame_arrived(struct frames *s, const struct reducing *r, enum led led)
{
    struct frame *f = frame_at(s, r);
    note_births(s, r, f);
    if (led == LED_FAULT && !s->as_printed && s->last != OP_FAULT) {
        occurs(s, f, event_of(s->labels, r->mover, LABEL_EVERYTHING));
        f->full |= r->moved == threadset_of(r->mover); /* at once */
    }
    gather(s, f);
}

summary frame_stuck(struct frames *s, const struct reducing *r)
{
    const struct lts *l = r->lts;
    bool deadlock = l->end(l->self) == LTS_RUNNING && !s->as_printed;
    return deadlock ? pending_now(s, l, l->live(l->self)) : SUMMARY_EMPTY;
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

static unsigned clashes(const struct frames *s, const struct frame *f, tid t, threadset with)
{
    const uint64_t *conflicts = label_conflicts(s->labels, f->candidate[t]);
    unsigned count = 0;
    THREADSET_EACH(v, with & ~(f->parked | threadset_of(t)))
        count += (unsigned)(conflicts[f->pending[v] / 64] >> f->pending[v] % 64 & 1);
    return count;
}

/* Of those that do not end now, would one lock all others out? */
static bool one_locks_out_all(const struct frames *s, const struct frame *f)
{
    threadset staying = f->enabled & ~f->leaving;
    THREADSET_EACH(t, staying & f->locking)
        if (clashes(s, f, t, staying) + 1 == threadset_size(staying))
            return true;
    return false;
}

/* A dynamic reduction learns about a thread by trying it, and a bad first one costs states: the one whose operation clashes
 * with the fewest that are pending, and of those one that has just moved. A thread that ends clashes with nobody, but the state in which
 * it has not ended yet would be there twice. It may stay as it is until there is nothing else to do; if it does not break what would be a
 * run of single successors. */
static void rank(const struct frames *s, struct frame *f)
{
    threadset last = s->ends_last && f->leaving && !one_locks_out_all(s, f) ? f->leaving : 0;
    f->ranked = true;
    THREADSET_EACH(t, f->enabled) {
        unsigned rank = 2 * clashes(s, f, t, f->live) + !threadset_has(f->moved, t);
        f->rank[t] = threadset_has(last, t) ? UINT8_MAX : (uint8_t)rank;
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
