/* sum.c - persistent sets from summaries.
 *
 * Every state that has been explored carries a summary: the events (thread, label) that can occur at or below it in the part
 * of the graph that was explored, and those that are pending but blocked somewhere there. Back at a state s, after thread u
 * has been tried, the summary A[u] of what lies below its successors says which other threads may come to do something that
 * depends on what is pending in s:
 *
 *     CLOSURE(s, u) = the smallest T with u in T, and v in T whenever some event of v in A[u] depends on the pending
 *                     operation of a member of T
 *
 * If all enabled members of T have been tried, they are a persistent set: nobody outside T can disturb, enable or depend on
 * what is pending in T before a member of T moves. The other threads of s need not be tried. Blocked threads are members
 * like others: their pending operation stands for whoever could enable them.
 *
 * Nothing is traversed again, as in DL-S-POR (dlspor.c); a state that is met again costs one union.
 *
 * Cycles (open rule): a state from which an unfinished one can be reached has a summary that is not final, and nothing may be
 * concluded from it. A state with such a successor is expanded fully, so that every state on a cycle is, and all members of
 * a strongly connected component get the union of their summaries when it is finished (Tarjan, 1972).
 *
 * Faults (park rule): a thread whose next step ends the path by itself (a failed assertion) stands still for ever, and the
 * others go on; the step is taken once, where the thread came to it. A step that turns out to fail is dependent on everything.
 */
#include "base/reserve.h"
#include "reduce/reduction.h"
#include "reduce/summary.h"

/* The note of a state: 0 unless it was a choice point or an end. */
#define NOTE_OPEN   ((uint64_t)1 << 63) /* | index */
#define NOTE_CLOSED ((uint64_t)1 << 62) /* | summary */
#define NOTE_NUMBER ((uint64_t)UINT32_MAX)

/* A choice point on the path. */
struct frame {
    uint32_t  index, low;              /* Tarjan's */
    uint32_t  open;                    /* its place among the open states */
    bool      full;                    /* expand all */
    threadset live, enabled, parked;   /* `enabled` without `parked` */
    threadset moved;                   /* on the way here */
    threadset done;                    /* tried */
    summary   below;                   /* all that is known to occur at or below */
    summary   edge;                    /* what the transition being tried has done so far */
    summary   after;                   /* A of the thread being tried, over all its outcomes */
    event     pending[MAX_THREADS];    /* of live threads, as something that occurs, */
    label     candidate[MAX_THREADS];  /* and as something to be tried first */
    threadset closure[MAX_THREADS];    /* of those that have been tried */
};

/* A state whose component is not finished. */
struct open_state {
    struct digest digest;
    summary       below;
};

struct sum {
    struct labels     *labels;
    struct summaries  *summaries;
    struct frame      *frames;
    size_t             frame_bytes;
    struct open_state *open;      /* a stack */
    size_t             open_bytes;
    uint32_t           open_count;
    uint32_t           clock;
    bool               relabel;   /* something was done that may change what others touch */
    enum op_kind       last;      /* operation performed */
};

/* --- memory ----------------------------------------------------------------------------------------------------------- */

static void close_sum(void *self)
{
    struct sum *s = self;
    if (s->labels)
        labels_close(s->labels);
    if (s->summaries)
        summaries_close(s->summaries);
    reserve_release(s->frames, s->frame_bytes);
    reserve_release(s->open, s->open_bytes);
    reserve_release(s, sizeof *s);
}

static void *open_sum(uint64_t max_nodes)
{
    size_t bytes = sizeof(struct sum);
    struct sum *s = reserve(&bytes, bytes);
    if (!s)
        return NULL;
    s->frame_bytes = (max_nodes + 1) * sizeof *s->frames;
    s->open_bytes = reserve_machine();
    s->labels = labels_open();
    s->summaries = summaries_open();
    s->frames = reserve(&s->frame_bytes, s->frame_bytes);
    s->open = reserve(&s->open_bytes, 1 << 20);
    if (s->labels && s->summaries && s->frames && s->open)
        return s;
    close_sum(s);
    return NULL;
}

static void reset_sum(void *self)
{
    struct sum *s = self;
    labels_clear(s->labels);
    summaries_clear(s->summaries);
    s->open_count = s->clock = 0;
}

/* --- labels ----------------------------------------------------------------------------------------------------------- */

/* After such an operation everybody else still touches the same. */
static bool keeps_labels(enum op_kind kind)
{
    return kind <= OP_FENCE || kind == OP_YIELD || (kind >= OP_LOCK && kind <= OP_UNLOCK) || (kind >= OP_SEM_WAIT && kind <= OP_SEM_POST);
}

static summary with_pending(struct sum *s, const struct lts *l, summary a, threadset threads)
{
    label candidate;
    THREADSET_EACH(t, threads)
        a = summary_add(s->summaries, a, event_of(s->labels, t, label_of(s->labels, l, t, &candidate)));
    return a;
}

/* What is pending at the new choice point. Of threads that have not moved it is what it was at the one before. */
static void label_frame(struct sum *s, const struct reducing *r, struct frame *f)
{
    const struct lts *l = r->lts;
    const struct frame *before = r->depth > 0 && !s->relabel ? f - 1 : NULL;
    threadset anew = before ? r->moved | (f->live & ~before->live) : f->live;
    f->parked = before ? before->parked & ~anew : 0;
    THREADSET_EACH(t, f->live) {
        if (!threadset_has(anew, t)) {
            f->pending[t] = before->pending[t];
            f->candidate[t] = before->candidate[t];
        } else if (label_parks(l, t)) {
            f->parked |= threadset_of(t);
            f->candidate[t] = LABEL_NOTHING;
        } else {
            f->pending[t] = event_of(s->labels, t, label_of(s->labels, l, t, &f->candidate[t]));
        }
    }
}

/* --- the search goes on ----------------------------------------------------------------------------------------------- */

static threadset enter(struct reducing *r)
{
    struct sum *s = r->self;
    struct frame *f = &s->frames[r->depth];
    const struct node *n = &r->nodes[r->depth];
    f->live = r->lts->live(r->lts->self);
    label_frame(s, r, f);
    threadset parked_before = r->depth > 0 ? f[-1].parked : 0;
    f->enabled = n->enabled & ~f->parked;
    f->done = 0;
    f->moved = r->moved;
    f->full = false;
    f->below = f->edge = f->after = SUMMARY_EMPTY;
    THREADSET_EACH(t, f->live & ~n->enabled)
        f->below = summary_add(s->summaries, f->below, f->pending[t]);
    f->index = f->low = s->clock++;
    f->open = s->open_count++;
    s->open[f->open].digest = n->mark.digest;
    *visited_note(r->visited) = NOTE_OPEN | f->index;
    return f->parked & ~parked_before;
}

static void performing(struct reducing *r, tid t)
{
    struct sum *s = r->self;
    struct frame *f = &s->frames[r->depth];
    s->last = r->lts->next(r->lts->self, t)->kind;
    if (r->moved == 0) { /* the transition out of the choice point */
        s->relabel = false;
        f->edge = threadset_has(f->parked, t) ? SUMMARY_EMPTY : summary_add(s->summaries, SUMMARY_EMPTY, f->pending[t]);
        f->full |= s->last == OP_PROCESS_EXIT; /* what the others would have done is not seen below */
    } else {
        f->edge = with_pending(s, r->lts, f->edge, r->lts->live(r->lts->self)); /* all but t are blocked */
    }
    s->relabel |= !keeps_labels(s->last);
}

/* A step has failed, and what the others would have done after it is not known: all depend on it, unless it was bound to fail. */
static void failed(struct sum *s, struct frame *f, tid mover, bool at_once)
{
    if (s->last == OP_FAULT)
        return;
    f->edge = summary_add(s->summaries, f->edge, event_of(s->labels, mover, LABEL_EVERYTHING));
    f->full |= at_once;
}

static summary of_end(struct sum *s, const struct lts *l, uint64_t *note)
{
    if (*note == 0) {
        bool deadlock = l->end(l->self) == LTS_RUNNING;
        *note = NOTE_CLOSED | (deadlock ? with_pending(s, l, SUMMARY_EMPTY, l->live(l->self)) : SUMMARY_EMPTY);
    }
    return (summary)(*note & NOTE_NUMBER);
}

/* What lies below the state that the transition has led to, if it is finished. */
static summary of_known(struct frame *f, uint64_t note)
{
    if (note & NOTE_CLOSED)
        return (summary)(note & NOTE_NUMBER);
    f->full = true;
    if ((note & NOTE_OPEN) && (note & NOTE_NUMBER) < f->low)
        f->low = (uint32_t)(note & NOTE_NUMBER);
    return SUMMARY_EMPTY;
}

static void arrived(struct reducing *r, enum led led, uint64_t *note)
{
    struct sum *s = r->self;
    struct frame *f = &s->frames[r->depth];
    summary to = SUMMARY_EMPTY;
    switch (led) {
    case LED_ON: return; /* when it is left again */
    case LED_FAULT: failed(s, f, r->mover, r->moved == threadset_of(r->mover)); break;
    case LED_ROUND: f->full = true; break;
    case LED_BACK: to = of_known(f, *note); break;
    case LED_END: to = of_end(s, r->lts, note); break;
    case LED_AWAY: break;
    }
    f->after = summary_union(s->summaries, f->after, summary_union(s->summaries, f->edge, to));
}

/* --- completeness ----------------------------------------------------------------------------------------------------- */

/* Threads of which an event in the set depends on what t does with the label. */
static threadset who_clashes(const struct sum *s, summary a, tid t, label with)
{
    uint32_t count;
    const uint64_t *words = summary_words(s->summaries, a, &count);
    const uint64_t *conflicts = label_conflicts(s->labels, with), *killers = labels_killers(s->labels, t);
    threadset who = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint64_t hits = words[i] & (conflicts[i] | killers[i]); hits; hits &= hits - 1)
            who |= threadset_of(event_thread(s->labels, (event)(i * 64 + (uint32_t)__builtin_ctzll(hits))));
    return who;
}

/* CLOSURE(s, u), from A[u]. */
static threadset closure_of(const struct sum *s, const struct frame *f, tid u, summary after)
{
    threadset members = threadset_of(u), seen = 0;
    if (after == SUMMARY_ALL)
        return ~(threadset)0;
    while (members & ~seen) {
        tid t = threadset_first(members & ~seen);
        seen |= threadset_of(t);
        members |= who_clashes(s, after, t, threadset_has(f->live, t) ? f->candidate[t] : LABEL_UNBORN);
    }
    return members;
}

static void tried(struct reducing *r, tid t)
{
    struct sum *s = r->self;
    struct frame *f = &s->frames[r->depth];
    f->below = summary_union(s->summaries, f->below, f->after);
    if (!threadset_has(f->parked, t)) {
        f->done |= threadset_of(t);
        if (!f->full && f->done != f->enabled)
            f->closure[t] = closure_of(s, f, t, f->after);
    }
    f->after = SUMMARY_EMPTY;
}

/* Empty: the threads that have been tried contain a persistent set. */
static threadset more(struct reducing *r)
{
    struct frame *f = &((struct sum *)r->self)->frames[r->depth];
    threadset left = f->enabled & ~f->done, wanted = left;
    if (f->full)
        return left;
    THREADSET_EACH(u, f->done) {
        threadset missing = f->closure[u] & left;
        if (missing == 0)
            return 0;
        if (threadset_size(missing) < threadset_size(wanted))
            wanted = missing;
    }
    return wanted;
}

/* A dynamic reduction learns about a thread by trying it, and a bad first one costs states: the one whose operation clashes
 * with the fewest that are pending, and of those one that has just moved. */
static tid prefer(struct reducing *r, threadset candidates)
{
    const struct sum *s = r->self;
    const struct frame *f = &s->frames[r->depth];
    unsigned fewest = UINT32_MAX;
    tid best = threadset_first(candidates);
    THREADSET_EACH(t, candidates) {
        const uint64_t *conflicts = label_conflicts(s->labels, f->candidate[t]);
        unsigned clashes = 0;
        THREADSET_EACH(v, f->live & ~(f->parked | threadset_of(t)))
            clashes += conflicts[f->pending[v] / 64] >> f->pending[v] % 64 & 1;
        clashes = 2 * clashes + !threadset_has(f->moved, t);
        if (clashes < fewest) {
            fewest = clashes;
            best = t;
        }
    }
    return best;
}

/* --- leaving ---------------------------------------------------------------------------------------------------------- */

static void set_note(struct reducing *r, struct digest d, uint64_t note)
{
    visited_insert(r->visited, d);
    *visited_note(r->visited) = note;
}

/* The component of f is finished: all of its states reach each other, and what is below one is below all. */
static summary finish_component(struct reducing *r, struct sum *s, const struct frame *f)
{
    summary below = SUMMARY_EMPTY;
    for (uint32_t i = f->open; i < s->open_count; i++)
        below = summary_union(s->summaries, below, s->open[i].below);
    for (uint32_t i = f->open; i < s->open_count; i++)
        set_note(r, s->open[i].digest, NOTE_CLOSED | below);
    s->open_count = f->open;
    return below;
}

static void leave(struct reducing *r)
{
    struct sum *s = r->self;
    struct frame *f = &s->frames[r->depth];
    bool closed = f->low == f->index;
    r->pruned += threadset_size(f->enabled & ~f->done);
    s->open[f->open].below = f->below;
    summary below = closed ? finish_component(r, s, f) : f->below;
    if (r->depth == 0)
        return;
    struct frame *before = f - 1;
    before->after = summary_union(s->summaries, before->after, summary_union(s->summaries, before->edge, below));
    if (!closed) {
        before->full = true;
        if (f->low < before->low)
            before->low = f->low;
    }
}

const struct reduction reduction_sum = {
    .name = "sum",
    .help = "persistent sets, found from summaries of what lies below each state",
    .needs = NEEDS_DEPTH_FIRST | NEEDS_EVERYTHING | NEEDS_NOTES,
    .keeps = KEEPS_END_STATES | KEEPS_DEADLOCKS | KEEPS_ASSERTIONS | KEEPS_RACES,
    .open = open_sum,
    .close = close_sum,
    .reset = reset_sum,
    .enter = enter,
    .more = more,
    .prefer = prefer,
    .performing = performing,
    .arrived = arrived,
    .tried = tried,
    .leave = leave,
};
