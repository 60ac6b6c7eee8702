/* frame.c - see frame.h. */
#include "reduce/frame.h"

#include "base/reserve.h"
#include "model/op_columns.h"
#include "reduce/safe_set.h"

bool frames_open(struct frames *s, uint64_t max_nodes, bool as_printed)
{
    s->as_printed = as_printed;
    s->bytes = (max_nodes + 1) * sizeof *s->frame;
    s->labels = labels_open(false);
    s->summaries = summaries_open(false);
    s->edge.word = s->edge_words;
    s->frame = reserve(&s->bytes, s->bytes);
    return s->labels && s->summaries && s->frame;
}

void frames_close(struct frames *s)
{
    if (s->labels)
        labels_close(s->labels);
    if (s->summaries)
        summaries_close(s->summaries);
    for (unsigned i = 0; i < MOST_RANKS; i++)
        if (s->foreign[i])
            foreign_close(s->foreign[i]);
    reserve_release(s->frame, s->bytes);
}

bool frames_share(struct frames *s)
{
    labels_close(s->labels);
    summaries_close(s->summaries);
    s->labels = labels_open(true);
    s->summaries = summaries_open(true);
    return s->labels && s->summaries;
}

void frames_join(struct frames *s, struct lock lock)
{
    labels_join(s->labels, lock);
    summaries_join(s->summaries, lock);
}

void frames_save(struct frames *s, enum record_stream stream, bool anew, const struct record_taker *to)
{
    labels_save(s->labels, stream, anew, to);
    summaries_save(s->summaries, stream, anew, to);
}

bool frames_take(struct frames *s, unsigned from, enum record_kind kind, const void *things, size_t bytes)
{
    struct foreign *f = s->foreign[from] = s->foreign[from] ? s->foreign[from] : foreign_open();
    if (f && kind == RECORD_ANEW)
        foreign_clear(f);
    return f && (kind == RECORD_ANEW || foreign_take(f, s->labels, s->summaries, kind, things, bytes));
}

bool frames_restore(struct frames *s, enum record_kind kind, const void *things, size_t bytes)
{
    if (kind == RECORD_NONE)
        return summaries_ready(s->summaries);
    return labels_restore(s->labels, kind, things, bytes) && summaries_restore(s->summaries, kind, things, bytes);
}

void frames_clear(struct frames *s)
{
    labels_clear(s->labels);
    summaries_clear(s->summaries);
}

uint64_t frames_bytes(const struct frames *s)
{
    return summaries_bytes(s->summaries) + labels_bytes(s->labels);
}

uint64_t frames_lacked(const struct frames *s)
{
    return summaries_lacked(s->summaries) + labels_lacked(s->labels);
}

/* --- labels ----------------------------------------------------------------------------------------------------------- */

/* Pending operation of t in the present state, as an event that occurs. */
static event pending_now(struct frames *s, const struct lts *l, tid t)
{
    label candidate;
    bool parks = !s->as_printed && label_parks(l, t);
    return event_of(s->labels, t, parks ? LABEL_NOTHING : label_of(s->labels, l, t, &candidate));
}

/* Reads of the pending operation of t. */
static event reads_now(struct frames *s, const struct reducing *r, tid t, label *overwrites)
{
    struct access access[LTS_MAX_TOUCHES];
    int count = label_parks(r->lts, t) ? 0 : r->reading->reads(r->lts->self, t, access);
    *overwrites = count > 0 ? label_of_overwritten(s->labels, access, count) : LABEL_NOTHING;
    return event_of(s->labels, 0, label_of_reads(s->labels, access, count));
}

static bool takes_a_lock(enum op_kind kind)
{
    return op_traits[kind].lock == LOCK_TAKES || op_traits[kind].lock == LOCK_TAKES_SECOND;
}

/* Pending operation of t, which is not what it was. */
static void label_thread(struct frames *s, const struct lts *l, struct frame *f, tid t)
{
    enum op_kind kind = l->next(l->self, t)->kind;
    threadset it = threadset_of(t);
    f->exits |= kind == OP_PROCESS_EXIT ? it : NO_THREADS;
    if (!s->as_printed && label_parks(l, t)) {
        f->parked |= it;
        f->candidate[t] = LABEL_NOTHING;
        f->pending[t] = event_of(s->labels, t, LABEL_EVERYTHING); /* its step ends the path */
        return;
    }
    label a = label_of(s->labels, l, t, &f->candidate[t]);
    if (s->as_printed)
        f->candidate[t] = a;
    f->pending[t] = event_of(s->labels, t, a);
    f->leaving |= kind == OP_EXIT ? it : NO_THREADS;
    f->locking |= takes_a_lock(kind) ? it : NO_THREADS;
    f->late |= kind == OP_LEAVE ? it : NO_THREADS;
    f->looking |= op_may_only_look(kind) || label_commutes(s->labels, a) ? it : NO_THREADS;
}

/* Pending operations at the new choice point. Of threads that have not moved it is what it was at the one before, unless that was a matter
 * of the state or of which threads there are. */
static void label_frame(struct frames *s, const struct reducing *r, struct frame *f)
{
    const struct frame *before = r->depth > 0 ? f - 1 : f;
    bool anew = r->depth == 0 || s->relabel || !threadset_equal(before->live, f->live);
    threadset same = anew ? NO_THREADS : f->live & ~(r->moved | before->looking);
    f->parked = before->parked & same;
    f->exits = before->exits & same;
    f->leaving = before->leaving & same;
    f->locking = before->locking & same;
    f->looking = f->late = NO_THREADS;
    THREADSET_EACH(t, same) {
        f->pending[t] = before->pending[t];
        f->candidate[t] = before->candidate[t];
    }
    THREADSET_EACH(t, f->live & ~same)
        label_thread(s, r->lts, f, t);
    if (!r->reading)
        return;
    THREADSET_EACH(t, same) {
        f->reads[t] = before->reads[t];
        f->overwrites[t] = before->overwrites[t];
    }
    THREADSET_EACH(t, f->live & ~same)
        f->reads[t] = reads_now(s, r, t, &f->overwrites[t]);
}

/* --- the search goes on ----------------------------------------------------------------------------------------------- */

threadset frame_enter(struct frames *s, const struct reducing *r)
{
    struct frame *f = frame_at(s, r);
    const struct node *n = &r->nodes[r->depth];
    f->live = r->lts->live(r->lts->self);
    label_frame(s, r, f);
    f->enabled = n->enabled & ~f->parked;
    f->late &= f->enabled;
    f->moved = r->moved;
    f->done = NO_THREADS;
    f->full = f->ranked = false;
    f->blocked = s->as_printed ? NO_THREADS : f->live & ~(n->enabled | f->parked);
    threadset before = r->depth > 0 ? f[-1].faced & f->parked : NO_THREADS;
    f->faced = before | (f->parked & n->enabled);
    return (f->faced & ~before) | label_again(r->lts, f->exits & f->parked & n->enabled, f->enabled);
}

/* To create a thread need not be visible: if only one thread ever does, it is a part of some step. But a thread that does not exist
 * yet waits for it. */
static void note_births(struct frames *s, const struct reducing *r, threadset live)
{
    if (threadset_any(live & ~s->live) && !s->as_printed)
        events_add(&s->edge, event_of(s->labels, r->mover, LABEL_BIRTH));
}

/* On a run of single successors these are blocked. In those that have not moved the same is pending as at the choice point. */
static void tell_of(struct frames *s, const struct reducing *r, const struct frame *f, threadset others)
{
    const struct lts *l = r->lts;
    threadset same = s->relabel ? NO_THREADS : f->live & ~(r->moved | f->looking | f->parked);
    s->told |= others;
    events_add_each(&s->edge, f->pending, others & same);
    THREADSET_EACH(t, others & ~same) {
        label ignored;
        events_add(&s->edge, pending_now(s, l, t));
        if (r->reading)
            events_add(&s->edge, reads_now(s, r, t, &ignored));
        if (op_may_only_look(l->next(l->self, t)->kind))
            s->told &= ~threadset_of(t); /* it may change without it */
    }
}

static bool is_cause(const struct frames *s, event step)
{
    return s->causal && event_is_cause(s->labels, step);
}

void frame_overwrites(struct causes *c, label a)
{
    if (a != LABEL_NOTHING && c->overwritten < CAUSES_MOST)
        c->overwrites[c->overwritten++] = a;
}

uint64_t frame_overwritten(const struct frames *s, const struct causes *c, uint32_t word)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < c->overwritten; i++) {
        const uint64_t *mask = label_overwrites(s->labels, c->overwrites[i]);
        bits |= mask ? mask[word] : 0;
    }
    return bits;
}

summary frame_restored(struct frames *s, const struct causes *c, summary a)
{
    for (unsigned i = 0; i < c->overwritten; i++)
        a = summary_add(s->summaries, a, event_of(s->labels, 0, label_read_in_place(s->labels, c->overwrites[i])));
    return a;
}

void frame_cause(const struct frames *s, const struct frame *f, event step, struct causes *c)
{
    c->overwritten = 0;
    c->count = is_cause(s, step);
    c->of[0] = (struct cause){step, f->late};
}

event frame_before(const struct frames *s, const struct causes *c, event e)
{
    for (unsigned i = c->count; i-- > 0;)
        e = event_behind(s->labels, e, c->of[i].step, c->of[i].late);
    return e;
}

static threadset late_now(const struct lts *l)
{
    threadset late = NO_THREADS;
    THREADSET_EACH(t, l->enabled(l->self))
        late |= l->next(l->self, t)->kind == OP_LEAVE ? threadset_of(t) : NO_THREADS;
    return late;
}

/* A step on a run of single successors. */
static void add_cause(struct frames *s, const struct lts *l, event step)
{
    struct causes *c = &s->causes;
    if (is_cause(s, step) && c->count < CAUSES_MOST)
        c->of[c->count++] = (struct cause){step, late_now(l)};
}

/* The transition out of the choice point. */
static void begin_transition(struct frames *s, const struct reducing *r, struct frame *f, tid t)
{
    s->relabel = false;
    s->single = true;
    s->told = NO_THREADS;
    s->live = f->live;
    events_clear(&s->edge);
    s->performed = f->pending[t];
    frame_cause(s, f, s->performed, &s->causes);
    if (r->reading)
        frame_overwrites(&s->causes, f->overwrites[t]);
    if (!threadset_has(f->parked, t))
        events_add(&s->edge, s->performed);
    f->full |= threadset_has(f->exits & ~f->parked, t) && !s->as_printed; /* what the others would have done is not seen below */
}

/* Something happens that may change what others touch. */
static void labels_change(struct frames *s)
{
    s->relabel = true;
    s->told = NO_THREADS;
}

/* A step on a run reads, and overwrites, what those before it have not overwritten. */
static void read_on(struct frames *s, const struct reducing *r, tid t)
{
    label overwrites;
    event reads = reads_now(s, r, t, &overwrites);
    if (!(frame_overwritten(s, &s->causes, reads / 64) >> reads % 64 & 1))
        events_add(&s->edge, reads);
    frame_overwrites(&s->causes, overwrites);
}

/* A single successor. */
static void go_on(struct frames *s, const struct reducing *r, const struct frame *f, tid t)
{
    threadset live = r->lts->live(r->lts->self);
    s->single = false;
    if (r->reading && r->reading->alone && r->reading->alone(r->lts->self, t)) {
        read_on(s, r, t);
        s->performed = event_of(s->labels, t, LABEL_NOTHING);
        return;
    }
    note_births(s, r, live);
    if (!threadset_equal(live, s->live))
        labels_change(s);
    s->live = live;
    s->performed = pending_now(s, r->lts, t);
    events_add(&s->edge, frame_before(s, &s->causes, s->performed));
    add_cause(s, r->lts, s->performed);
    if (r->reading)
        read_on(s, r, t);
    if (!s->as_printed)
        tell_of(s, r, f, live & ~(s->told | threadset_of(t)));
}

void frame_performing(struct frames *s, const struct reducing *r, tid t)
{
    const struct lts *l = r->lts;
    if (!threadset_any(r->moved))
        begin_transition(s, r, frame_at(s, r), t);
    else
        go_on(s, r, frame_at(s, r), t);
    s->last = l->next(l->self, t)->kind;
    s->told &= ~threadset_of(t);
    if (op_has(s->last, OP_RELABELS) || event_label(s->labels, s->performed) == LABEL_EVERYTHING)
        labels_change(s);
}

/* After a step that has ended the path it is not known what the others would have done: all depend on it. */
void frame_arrived(struct frames *s, const struct reducing *r, enum led led)
{
    struct frame *f = frame_at(s, r);
    note_births(s, r, r->lts->live(r->lts->self));
    s->cut = !s->as_printed && reducing_cut_off(r, s->last, s->live, led);
    if (s->cut) {
        events_add(&s->edge, event_of(s->labels, r->mover, LABEL_EVERYTHING));
        f->full |= threadset_equal(r->moved, threadset_of(r->mover)); /* at once */
    }
}

summary frame_stuck(struct frames *s, const struct reducing *r)
{
    const struct lts *l = r->lts;
    event pending[2 * MAX_THREADS];
    label ignored;
    unsigned count = 0;
    if (l->end(l->self) != LTS_RUNNING || s->as_printed)
        return SUMMARY_EMPTY;
    THREADSET_EACH(t, l->live(l->self)) {
        pending[count++] = pending_now(s, l, t);
        if (r->reading)
            pending[count++] = reads_now(s, r, t, &ignored);
    }
    return summary_of(s->summaries, pending, count);
}

summary frame_blocked(struct frames *s, const struct frame *f)
{
    event pending[MAX_THREADS];
    unsigned count = 0;
    THREADSET_EACH(t, f->blocked)
        pending[count++] = f->pending[t];
    return summary_of(s->summaries, pending, count);
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

static threadset clashing_meanwhile(const struct frames *s, const struct events *events, tid t, label a, threadset enough, threadset still)
{
    if (events->all)
        return ALL_THREADS;
    const uint64_t *conflicts = label_conflicts(s->labels, a), *killers = labels_killers(s->labels, t);
    const uint8_t *thread = labels_threads(s->labels);
    threadset who = NO_THREADS;
    for (uint32_t i = 0; i < events->words && threadset_any(enough & ~who); i++)
        for (uint64_t hits = events->word[i] & (conflicts[i] | killers[i]); hits && threadset_any(enough & ~who); hits &= hits - 1) {
            event e = i * 64 + (uint32_t)__builtin_ctzll(hits);
            bool comes = !threadset_any(still) || !threadset_any(still & event_needs(s->labels, e));
            who |= threadset_if(comes, threadset_of(thread[e]));
        }
    return who;
}

threadset frames_clashing(const struct frames *s, const struct events *events, tid t, label a, threadset enough)
{
    return clashing_meanwhile(s, events, t, a, enough, NO_THREADS);
}

threadset frame_clashing_meanwhile(const struct frames *s, const struct frame *f, tid t, const struct events *events, threadset enough,
                                   threadset still)
{
    return clashing_meanwhile(s, events, t, threadset_has(f->live, t) ? f->candidate[t] : LABEL_UNBORN, enough, still);
}

threadset frame_clashing(const struct frames *s, const struct frame *f, tid t, const struct events *events, threadset enough)
{
    return frame_clashing_meanwhile(s, f, t, events, enough, NO_THREADS);
}

/* Pending operations of some threads, by words of a mask of events: there are few of those, however many threads there
 * are. */
struct pending {
    uint32_t words;
    uint32_t at[MAX_THREADS];
    uint64_t bits[MAX_THREADS];
};

static void gather(const struct frame *f, threadset threads, struct pending *p)
{
    p->words = 0;
    THREADSET_EACH(t, threads & ~f->parked) {
        uint32_t at = f->pending[t] / 64u;
        uint32_t i = 0;
        while (i < p->words && p->at[i] != at)
            i++;
        if (i == p->words) {
            p->at[p->words] = at;
            p->bits[p->words++] = 0;
        }
        p->bits[i] |= (uint64_t)1 << f->pending[t] % 64;
    }
}

static unsigned word_members(uint64_t word)
{
    unsigned n = 0;
    for (; word; word &= word - 1)
        n++;
    return n;
}

/* With how many of those that are pending, its own left out, t's operation clashes. */
static unsigned clashes(const struct frames *s, const struct frame *f, tid t, const struct pending *p)
{
    const uint64_t *conflicts = label_conflicts(s->labels, f->candidate[t]);
    event own = f->pending[t];
    unsigned count = 0;
    for (uint32_t i = 0; i < p->words; i++)
        count += word_members(conflicts[p->at[i]] & p->bits[i]);
    return count - (unsigned)(conflicts[own / 64] >> own % 64 & 1);
}

/* Threads that do not end now: would one lock all others out? */
static bool one_locks_out_all(const struct frames *s, const struct frame *f)
{
    threadset staying = f->enabled & ~f->leaving;
    struct pending others;
    gather(f, staying, &others);
    THREADSET_EACH(t, staying & f->locking)
        if (clashes(s, f, t, &others) + 1 == threadset_size(staying))
            return true;
    return false;
}

/* A dynamic reduction learns about a thread by trying it, and a bad first one costs states: the one whose operation clashes
 * with the fewest that are pending, and of those one that has just moved. A thread that ends clashes with nobody, but the state in which
 * it has not ended yet would be there twice. It may stay as it is until there is nothing else to do; if it does not break what would be a
 * run of single successors. */
static void rank(const struct frames *s, const struct reducing *r, struct frame *f)
{
    bool ends_last = s->ends_last && r->variant % 2 == 0;
    threadset last = ends_last && threadset_any(f->leaving) && !one_locks_out_all(s, f) ? f->leaving : NO_THREADS;
    struct pending others;
    threadset alone = NO_THREADS; /* each of them is all of a persistent set */
    gather(f, f->live, &others);
    f->ranked = true;
    THREADSET_EACH(t, r->future ? f->enabled & ~last : NO_THREADS)
        if (is_last_access(r->lts, t))
            alone |= threadset_of(t);
    THREADSET_EACH(t, f->enabled) {
        unsigned rank = 2 * clashes(s, f, t, &others) + !threadset_has(f->moved, t);
        if (threadset_any(alone) && rank < 2)
            rank = threadset_has(alone, t) ? 0 : 1;
        f->rank[t] = threadset_has(last, t) ? UINT8_MAX : rank < UINT8_MAX ? (uint8_t)rank : UINT8_MAX - 1;
    }
}

/* Order of two threads that are as good: ascending; descending; and then in whatever order, but always the same. */
static bool is_before(uint32_t turn, tid a, tid b)
{
    uint32_t factor = turn == 0 ? 1 : turn == 1 ? UINT32_MAX : (turn * 0x9e3779b1u) | 1;
    return (a + 1) * factor < (b + 1) * factor;
}

tid frame_prefer(struct frames *s, const struct reducing *r, threadset candidates)
{
    struct frame *f = frame_at(s, r);
    tid best = threadset_first(candidates);
    if (!threadset_several(candidates))
        return best;
    if (!f->ranked)
        rank(s, r, f);
    THREADSET_EACH(t, candidates)
        if (f->rank[t] < f->rank[best] || (f->rank[t] == f->rank[best] && is_before(r->variant / 2, t, best)))
            best = t;
    return best;
}

tid frame_best(const struct frame *f, threadset candidates)
{
    tid best = threadset_first(candidates);
    THREADSET_EACH(t, candidates)
        if (f->rank[t] < f->rank[best])
            best = t;
    return best;
}

static threadset clashing_now(const struct frames *s, const struct frame *f, tid t, threadset candidates)
{
    const uint64_t *conflicts = label_conflicts(s->labels, f->candidate[t]);
    threadset clashing = NO_THREADS;
    THREADSET_EACH(v, candidates)
        clashing |= threadset_if(conflicts[f->pending[v] / 64] >> f->pending[v] % 64 & 1, threadset_of(v));
    return clashing;
}

threadset frame_entangled(const struct frames *s, const struct frame *f, tid t, threadset candidates)
{
    threadset members = threadset_of(t), seen = NO_THREADS;
    while (threadset_any(members & ~seen)) {
        tid next = threadset_first(members & ~seen);
        seen |= threadset_of(next);
        members |= clashing_now(s, f, next, candidates & ~members);
    }
    return members;
}

bool frame_clashes(const struct frame *f, tid t)
{
    return f->rank[t] > 1;
}

threadset frame_likely(struct frames *s, const struct reducing *r)
{
    const struct frame *f = frame_at(s, r);
    if (!threadset_several(f->enabled))
        return f->enabled;
    tid first = frame_prefer(s, r, f->enabled);
    return threadset_of(first) | clashing_now(s, f, first, f->enabled);
}
