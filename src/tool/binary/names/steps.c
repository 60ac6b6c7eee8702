/* steps.c - see steps.h. */
#include "tool/binary/names/steps.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/op_columns.h"
#include "model/preemption.h"
#include "model/threadset.h"
#include "tool/binary/names/noise.h"
#include "tool/cli/util.h"

enum {
    SHORT_RUN = 3, /* a run of local operations up to this length is shown in full */
    LAST_SHOWN = 6 /* of the run that ends in the fault */
};

struct maker {
    const struct naming *n;
    struct steps *steps;
    int      current;           /* thread of the last visible operation, or -1 */
    int      shown;             /* thread of the last line, or -1 */
    struct noise *noise;
    uint64_t held[MAX_THREADS]; /* local operations of threads that were started in somebody else's step, */
    uint64_t held_first[MAX_THREADS]; /* from which event on */
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
    s->at[s->count] = (struct step){.kind = kind, .thread = thread, .event = event, .last = event, .holder = -1,
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
static bool is_hidden(const struct maker *m, uint64_t index)
{
    const struct wire_event *e = naming_event(m->n, index);
    return e->kind == OP_START || e->kind == OP_FAULT || noise_is(m->noise, index);
}

/* --- locks ------------------------------------------------------------------------------------------------------------- */

static enum op_lock lock_part(unsigned kind)
{
    return kind < OP_KINDS ? op_traits[kind].lock : LOCK_NONE;
}

static bool takes(const struct wire_event *e, uint64_t address)
{
    switch (lock_part(e->kind)) {
    case LOCK_TAKES:
    case LOCK_TRIES:
    case LOCK_SHARES: return e->addr == address && op_lock_taken(e->result) && !e->pending;
    case LOCK_TAKES_SECOND: return e->addr2 == address && !e->pending; /* also if it says that the time is up */
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
    uint64_t taken = AT_THE_END, times = 0; /* it may be recursive */
    for (uint64_t i = 0, count = naming_events(n); i < event && i < count; i++) {
        const struct wire_event *e = naming_event(n, i);
        if (e->thread != thread)
            continue;
        if (takes(e, address))
            taken = times++ == 0 ? i : taken;
        else if (times > 0 && gives_up(e, address))
            times--;
    }
    return taken;
}

/* The lock that an event takes, or gives up; 0: none. */
static uint64_t lock_of(const struct wire_event *e, bool (*concerns)(const struct wire_event *, uint64_t))
{
    return concerns(e, e->addr) ? e->addr : concerns(e, e->addr2) ? e->addr2 : 0;
}

uint64_t steps_takes(const struct wire_event *e)
{
    return lock_of(e, takes);
}

uint64_t steps_gives_up(const struct wire_event *e)
{
    return lock_of(e, gives_up);
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

bool steps_holds(const struct naming *n, unsigned thread, uint64_t lock, uint64_t event)
{
    int64_t times = 0;
    for (uint64_t i = 0, count = naming_events(n); i < event && i < count; i++) {
        const struct wire_event *e = naming_event(n, i);
        if (e->thread == thread)
            times += takes(e, lock) ? 1 : gives_up(e, lock) && times > 0 ? -1 : 0;
    }
    return times > 0;
}

bool steps_queues(const struct naming *n, unsigned thread, uint64_t lock)
{
    const struct wire_waiter *w = steps_waiter(n, thread);
    return w && w->kind == OP_WRLOCK && w->addr == lock;
}

/* A lock that is still held in the end may be what everybody waits for. */
static bool is_kept(const struct naming *n, uint64_t index)
{
    const struct wire_event *e = naming_event(n, index);
    uint64_t lock = lock_of(e, takes);
    return lock && !is_given_up(n, e->thread, lock, index + 1, naming_events(n));
}

/* --- local operations -------------------------------------------------------------------------------------------------- */

/* One of a run of local operations: a line, or one more that is folded. */
static void tell_local(struct maker *m, uint64_t index, bool folded, size_t *fold)
{
    const struct wire_event *e = naming_event(m->n, index);
    if (!folded || is_kept(m->n, index)) {
        add(m, STEP_LOCAL, e->thread, index);
        *fold = SIZE_MAX;
        return;
    }
    if (*fold == SIZE_MAX) {
        add(m, STEP_FOLD, e->thread, index);
        *fold = m->steps->count - 1;
    }
    m->steps->at[*fold].folded++;
}

/* The next `count` local operations of a thread from `index` on, the first `fold` of them folded. */
static void tell_run(struct maker *m, unsigned thread, uint64_t index, uint64_t count, uint64_t fold)
{
    size_t line = SIZE_MAX;
    const struct wire_event *e;
    for (uint64_t seen = 0; seen < count && (e = naming_event(m->n, index)) != NULL; index++) {
        if (e->thread == thread && is_local(e) && !is_hidden(m, index))
            tell_local(m, index, seen++ < fold, &line);
    }
}

/* Close a run of local operations: in full if it is short, else all but its last `keep` folded. */
static void flush_run(struct maker *m, uint64_t keep)
{
    bool full = m->n->verbose || m->run <= keep || m->run <= SHORT_RUN;
    tell_run(m, (unsigned)m->current, m->run_first, m->run, full ? 0 : m->run - keep);
    m->run = 0;
}

static void fold_held(struct maker *m, unsigned thread)
{
    uint64_t *held = &m->held[thread % MAX_THREADS];
    tell_run(m, thread, m->held_first[thread % MAX_THREADS], *held, m->n->verbose ? 0 : *held);
    *held = 0;
}

static void note_local(struct maker *m, const struct wire_event *e, uint64_t index)
{
    unsigned thread = e->thread % MAX_THREADS;
    if (is_hidden(m, index))
        return;
    if (e->thread != m->current && m->held[thread]++ == 0)
        m->held_first[thread] = index;
    if (e->thread == m->current && m->run++ == 0)
        m->run_first = index;
}

/* --- blocked threads --------------------------------------------------------------------------------------------------- */

struct strings steps_held(const struct naming *n, unsigned thread, uint64_t event)
{
    struct strings held = {0};
    struct value_type ignored;
    uint64_t count = naming_events(n), end = event < count ? event : count;
    for (uint64_t i = 0; i < end; i++) {
        const struct wire_event *e = naming_event(n, i);
        uint64_t lock = e->thread == thread ? steps_takes(e) : 0;
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

/* Thread that took the lock last, before an event, and has not given it up. */
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

/* "wait on c, releasing m" needs no other line that says that the thread waits. */
static bool has_just_said_so(const struct maker *m, unsigned thread)
{
    const struct step *last = m->steps->count ? &m->steps->at[m->steps->count - 1] : NULL;
    const struct wire_event *e = last ? naming_event(m->n, last->event) : NULL;
    return e && last->kind == STEP_DONE && last->thread == thread && (e->kind == OP_WAIT || e->kind == OP_TIMEDWAIT);
}

static void add_blocked(struct maker *m, unsigned thread, uint64_t event)
{
    uint64_t pending = next_visible_of(m, thread, event);
    const struct wire_event *e = naming_event(m->n, pending);
    const struct wire_waiter *w = steps_waiter(m->n, thread);
    if (!e && (!w || w->enabled || w->kind == OP_FAULT))
        return;
    unsigned kind = e ? e->kind : w->kind;
    if ((kind == OP_WAKE || kind == OP_TIMEDWAKE) && has_just_said_so(m, thread))
        return;
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
    bool yielded = e ? e->yielded : w && w->yielded;
    return yielded || (kind < OP_KINDS && op_gives_way(kind));
}

/* Returns whether the thread that ran before could go on. */
static bool count_switch(struct maker *m, const struct wire_event *e, uint64_t index, bool *preempted)
{
    unsigned before = (unsigned)m->current;
    bool goes_on = before < MAX_THREADS && threadset_has(threadset_unpack(&e->enabled), before);
    *preempted = goes_on && !gives_way(m, before, index);
    m->steps->switches++;
    m->steps->preemptions += *preempted;
    return goes_on;
}

static void note_switch(struct maker *m, const struct wire_event *e, uint64_t index, bool *preempted)
{
    if (!count_switch(m, e, index, preempted))
        add_blocked(m, (unsigned)m->current, index);
}

/* What one call of the C++ library does to one object is one line: what the object looks like inside nobody wants to know. */
static bool goes_with_last(const struct maker *m, const struct wire_event *e, uint64_t index)
{
    const struct step *last = m->steps->count && !m->n->verbose ? &m->steps->at[m->steps->count - 1] : NULL;
    const struct wire_event *before = last ? naming_event(m->n, last->event) : NULL;
    if (!before || m->preempting || last->kind != STEP_DONE || last->thread != e->thread || before->kind != e->kind ||
        !op_is_access(e->kind) || !noise_in_library(m->n, e) || !noise_in_library(m->n, before))
        return false;
    struct place here = naming_place(m->n, e->stack, e->stack_used), there = naming_place(m->n, before->stack, before->stack_used);
    return here.line == there.line && here.file == there.file &&
        strcmp(name_operation(m->n, index), name_operation(m->n, last->event)) == 0;
}

static void note_visible(struct maker *m, const struct wire_event *e, uint64_t index)
{
    bool fault = e->kind == OP_FAULT, switched = m->current != e->thread, preempted = false;
    flush_run(m, fault && !switched ? LAST_SHOWN : 0);
    if (switched && m->current >= 0)
        note_switch(m, e, index, &preempted);
    m->current = e->thread;
    m->preempting = switched ? preempted : m->preempting; /* what came first may not have been told */
    fold_held(m, e->thread);
    if (fault) /* told after the last line */
        return;
    m->steps->visible++;
    if (noise_is(m->noise, index))
        return;
    if (goes_with_last(m, e, index))
        m->steps->at[m->steps->count - 1].last = index;
    else
        add(m, STEP_DONE, e->thread, index);
}

/* A thread that failed before its first visible operation: what it did last. */
static void show_held(struct maker *m)
{
    unsigned thread = m->n->wire->findings ? m->n->wire->finding[0].fault.thread % MAX_THREADS : 0;
    uint64_t held = m->held[thread];
    tell_run(m, thread, m->held_first[thread], held, m->n->verbose || held <= LAST_SHOWN ? 0 : held - LAST_SHOWN);
}

/* The C library's message for an assertion that has failed says what the fault says. */
static bool is_message_of_fault(const struct naming *n, const struct wire_event *e)
{
    static const char sign[] = ": Assertion `";
    bool readable = e->detail == 2 && e->output <= WIRE_MAX_OUTPUT && e->size <= WIRE_MAX_OUTPUT - e->output;
    return readable && !n->verbose && memmem(wire_output(n->wire) + e->output, e->size, sign, strlen(sign));
}

struct steps *steps_make(const struct naming *n)
{
    struct maker m = {.n = n, .steps = allocate(sizeof *m.steps), .noise = noise_open(n), .current = -1, .shown = -1};
    for (uint64_t i = 0; i < naming_events(n); i++) {
        const struct wire_event *e = naming_event(n, i);
        if (e->kind == OP_OUTPUT) {
            flush_run(&m, 0);
            fold_held(&m, e->thread);
            if (!is_message_of_fault(n, e))
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
    noise_close(m.noise);
    return m.steps;
}

size_t steps_left_out(const struct steps *s)
{
    return s->count > WRITTEN_STEPS ? s->count - WRITTEN_STEPS : 0;
}

struct steps steps_count(const struct naming *n)
{
    struct steps counted = {0};
    struct maker m = {.n = n, .steps = &counted, .current = -1};
    for (uint64_t i = 0; i < naming_events(n); i++) {
        const struct wire_event *e = naming_event(n, i);
        bool preempted;
        if (e->kind == OP_OUTPUT || is_local(e))
            continue;
        if (m.current >= 0 && m.current != e->thread)
            count_switch(&m, e, i, &preempted);
        m.current = e->thread;
        counted.visible += e->kind != OP_FAULT;
    }
    return counted;
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
    for (uint64_t i = s->event; s->kind == STEP_DONE && i <= s->last; i++) {
        const struct wire_event *e = naming_event(n, i);
        if (e && e->thread == s->thread && e->visible && e->choice_point && e->step == decision)
            return true;
    }
    return false;
}

struct place step_place(const struct naming *n, const struct step *s)
{
    const struct wire_event *e = naming_event(n, s->event);
    const struct wire_waiter *w = e ? NULL : steps_waiter(n, s->thread);
    if (s->kind == STEP_FOLD || !(e ? e->pc : w ? w->pc : 0))
        return (struct place){0};
    struct place place = e ? naming_place(n, e->stack, e->stack_used) : naming_place(n, w->stack, w->stack_used);
    const struct wire_thread *worker = naming_is_openmp(&place) ? naming_record(n, s->thread, s->event) : NULL;
    return worker ? naming_created(n, worker) : place; /* at the directive */
}
