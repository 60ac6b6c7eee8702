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
 * Nothing is traversed again, unlike in DL-S-POR as printed (dlspor.c); a state that is met again costs one union.
 *
 * Cycles (open rule): a state from which an unfinished one can be reached has a summary that is not final, and nothing may be
 * concluded from it. So a thread whose step leads to such a state is no basis of a closure; another one may be. Where none is,
 * the state is expanded fully. All members of a strongly connected component get the union of their summaries when it is
 * finished (Tarjan, 1972).
 *
 * Fair cycles, where they are looked for: a state from which a transition leads back to another one on the path is expanded fully, so that
 * every cycle of several states contains one that is.
 *
 * Ends: a summary also says whether an end of the program can be reached, a fault or a deadlock among them, by an event of its own. A
 * finished component without it is endless. Steps that join a run of single successors lead to what was judged there.
 *
 * What a thread does, faults and the park rule: frame.h.
 *
 * Sleep sets (not with sum-plain; Godefroid, 1996): a thread u that has been tried at a state q sleeps in what is explored after it
 * there, until something is done that its operation, as a candidate, depends on. At a state s where it sleeps it counts as tried, with
 * A[u] from q: all that can come of it there can come of it at q, too, and that has been explored. For this to be true what lies below it
 * at q must be finished, and nothing there cut off by a fault. Then it is true for ever, on whatever way s is met again, so that states
 * are matched as always. Where u leads from s to a state that is known and finished, that state's summary takes the place of A[u] from q.
 *
 * What is below s is what is below the members of one persistent set: what a sleeper carries that is not in it need not be in the
 * summary of s. Where s is expanded fully all of it is.
 *
 * A summary from further up has events in it that lie behind s, and makes sets larger than they need be. So `sum` lets a thread sleep
 * only where that pays, and otherwise begins as it would without sleep sets (of_no_use, begin_with); sum-sleep does not.
 *
 * Several processes (shared_facts.h): a tag of a finished state is what all of them may go by. A state that others have finished meanwhile
 * is left with what they know of it, and all that is open above it on the stack of components with it: what is there can be
 * reached from it.
 */
#include "reduce/sum.h"

#include <string.h>

#include "reduce/shared_facts.h"

/* --- sets ------------------------------------------------------------------------------------------------------------- */

/* For the last choice point on the path: behind its sets there is nothing. Where there is no room they are supersets of any. */
static void make_room(const struct sum *s, struct place *p, uint32_t words)
{
    bool full = (uint64_t)(p->after.word - s->words) + 2 * words > s->word_bytes / sizeof *s->words;
    if (full) {
        p->after.all = p->below.all = true;
        words = p->after.words = p->below.words = 0;
    }
    memmove(p->after.word + words, p->below.word, p->below.words * sizeof *s->words);
    p->below.word = p->after.word + words;
    p->room = words;
}

static void begin_sets(const struct sum *s, struct place *p, bool first)
{
    p->room = first ? 1 : p[-1].room;
    p->after.word = first ? s->words : p[-1].below.word + p[-1].room;
    p->below.word = p->after.word;
    events_clear(&p->after);
    events_clear(&p->below);
    make_room(s, p, p->room);
}

static void join(const struct sum *s, struct place *p, struct events *set, const struct events *more)
{
    if (more->words > p->room)
        make_room(s, p, more->words);
    if (!set->all)
        events_join(set, more);
}

static void join_summary(const struct sum *s, struct place *p, struct events *set, summary more)
{
    struct events events = summary_events(s->frames.summaries, more);
    join(s, p, set, &events);
}

static void add(const struct sum *s, struct place *p, struct events *set, event e)
{
    if (e / 64u >= p->room)
        make_room(s, p, e / 64u + 1);
    if (!set->all)
        events_add(set, e);
}

static void add_word(const struct sum *s, struct place *p, struct events *set, uint32_t at, uint64_t bits)
{
    if (bits && at >= p->room)
        make_room(s, p, at + 1);
    if (!bits || set->all)
        return;
    events_widen(set, at + 1);
    set->word[at] |= bits;
}

/* The same, of what lies below the transition being tried, as it is before its steps. */
static void join_behind(const struct sum *s, struct place *p, struct events *set, summary more, const struct causes *causes)
{
    struct events events = summary_events(s->frames.summaries, more);
    if ((causes->count == 0 && causes->overwritten == 0) || events.all) {
        join(s, p, set, &events);
        return;
    }
    for (uint32_t i = 0; i < events.words; i++) {
        uint64_t bits = events.word[i] & ~frame_overwritten(&s->frames, causes, i);
        if (causes->count == 0)
            add_word(s, p, set, i, bits);
        for (; causes->count > 0 && bits; bits &= bits - 1)
            add(s, p, set, frame_before(&s->frames, causes, i * 64 + (uint32_t)__builtin_ctzll(bits)));
    }
}

static event the_end(const struct sum *s)
{
    return event_of(s->frames.labels, 0, LABEL_END);
}

static bool has_end(const struct sum *s, summary below)
{
    struct events e = summary_events(s->frames.summaries, below);
    event end = the_end(s);
    return e.all || (end / 64u < e.words && (e.word[end / 64] >> end % 64 & 1));
}

/* CLOSURE(s, u), from A[u]; no more than is needed to know which of the enabled threads are members. */
static threadset closure_of(const struct sum *s, const struct frame *f, tid u, const struct events *after)
{
    threadset members = threadset_of(u), seen = NO_THREADS, alive = labels_tell_causes(s->frames.labels) ? f->live : NO_THREADS;
    while (threadset_any(members & ~seen) && threadset_any(f->enabled & ~members)) {
        tid t = threadset_first(members & ~seen);
        seen |= threadset_of(t);
        members |= frame_clashing_meanwhile(&s->frames, f, t, after, f->enabled & ~members, members & alive);
    }
    return members;
}

/* --- several processes ------------------------------------------------------------------------------------------------ */

static bool share(void *self)
{
    return frames_share(&((struct sum *)self)->frames);
}

static void join_others(void *self, struct lock lock)
{
    frames_join(&((struct sum *)self)->frames, lock);
}

/* Have others finished it? Otherwise, and where there is no memory for the events of its summary, *tag stays what it is. */
static bool is_fact(const struct sum *s, const struct reducing *r, struct digest d, uint32_t *tag)
{
    uint32_t found;
    bool known = r->facts && facts_look(r->facts, d, &found) && labels_learn(s->frames.labels);
    if (known)
        *tag = found;
    return known;
}

static bool look(const struct sum *s, const struct reducing *r, struct digest d, uint32_t *tag)
{
    return visited_look(r->visited, d, tag) || is_fact(s, r, d, tag);
}

static bool finished_elsewhere(struct reducing *r, struct digest d, uint32_t *tag)
{
    return is_fact(r->self, r, d, tag);
}

/* One of some threads: always the same for a number. */
static tid any_of(threadset threads, uint64_t number)
{
    for (uint64_t skip = (number * 0xbf58476d1ce4e5b9u >> 32) % threadset_size(threads); skip > 0; skip--)
        threads = threadset_rest(threads);
    return threadset_first(threads);
}

/* Each machine begins somewhere else among all of them, every second one backwards. */
static tid in_turn(threadset left, threadset all, uint32_t place, uint32_t ranks)
{
    tid order[MAX_THREADS];
    uint32_t count = 0;
    THREADSET_EACH(t, all)
        order[count++] = t;
    uint32_t at = place % 2 ? (place + 1) * count / ranks + count - 1 : place * count / ranks;
    while (!threadset_has(left, order[at % count]))
        at += place % 2 ? count - 1 : 1;
    return order[at % count];
}

/* Of the threads that must be tried with the preferred one, whoever comes first, one that nobody else is trying. Those are the ones whose
 * pending operations clash. Where all are being tried, one that not everybody takes. */
static tid part_ways(const struct sum *s, const struct reducing *r, tid preferred, threadset candidates)
{
    struct digest d = r->nodes[r->depth].mark.digest;
    const struct frame *f = frame_at(&s->frames, r);
    threadset busy = facts_busy(r->facts, d);
    bool several = r->facts->ranks > 1;
    threadset members = several || threadset_has(busy, preferred) ? frame_entangled(&s->frames, f, preferred, candidates) : NO_THREADS;
    tid t = several ? in_turn(members, f->done | members, facts_turn(r->facts, d), r->facts->ranks) : preferred;
    if (threadset_has(busy, t)) {
        threadset free = members & ~busy;
        t = threadset_any(free) ? frame_best(f, free) : any_of(members, d.lo ^ r->facts->worker * 0x9e3779b97f4a7c15u);
    }
    facts_try(r->facts, d, t);
    return t;
}

/* The open states are what must be known: all else is among the facts. */
static void collect(struct reducing *r)
{
    struct components *c = &((struct sum *)r->self)->components;
    visited_empty(r->visited);
    for (uint32_t i = 0; i < c->count; i++) {
        visited_insert(r->visited, c->open[i].digest);
        visited_set_tag(r->visited, components_tag(i));
        c->open[i].slot = r->visited->last;
    }
}

static uint64_t to_keep(void *self)
{
    return ((const struct sum *)self)->components.count;
}

/* --- sleep sets ------------------------------------------------------------------------------------------------------- */

/* What a sleeper would do has been explored elsewhere. Where it is asked what paths lead here, and on, that is not enough. */
static bool sleeps(const struct sum *s, const struct reducing *r)
{
    return s->sleeps && !r->paths;
}

/* A[u] of u that sleeps at the new choice point, if it leads to a state that is known and finished. */
static bool know_exactly(const struct sum *s, const struct reducing *r, const struct frame *f, struct place *p, tid u)
{
    const struct node *n = &r->nodes[r->depth];
    uint32_t tag;
    if (!threadset_has(n->foreseen, u) || !look(s, r, r->ahead[n->ahead + u], &tag) || !(tag & TAG_CLOSED))
        return false;
    p->carried[u] = summary_add(s->frames.summaries, tag & TAG_NUMBER, f->pending[u]);
    return true;
}

/* Those of some sleepers for whose sake too many others would have to be tried: more than one, and more than a share of all. If some set
 * of sleepers suffices none is of no use. */
static threadset of_no_use(const struct frame *f, const struct place *p, threadset some)
{
    enum { SHARE = 3 };
    threadset useless = NO_THREADS, left = f->enabled & ~p->asleep;
    THREADSET_EACH(u, p->asleep) {
        unsigned missing = threadset_size(p->closure[u] & left);
        if (missing == 0)
            return NO_THREADS;
        if (missing > 1 && SHARE * missing > threadset_size(f->enabled))
            useless |= threadset_of(u);
    }
    return useless & some;
}

/* What is needed at a state need not be where a step more has been made. The place is new. */
static summary bare(const struct sum *s, struct place *p, summary a)
{
    struct events events = summary_events(s->frames.summaries, a);
    if (!labels_tell_causes(s->frames.labels) || events.all)
        return a;
    for (uint32_t i = 0; i < events.words; i++)
        for (uint64_t bits = events.word[i]; bits; bits &= bits - 1)
            add(s, p, &p->after, event_bare(s->frames.labels, i * 64 + (uint32_t)__builtin_ctzll(bits)));
    summary made = summary_of_events(s->frames.summaries, &p->after);
    events_clear(&p->after);
    return made;
}

/* At a new choice point those that sleep count as tried, with all that they would have done. What the step that led here has overwritten
 * they may read after it. (That is one step: whoever sleeps could move all the time.) */
static void sleep_on(struct sum *s, const struct reducing *r, struct frame *f, struct place *p)
{
    threadset coarse = NO_THREADS;
    p->asleep = r->depth > 0 ? s->sleep & f->enabled : NO_THREADS;
    THREADSET_EACH(u, p->asleep) {
        p->carried[u] = frame_restored(&s->frames, &p[-1].causes, bare(s, p, p[-1].carried[u]));
        if (!know_exactly(s, r, f, p, u))
            coarse |= threadset_of(u);
        struct events carried = summary_events(s->frames.summaries, p->carried[u]);
        p->closure[u] = closure_of(s, f, u, &carried);
    }
    if (s->choosy && threadset_any(coarse))
        p->asleep &= ~of_no_use(f, p, coarse);
    p->slept = p->based = f->done = p->asleep;
}

/* Some sleep, nothing has been tried yet, and one of `wanted` would be next. A thread that clashes with nobody may be all of a persistent
 * set: without sleep sets it would come first, and so it does here, if it is awake. */
static threadset begin_with(struct sum *s, const struct reducing *r, const struct place *p, threadset wanted)
{
    const struct frame *f = frame_at(&s->frames, r);
    tid t = frame_prefer(&s->frames, r, f->enabled);
    return frame_clashes(f, t) || threadset_has(p->slept, t) ? wanted : threadset_of(t);
}

/* What sleepers would have done is below, if they are members of the persistent set: of the one with the fewest of them. */
static void join_sleepers(const struct sum *s, const struct frame *f, struct place *p)
{
    threadset members = p->slept;
    if (!f->full)
        THREADSET_EACH(u, p->based)
            if (!threadset_any(p->closure[u] & f->enabled & ~f->done) && threadset_size(p->closure[u] & p->slept) < threadset_size(members))
                members = p->closure[u] & p->slept;
    THREADSET_EACH(u, members)
        join_summary(s, p, &p->below, p->carried[u]);
}

/* The step of t wakes up those whose operation depends on it. */
static void wake(struct sum *s, const struct reducing *r, tid t)
{
    const struct frame *f = frame_at(&s->frames, r);
    if (!threadset_any(r->moved)) /* the transition out of the choice point */
        s->sleep = s->places[r->depth].asleep;
    s->sleep &= ~threadset_of(t);
    THREADSET_EACH(u, s->sleep)
        if (label_depends(s->frames.labels, u, f->candidate[u], s->frames.performed))
            s->sleep &= ~threadset_of(u);
}

/* t has been tried, and what lies below it is finished. */
static void fall_asleep(struct sum *s, struct place *p, tid t)
{
    if (p->cut)
        return;
    p->asleep |= threadset_of(t);
    p->carried[t] = summary_of_events(s->frames.summaries, &p->after);
}

/* --- the search goes on ----------------------------------------------------------------------------------------------- */

/* Sleepers are not tried, but where they lead makes what they carry exact. */
static threadset likely(struct reducing *r)
{
    struct sum *s = r->self;
    s->places[r->depth].parks = frame_enter(&s->frames, r);
    threadset sleepers = r->depth > 0 && sleeps(s, r) ? s->sleep & frame_at(&s->frames, r)->enabled : NO_THREADS;
    return frame_likely(&s->frames, r) | sleepers;
}

static threadset enter(struct reducing *r)
{
    struct sum *s = r->self;
    struct place *p = &s->places[r->depth];
    struct frame *f = frame_at(&s->frames, r);
    begin_sets(s, p, r->depth == 0);
    THREADSET_EACH(t, f->blocked)
        add(s, p, &p->below, f->pending[t]);
    if (r->reading) {
        p->bare = r->reading->bare(r->lts->self);
        THREADSET_EACH(t, f->live)
            add(s, p, &p->below, f->reads[t]);
    }
    if (threadset_any(f->parked)) /* its step ends the path */
        add(s, p, &p->below, the_end(s));
    p->cut = p->moves = false;
    p->fact = 0;
    p->slept = p->asleep = p->based = NO_THREADS;
    if (sleeps(s, r))
        sleep_on(s, r, f, p);
    components_enter(&s->components, r, &p->at);
    return p->parks;
}

static void performing(struct reducing *r, tid t)
{
    struct sum *s = r->self;
    frame_performing(&s->frames, r, t);
    if (sleeps(s, r))
        wake(s, r, t);
}

static summary of_end(struct sum *s, struct reducing *r)
{
    if (visited_tag(r->visited) == 0) {
        visited_set_tag(r->visited, TAG_CLOSED | summary_add(s->frames.summaries, frame_stuck(&s->frames, r), the_end(s)));
        if (r->facts)
            facts_publish(r->facts, r->at, visited_tag(r->visited));
    }
    return visited_tag(r->visited) & TAG_NUMBER;
}

/* Is an open state on the path, before its last choice point? Their places among the open states are in order. */
static bool leads_round(const struct sum *s, const struct reducing *r, uint32_t index)
{
    uint64_t from = 0, to = r->depth;
    while (from < to) {
        uint64_t half = from + (to - from) / 2;
        if (s->places[half].at.index < index)
            from = half + 1;
        else
            to = half;
    }
    return from < r->depth && (s->places[from].at.index == index || index == TAG_NUMBER);
}

/* Summary below the state that the transition has led to, if it is finished. */
static summary of_known(const struct sum *s, const struct reducing *r, struct frame *f, struct place *p, uint32_t tag)
{
    if (!(tag & TAG_CLOSED))
        f->full |= r->fair && leads_round(s, r, tag & TAG_NUMBER);
    return components_known(&p->at, tag);
}

/* Nobody knows what is read. */
static void read_everything(const struct sum *s, const struct reducing *r, struct place *p, struct events *set)
{
    if (r->reading)
        add(s, p, set, event_of(s->frames.labels, 0, LABEL_READS));
}

static void arrived(struct reducing *r, enum led led)
{
    struct sum *s = r->self;
    struct frame *f = frame_at(&s->frames, r);
    struct place *p = &s->places[r->depth];
    frame_arrived(&s->frames, r, led);
    join(s, p, &p->after, &s->frames.edge);
    p->causes = s->frames.causes;
    if (frame_stays(&s->frames, r, led) && !r->fair && !r->paths)
        return;
    p->moves = true;
    switch (led) {
    case LED_ON: return; /* the rest when it is left again */
    case LED_FAULT: add(s, p, &p->after, the_end(s)); break;
    case LED_ROUND: f->full = true; add(s, p, &p->after, the_end(s)); read_everything(s, r, p, &p->after); break;
    case LED_BACK: join_behind(s, p, &p->after, of_known(s, r, f, p, visited_tag(r->visited)), &p->causes); break;
    case LED_END: join_behind(s, p, &p->after, of_end(s, r), &p->causes); break;
    case LED_AWAY: add(s, p, &p->after, the_end(s)); break;
    }
    p->cut |= led == LED_FAULT || led == LED_AWAY || s->frames.last == OP_PROCESS_EXIT || s->frames.cut;
}

/* A step that is not taken has done what was pending. */
static bool foreseen(struct reducing *r, tid t, uint32_t tag)
{
    struct sum *s = r->self;
    struct frame *f = frame_at(&s->frames, r);
    struct place *p = &s->places[r->depth];
    if (tag == 0 || threadset_has(f->exits | f->parked, t))
        return false;
    p->moves = true;
    add(s, p, &p->after, f->pending[t]);
    frame_cause(&s->frames, f, f->pending[t], &p->causes);
    if (r->reading)
        frame_overwrites(&p->causes, f->overwrites[t]);
    join_behind(s, p, &p->after, of_known(s, r, f, p, tag), &p->causes);
    return true;
}

/* --- completeness ----------------------------------------------------------------------------------------------------- */

static void tried(struct reducing *r, tid t)
{
    struct sum *s = r->self;
    struct frame *f = frame_at(&s->frames, r);
    struct place *p = &s->places[r->depth];
    join(s, p, &p->below, &p->after);
    bool parked = !frame_tried(&s->frames, r, t);
    p->at.open |= !p->moves; /* who stays is no basis */
    if (!parked && !f->full && !p->at.open) {
        if (!threadset_equal(f->done, f->enabled) || threadset_any(p->slept))
            p->closure[t] = closure_of(s, f, t, &p->after);
        p->based |= threadset_of(t);
        if (sleeps(s, r))
            fall_asleep(s, p, t);
    }
    p->cut = p->moves = p->at.open = false;
    events_clear(&p->after);
}

/* Empty: the threads that have been tried contain a persistent set. Otherwise those that one of the sets lacks, the fewest. */
static threadset lacking(struct reducing *r)
{
    struct sum *s = r->self;
    const struct frame *f = frame_at(&s->frames, r);
    const struct place *p = &s->places[r->depth];
    threadset left = f->enabled & ~f->done, wanted = left;
    if (f->full)
        return left;
    THREADSET_EACH(u, p->based) {
        threadset missing = p->closure[u] & left;
        if (!threadset_any(missing))
            return NO_THREADS;
        if (threadset_size(missing) < threadset_size(wanted))
            wanted = missing;
    }
    return s->choosy && threadset_any(p->slept) && threadset_equal(f->done, p->slept) ? begin_with(s, r, p, wanted) : wanted;
}

/* What others have finished meanwhile need not be gone on with. Before the first thread is tried it was looked up already. */
static threadset more(struct reducing *r)
{
    const struct sum *s = r->self;
    struct place *p = &s->places[r->depth];
    threadset wanted = lacking(r);
    bool tried = r->facts && threadset_any(frame_at(&s->frames, r)->done & ~p->slept);
    return tried && threadset_any(wanted) && is_fact(s, r, r->nodes[r->depth].mark.digest, &p->fact) ? NO_THREADS : wanted;
}

static tid prefer(struct reducing *r, threadset candidates)
{
    struct sum *s = r->self;
    tid t = frame_prefer(&s->frames, r, candidates);
    return r->facts && threadset_several(candidates) ? part_ways(s, r, t, candidates) : t;
}

/* --- leaving ---------------------------------------------------------------------------------------------------------- */

/* The component of p is finished. */
static summary finish_component(struct reducing *r, struct sum *s, const struct place *p)
{
    summary below = p->fact ? p->fact & TAG_NUMBER : components_below(&s->components, s->frames.summaries, &p->at);
    r->endless = !p->fact && !has_end(s, below);
    components_finish(&s->components, r, &p->at, TAG_CLOSED | below);
    return below;
}

static void leave(struct reducing *r)
{
    struct sum *s = r->self;
    struct frame *f = frame_at(&s->frames, r);
    struct place *p = &s->places[r->depth];
    bool closed = p->at.low == p->at.index || p->fact;
    frame_leave(&s->frames, r);
    r->pruned += threadset_size(p->slept);
    if (threadset_any(p->slept))
        join_sleepers(s, f, p);
    if (r->reading && r->reading->unseen && *r->reading->unseen)
        read_everything(s, r, p, &p->below);
    summary below = s->components.open[p->at.index].below = summary_of_events(s->frames.summaries, &p->below);
    if (closed)
        below = finish_component(r, s, p);
    if (closed && r->reading && (s->unread || (s->unread = unread_open()) != NULL))
        unread_note(s->unread, r, s->frames.labels, s->frames.summaries, p->bare, below, TAG_CLOSED | below);
    if (r->depth == 0)
        return;
    join_behind(s, p - 1, &p[-1].after, below, &p[-1].causes);
    if (!closed)
        components_leave_open(&p[-1].at, &p->at);
}

static bool covered(struct reducing *r)
{
    const struct sum *s = r->self;
    uint32_t tag;
    if (!s->unread || !unread_find(s->unread, r, s->frames.labels, s->frames.summaries, &tag))
        return false;
    visited_set_tag(r->visited, tag);
    return true;
}

static const struct reduction_sharing sharing = {
    .share = share, .join = join_others, .finished_elsewhere = finished_elsewhere, .begin_again = sum_begin_again, .to_keep = to_keep,
    .collect = collect};

#define SUM \
    .needs = NEEDS_DEPTH_FIRST | NEEDS_EVERYTHING | NEEDS_TAGS, .keeps = KEEPS_ALL | KEEPS_PATHS, \
    .seeks_ends = true, .close = sum_close, .reset = sum_reset, .likely = likely, .enter = enter, .more = more, .prefer = prefer, \
    .performing = performing, .arrived = arrived, .covered = covered, .foreseen = foreseen, .tried = tried, .leave = leave, \
    .memory = &sum_memory, .sharing = &sharing, .records = &sum_records

const struct reduction reduction_sum = {
    .is = &reduction_kind_sum,
    .open = sum_open,
    SUM,
};

const struct reduction reduction_sum_plain = {
    .is = &reduction_kind_sum_plain,
    .open = sum_open_plain,
    SUM,
};

const struct reduction reduction_sum_sleep = {
    .is = &reduction_kind_sum_sleep,
    .open = sum_open_sleep,
    SUM,
};
