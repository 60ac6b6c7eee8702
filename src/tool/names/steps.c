/* steps.c - see steps.h. */
#include "tool/names/steps.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/op_columns.h"
#include "model/preemption.h"
#include "model/threadset.h"
#include "tool/util.h"

enum {
    SHORT_RUN = 3, /* a run of local operations up to this length is shown in full */
    LAST_SHOWN = 6 /* of the run that ends in the fault */
};

struct maker {
    const struct naming *n;
    struct steps *steps;
    int      current;           /* thread of the last visible operation, or -1 */
    int      shown;             /* thread of the last line, or -1 */
    uint64_t held[MAX_THREADS]; /* local operations of threads that were started in somebody else's step */
    uint64_t next[MAX_THREADS]; /* where the search for each thread's next operation stands */
    bool     preempting;        /* the next line begins with a preemption */
    uint64_t run_first, run;    /* local operations of the current thread that were not yet added */
};

static struct step *add(struct maker *m, enum step_kind kind, unsigned thread, uint64_t event)
{
    struct steps *s = m->steps;
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 256;
        s->at = resize(s->at, s->capacity * sizeof *s->at);
    }
    s->at[s->count] = (struct step){.kind = kind, .thread = thread, .event = event, .holder = -1,
        .switched = (int)thread != m->shown, .preempted = m->preempting};
    m->preempting = false;
    m->shown = (int)thread;
    return &s->at[s->count++];
}

static bool is_local(const struct wire_event *e)
{
    return !e->visible && e->kind != OP_OUTPUT;
}

/* Said otherwise, or not worth a line. */
static bool is_hidden(const struct wire_event *e)
{
    return e->kind == OP_START || e->kind == OP_FAULT;
}

/* Close a run of local operations: in full if it is short, else all but its last `keep` folded. */
static void flush_run(struct maker *m, uint64_t keep)
{
    uint64_t fold = m->run > keep && m->run > SHORT_RUN ? m->run - keep : 0;
    uint64_t index = m->run_first;
    if (fold)
        add(m, STEP_FOLD, (unsigned)m->current, index)->folded = fold;
    for (uint64_t seen = 0; seen < m->run; index++) {
        const struct wire_event *e = naming_event(m->n, index);
        if (e->thread != m->current || !is_local(e) || is_hidden(e))
            continue;
        if (seen++ >= fold)
            add(m, STEP_LOCAL, e->thread, index);
    }
    m->run = 0;
}

static void fold_held(struct maker *m, unsigned thread, uint64_t index)
{
    uint64_t *held = &m->held[thread % MAX_THREADS];
    if (*held)
        add(m, STEP_FOLD, thread, index)->folded = *held;
    *held = 0;
}

static void note_local(struct maker *m, const struct wire_event *e, uint64_t index)
{
    if (is_hidden(e))
        return;
    if (e->thread != m->current) {
        m->held[e->thread % MAX_THREADS]++;
        return;
    }
    if (m->run++ == 0)
        m->run_first = index;
}

/* --- blocked threads --------------------------------------------------------------------------------------------------- */

static enum op_lock lock_part(unsigned kind)
{
    return kind < OP_KINDS ? op_traits[kind].lock : LOCK_NONE;
}

static bool takes(const struct wire_event *e, uint64_t address)
{
    switch (lock_part(e->kind)) {
    case LOCK_TAKES:
    case LOCK_TRIES:
    case LOCK_SHARES: return e->addr == address && e->result == 0;
    case LOCK_TAKES_SECOND: return e->addr2 == address; /* also if it says that the time is up */
    case LOCK_GIVES:
    case LOCK_GIVES_SECOND:
    case LOCK_NONE: break;
    }
    return false;
}

static bool gives_up(const struct wire_event *e, uint64_t address)
{
    enum op_lock part = lock_part(e->kind);
    if (part == LOCK_GIVES_SECOND)
        return e->addr2 == address;
    return part == LOCK_GIVES && e->addr == address && e->result == 0;
}

uint64_t steps_taken_at(const struct naming *n, unsigned thread, uint64_t address, uint64_t event)
{
    uint64_t count = naming_events(n);
    for (uint64_t i = event < count ? event : count; i > 0; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if (e->thread == thread && takes(e, address))
            return i - 1;
    }
    return AT_THE_END;
}

/* The lock that an event takes, or gives up; 0: none. */
static uint64_t lock_of(const struct wire_event *e, bool (*concerns)(const struct wire_event *, uint64_t))
{
    return concerns(e, e->addr) ? e->addr : concerns(e, e->addr2) ? e->addr2 : 0;
}

static bool is_given_up(const struct naming *n, unsigned thread, uint64_t lock, uint64_t from, uint64_t to)
{
    int64_t times = 1; /* it may be recursive */
    for (uint64_t i = from; i < to && times > 0; i++) {
        const struct wire_event *e = naming_event(n, i);
        if (e->thread == thread && gives_up(e, lock))
            times--;
        else if (e->thread == thread && takes(e, lock))
            times++;
    }
    return times == 0;
}

struct strings steps_held(const struct naming *n, unsigned thread, uint64_t event)
{
    struct strings held = {0};
    struct value_type ignored;
    uint64_t count = naming_events(n), end = event < count ? event : count;
    for (uint64_t i = 0; i < end; i++) {
        const struct wire_event *e = naming_event(n, i);
        uint64_t lock = e->thread == thread ? lock_of(e, takes) : 0;
        if (!lock || is_given_up(n, thread, lock, i + 1, end))
            continue;
        struct place place = symbols_call(n->symbols, e->pc);
        strings_addf(&held, "%s since %s", name_data(n, AT_THE_END, lock, 1, &ignored), symbols_line(n->symbols, &place));
    }
    return held;
}

/* The first word of a condition variable is the set of those who wait on it (probe/sync/cond.c). */
uint64_t steps_signal(const struct naming *n, uint64_t address, bool lost)
{
    for (uint64_t i = naming_events(n); i > 0; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        bool signal = (e->kind == OP_SIGNAL || e->kind == OP_BROADCAST) && e->addr == address;
        if (signal && (e->before == 0) == lost)
            return i - 1;
    }
    return AT_THE_END;
}

/* Who took the lock last, before an event, and has not given it up. */
static int holder_before(const struct naming *n, uint64_t address, uint64_t event)
{
    enum { FAR = 5000 };
    for (uint64_t i = event; i > 0 && event - i < FAR; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if (takes(e, address))
            return e->thread;
        if (gives_up(e, address))
            return -1;
    }
    return -1;
}

const struct wire_waiter *steps_waiter(const struct naming *n, unsigned thread)
{
    for (uint32_t i = 0; i < n->wire->waiters && i < WIRE_MAX_WAITERS; i++) {
        if (n->wire->waiter[i].thread == thread)
            return &n->wire->waiter[i];
    }
    return NULL;
}

/* The next operation that the thread performs, which is the one that is pending at `event`. Asked in the order of events. */
static uint64_t next_visible_of(struct maker *m, unsigned thread, uint64_t event)
{
    uint64_t *at = &m->next[thread % MAX_THREADS], count = naming_events(m->n);
    *at = *at < event ? event : *at;
    for (; *at < count; ++*at) {
        const struct wire_event *e = naming_event(m->n, *at);
        if (e->thread == thread && e->visible)
            return *at;
    }
    return AT_THE_END;
}

static void add_blocked(struct maker *m, unsigned thread, uint64_t event)
{
    uint64_t pending = next_visible_of(m, thread, event);
    const struct wire_event *e = naming_event(m->n, pending);
    const struct wire_waiter *w = steps_waiter(m->n, thread);
    if (!e && (!w || w->enabled || w->kind == OP_FAULT))
        return;
    unsigned kind = e ? e->kind : w->kind;
    uint64_t address = lock_part(kind) == LOCK_TAKES_SECOND ? (e ? e->addr2 : w->addr2) : (e ? e->addr : w->addr);
    int holder = holder_before(m->n, address, event);
    add(m, STEP_BLOCKED, thread, pending)->holder = holder == (int)thread ? -1 : holder;
}

/* --- the sequence ------------------------------------------------------------------------------------------------------ */

/* Whether the thread, which could go on at `event`, stands where it gives way by itself (model/preemption.h). */
static bool gives_way(struct maker *m, unsigned thread, uint64_t event)
{
    const struct wire_event *e = naming_event(m->n, next_visible_of(m, thread, event));
    const struct wire_waiter *w = steps_waiter(m->n, thread);
    unsigned kind = e ? e->kind : w ? w->kind : OP_KINDS;
    return kind < OP_KINDS && op_gives_way(kind);
}

static void note_switch(struct maker *m, const struct wire_event *e, uint64_t index, bool *preempted)
{
    unsigned before = (unsigned)m->current;
    bool goes_on = before < MAX_THREADS && threadset_has(threadset_unpack(&e->enabled), before);
    *preempted = goes_on && !gives_way(m, before, index);
    m->steps->switches++;
    m->steps->preemptions += *preempted;
    if (!goes_on)
        add_blocked(m, before, index);
}

static void note_visible(struct maker *m, const struct wire_event *e, uint64_t index)
{
    bool fault = e->kind == OP_FAULT, switched = m->current != e->thread, preempted = false;
    flush_run(m, fault && !switched ? LAST_SHOWN : 0);
    if (switched && m->current >= 0)
        note_switch(m, e, index, &preempted);
    m->current = e->thread;
    m->preempting = preempted;
    fold_held(m, e->thread, index);
    if (fault) /* told after the last line */
        return;
    add(m, STEP_DONE, e->thread, index);
    m->steps->visible++;
}

/* A thread that failed before its first visible operation: what it did last. */
static void show_held(struct maker *m)
{
    unsigned thread = m->n->wire->findings ? m->n->wire->finding[0].fault.thread % MAX_THREADS : 0;
    uint64_t count = naming_events(m->n), held = m->held[thread], first = count;
    if (held == 0)
        return;
    for (uint64_t seen = 0; first > 0 && seen < held && seen < LAST_SHOWN;) {
        const struct wire_event *e = naming_event(m->n, --first);
        seen += e->thread == thread && is_local(e) && !is_hidden(e);
    }
    if (held > LAST_SHOWN)
        add(m, STEP_FOLD, thread, first)->folded = held - LAST_SHOWN;
    for (uint64_t i = first; i < count; i++) {
        const struct wire_event *e = naming_event(m->n, i);
        if (e->thread == thread && is_local(e) && !is_hidden(e))
            add(m, STEP_LOCAL, thread, i);
    }
}

struct steps *steps_make(const struct naming *n)
{
    struct maker m = {.n = n, .steps = allocate(sizeof *m.steps), .current = -1, .shown = -1};
    for (uint64_t i = 0; i < naming_events(n); i++) {
        const struct wire_event *e = naming_event(n, i);
        if (e->kind == OP_OUTPUT) {
            flush_run(&m, 0);
            fold_held(&m, e->thread, i);
            add(&m, STEP_OUTPUT, e->thread, i);
        } else if (is_local(e)) {
            note_local(&m, e, i);
        } else {
            note_visible(&m, e, i);
        }
    }
    flush_run(&m, LAST_SHOWN);
    show_held(&m);
    m.steps->preempted = m.preempting;
    return m.steps;
}

void steps_free(struct steps *s)
{
    free(s->at);
    free(s);
}

/* --- text -------------------------------------------------------------------------------------------------------------- */

struct pending steps_pending(const struct wire_waiter *w)
{
    return (struct pending){.kind = w->kind, .address = w->addr, .address2 = w->addr2, .thread = w->waits_for};
}

static char *blocked_text(const struct naming *n, const struct step *s)
{
    const struct wire_event *e = naming_event(n, s->event);
    const struct wire_waiter *w = steps_waiter(n, s->thread);
    struct pending p = {.kind = OP_KINDS};
    if (e)
        p = (struct pending){e->kind, e->addr, e->addr2, naming_thread_of(n, e->arg[0])};
    else if (w)
        p = steps_pending(w);
    char *what = name_pending(n, s->event, &p);
    return s->holder < 0 ? format_text("%s (waits)", what) : format_text("%s (waits: held by thread %d)", what, s->holder);
}

char *step_text(const struct naming *n, const struct step *s)
{
    if (s->kind == STEP_FOLD)
        return format_text("… %" PRIu64 " local step%s", s->folded, s->folded == 1 ? "" : "s");
    return s->kind == STEP_BLOCKED ? blocked_text(n, s) : name_operation(n, s->event);
}

bool step_is_decision(const struct naming *n, const struct step *s, uint64_t decision)
{
    const struct wire_event *e = s->kind == STEP_DONE ? naming_event(n, s->event) : NULL;
    return e && e->choice_point && e->step == decision;
}

struct place step_place(const struct naming *n, const struct step *s)
{
    const struct wire_event *e = naming_event(n, s->event);
    const struct wire_waiter *w = e ? NULL : steps_waiter(n, s->thread);
    if (s->kind == STEP_FOLD || !(e ? e->pc : w ? w->pc : 0))
        return (struct place){0};
    return e ? naming_place(n, e->stack, e->stack_used) : naming_place(n, w->stack, w->stack_used);
}
