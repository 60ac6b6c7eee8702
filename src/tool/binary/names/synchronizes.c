/* synchronizes.c - see synchronizes.h: vector clocks over the events of a replay.
 *
 * A thread's clock says which event of each thread it is ordered behind, as the number behind that event; 0: none. What is released
 * somewhere stays there with the clock of that moment, one entry for each thread.
 */
#include "tool/binary/names/synchronizes.h"

#include <stdlib.h>
#include <string.h>

#include "model/op_columns.h"
#include "model/threadset.h"

/* Places that are no addresses, as in world/race/order.c. */
enum { SECTION = 1 };
#define SLEEPERS(address) ((address) | (uint64_t)1 << 63)
#define BIRTH(event) ((event) | (uint64_t)1 << 62) /* of the thread that was created there */

struct release {
    unsigned  thread;
    uint64_t  event;
    uint64_t *clock;
};

struct meeting {
    uint64_t        key;    /* 0: free */
    struct release *at;     /* the latest last */
    size_t          count;
    unsigned        writer; /* 1 + the thread that holds it exclusively */
};

struct order {
    const struct naming *n;
    unsigned        threads;
    uint64_t       *clock;    /* threads times threads */
    struct meeting *meetings; /* a hash table */
    size_t          capacity, used;
    struct edges    edges;
};

/* --- clocks and places ---------------------------------------------------------------------------------------------------- */

static struct meeting *slot_of(struct meeting *table, size_t capacity, uint64_t key)
{
    size_t i = (key * 0x9e3779b97f4a7c15ULL) >> 32 & (capacity - 1);
    while (table[i].key && table[i].key != key)
        i = (i + 1) & (capacity - 1);
    return &table[i];
}

static void grow(struct order *o)
{
    size_t capacity = o->capacity ? 2 * o->capacity : 256;
    struct meeting *table = allocate(capacity * sizeof *table);
    for (size_t i = 0; i < o->capacity; i++)
        if (o->meetings[i].key)
            *slot_of(table, capacity, o->meetings[i].key) = o->meetings[i];
    free(o->meetings);
    o->meetings = table;
    o->capacity = capacity;
}

static struct meeting *meeting_at(struct order *o, uint64_t key)
{
    key = key ? key : UINT64_MAX;
    if (2 * o->used >= o->capacity)
        grow(o);
    struct meeting *m = slot_of(o->meetings, o->capacity, key);
    o->used += m->key == 0;
    m->key = key;
    return m;
}

/* The thread of an event; whatever the wire says, there is a clock for it. */
static unsigned thread_of(const struct order *o, uint64_t event)
{
    return naming_event(o->n, event)->thread % o->threads;
}

static uint64_t *clock_of(const struct order *o, unsigned thread)
{
    return o->clock + (size_t)thread * o->threads;
}

static void add_edge(struct edges *e, uint64_t from, uint64_t to)
{
    if (e->count == e->capacity) {
        e->capacity = e->capacity ? 2 * e->capacity : 256;
        e->at = resize(e->at, e->capacity * sizeof *e->at);
    }
    e->at[e->count++] = (struct edge){from, to};
}

static void order_behind(struct order *o, const struct release *r, uint64_t event)
{
    unsigned thread = thread_of(o, event);
    uint64_t *now = clock_of(o, thread);
    if (r->thread == thread || now[r->thread] > r->event)
        return;
    add_edge(&o->edges, r->event, event);
    for (unsigned t = 0; t < o->threads; t++)
        now[t] = now[t] > r->clock[t] ? now[t] : r->clock[t];
}

static void acquire_at(struct order *o, uint64_t key, uint64_t event)
{
    struct meeting *m = meeting_at(o, key);
    for (size_t i = m->count; i > 0; i--)
        order_behind(o, &m->at[i - 1], event);
}

static void forget(struct meeting *m, size_t i)
{
    free(m->at[i].clock);
    m->count--;
    memmove(&m->at[i], &m->at[i + 1], (m->count - i) * sizeof *m->at);
}

static void release_at(struct order *o, uint64_t key, uint64_t event)
{
    struct meeting *m = meeting_at(o, key);
    unsigned thread = thread_of(o, event);
    for (size_t i = 0; i < m->count; i++)
        if (m->at[i].thread == thread) {
            forget(m, i);
            break;
        }
    uint64_t *clock = allocate(o->threads * sizeof *clock);
    memcpy(clock, clock_of(o, thread), o->threads * sizeof *clock);
    clock[thread] = event + 1;
    m->at = resize(m->at, (m->count + 1) * sizeof *m->at);
    m->at[m->count++] = (struct release){thread, event, clock};
}

static void clear_at(struct order *o, uint64_t key)
{
    struct meeting *m = meeting_at(o, key);
    while (m->count > 0)
        forget(m, m->count - 1);
}

/* --- one rule for each kind: the column `orders` of model/op_columns.h ----------------------------------------------------- */

#define RULE(name) static void name(struct order *o, const struct wire_event *e, uint64_t event)
#define RULE_FOR_NOTHING(name) RULE(name) { (void)o, (void)e, (void)event; }

RULE_FOR_NOTHING(nothing)
RULE_FOR_NOTHING(fence)
RULE_FOR_NOTHING(unblock)
RULE_FOR_NOTHING(heap)
RULE_FOR_NOTHING(library)

RULE(create) { (void)e, release_at(o, BIRTH(event), event); }
RULE(acquire) { acquire_at(o, e->addr, event); }
RULE(release) { release_at(o, e->addr, event); }
RULE(end) { release(o, e, event); }

RULE(use)
{
    acquire(o, e, event);
    release(o, e, event);
}

/* What is taken changes. One that is cancelled while it waits returns nothing. */
RULE(acquire_if_done)
{
    if (e->result == 0 && e->before != e->after)
        acquire(o, e, event);
}

RULE(release_if_done)
{
    if (e->result == 0)
        release(o, e, event);
}

RULE(load)
{
    if (order_acquires(e->order))
        acquire(o, e, event);
}

/* A store that is no release ends the release sequences of others. */
RULE(store)
{
    const struct meeting *m = meeting_at(o, e->addr);
    bool own = m->count == 1 && m->at[0].thread == e->thread;
    if (order_releases(e->order) || !own)
        clear_at(o, e->addr);
    if (order_releases(e->order))
        release(o, e, event);
}

RULE(update)
{
    load(o, e, event);
    if (order_releases(e->order))
        release(o, e, event);
}

RULE(compare_exchange)
{
    bool tells = e->detail % 2 == 0; /* it returns whether it succeeded */
    if (tells ? e->result != 0 : e->before != e->after)
        update(o, e, event);
    else if (order_acquires(e->detail >> 4))
        acquire(o, e, event);
}

RULE(lock_exclusive)
{
    if (e->result != 0)
        return;
    acquire(o, e, event);
    acquire_at(o, e->addr + 1, event);
    meeting_at(o, e->addr)->writer = e->thread + 1u;
}

/* What readers release goes beside: other readers are not ordered behind them. */
RULE(unlock_shared)
{
    struct meeting *m = meeting_at(o, e->addr);
    bool writer = m->writer == e->thread + 1u;
    m->writer = writer ? 0 : m->writer;
    release_at(o, writer ? e->addr : e->addr + 1, event);
}

/* Threads that leave are ordered behind those who had come when the round was complete. The last one is told what it
 * will return. */
RULE(arrive)
{
    release(o, e, event);
    if (e->result == 0)
        return;
    acquire(o, e, event);
    clear_at(o, e->addr);
    clear_at(o, e->addr + 1);
    release_at(o, e->addr + 1, event);
}

/* An operation on a pipe or the like comes behind all before. */
RULE(channels)
{
    acquire(o, e, event);
    release(o, e, event);
}

/* poll only looks at it. */
RULE(polls) { acquire(o, e, event); }

RULE(leave) { acquire_at(o, e->addr + 1, event); }
RULE(wait) { release_at(o, e->addr2, event); }

/* After a time-out it names no condition variable. */
RULE(wake)
{
    if (e->size)
        acquire(o, e, event);
    acquire_at(o, e->addr2, event);
}

RULE(futex_wait) { acquire(o, e, event); }
RULE(futex_wake) { release_at(o, SLEEPERS(e->addr), event); }

RULE(futex_sleep)
{
    if (e->result == 0)
        acquire_at(o, SLEEPERS(e->arg[0]), event);
}

RULE(enter_section) { (void)e, acquire_at(o, SECTION, event); }
RULE(leave_section) { (void)e, release_at(o, SECTION, event); }

/* Behind the last that each of the others has done. */
RULE(after_all)
{
    uint64_t *clock = allocate(o->threads * sizeof *clock);
    for (uint64_t i = event; i-- > 0;) {
        unsigned thread = thread_of(o, i);
        memcpy(clock, clock_of(o, thread), o->threads * sizeof *clock);
        clock[thread] = i + 1;
        if (naming_event(o->n, i)->thread != e->thread)
            order_behind(o, &(struct release){thread, i, clock}, event);
    }
    free(clock);
}

static void (*const rules[OP_KINDS])(struct order *o, const struct wire_event *e, uint64_t event) = {
#define OP(kind, orders, first, second, lock, waiting, sentence, flags) [OP_##kind] = orders,
    OP_COLUMNS(OP)
#undef OP
};

/* --- all events ------------------------------------------------------------------------------------------------------------ */

/* A thread begins behind what has created it. A number may be used again. */
static void order_start(struct order *o, uint64_t event, uint64_t *born)
{
    unsigned thread = thread_of(o, event);
    const struct wire_thread *t = naming_record(o->n, thread, event);
    if (!t || t->event >= event || born[thread] == t->event + 1)
        return;
    born[thread] = t->event + 1;
    acquire_at(o, BIRTH(t->event), event);
}

static unsigned threads_of(const struct naming *n)
{
    unsigned most = 0;
    for (uint64_t i = 0; i < naming_events(n); i++)
        most = naming_event(n, i)->thread > most ? naming_event(n, i)->thread : most;
    return most < MAX_THREADS ? most + 1 : MAX_THREADS;
}

static struct edges order_events(const struct naming *n)
{
    struct order o = {.n = n, .threads = threads_of(n)};
    uint64_t *born = allocate(o.threads * sizeof *born);
    o.clock = allocate((size_t)o.threads * o.threads * sizeof *o.clock);
    for (uint64_t i = 0; i < naming_events(n); i++) {
        const struct wire_event *e = naming_event(n, i);
        order_start(&o, i, born);
        if (e->kind < OP_KINDS)
            rules[e->kind](&o, e, i);
        unsigned thread = thread_of(&o, i);
        clock_of(&o, thread)[thread] = i + 1;
    }
    for (size_t i = 0; i < o.capacity; i++) {
        for (size_t j = 0; j < o.meetings[i].count; j++)
            free(o.meetings[i].at[j].clock);
        free(o.meetings[i].at);
    }
    free(o.meetings);
    free(o.clock);
    free(born);
    return o.edges;
}

/* --- from events to lines -------------------------------------------------------------------------------------------------- */

static bool is_performed(const struct step *s)
{
    return s->kind != STEP_BLOCKED && s->kind != STEP_FOLD;
}

/* The thread's nearest line at the event or before it (`back`), or behind it; SIZE_MAX: there is none. Lines of one thread are in the
 * order of their events. */
static size_t line_near(const struct steps *steps, const size_t *line_of, uint64_t events, uint64_t event, unsigned thread, bool back)
{
    for (uint64_t i = event; i < events; i += back ? UINT64_MAX : 1)
        if (line_of[i] != SIZE_MAX && steps->at[line_of[i]].thread == thread)
            return line_of[i];
    return SIZE_MAX;
}

static int by_second(const void *a, const void *b)
{
    const struct edge *x = a, *y = b;
    return x->to != y->to ? (x->to < y->to ? -1 : 1) : x->from < y->from ? -1 : x->from > y->from;
}

struct edges synchronizes(const struct naming *n, const struct steps *steps)
{
    uint64_t events = naming_events(n);
    struct edges between = order_events(n), result = {0};
    size_t *line_of = allocate((events + 1) * sizeof *line_of);
    memset(line_of, 0xff, (events + 1) * sizeof *line_of);
    for (size_t i = 0; i < steps->count; i++)
        if (is_performed(&steps->at[i]) && steps->at[i].event < events)
            line_of[steps->at[i].event] = i;
    for (size_t i = 0; i < between.count; i++) {
        struct edge e = between.at[i];
        size_t from = line_near(steps, line_of, events, e.from, naming_event(n, e.from)->thread, true);
        size_t to = line_near(steps, line_of, events, e.to, naming_event(n, e.to)->thread, false);
        if (from != SIZE_MAX && to != SIZE_MAX)
            add_edge(&result, from, to);
    }
    if (result.count)
        qsort(result.at, result.count, sizeof *result.at, by_second);
    free(between.at);
    free(line_of);
    return result;
}
