/* cause_sections.c - of critical sections: what a thread waited for and does not look at again when it is woken; a lock that it gave up
 * between what it read and what it did by that; a lock with which others write what it reads without. */
#include <string.h>

#include "model/op_columns.h"
#include "tool/binary/names/steps.h"
#include "tool/report/cause.h"

/* --- a wait that is not gone back to ------------------------------------------------------------------------------------- */

enum { MOST_READ = 8, LONG = 5000 }; /* events: each is compared with all others, not in executions that nobody reads whole */

/* A wait that a thread was woken from, and what it had read in the same critical section, before, of what others use: by these values it
 * has come to wait. */
struct waited {
    unsigned thread;
    uint64_t wait, wake, end; /* `end`: where it gives up the lock again, or the number of events */
    uint64_t read[MOST_READ]; /* the first one first */
    size_t   reads;
};

static bool is_named(const struct naming *n, uint64_t event)
{
    const struct wire_event *e = naming_event(n, event);
    return e->addr && e->size <= 8 && !symbols_in_runtime(n->symbols, e->addr) &&
           !starts_with(name_object(n, event, e->addr, e->size), "0x");
}

static bool others_write(const struct naming *n, const struct wire_event *what)
{
    const struct wire_event *e;
    for (uint64_t i = 0; (e = naming_event(n, i)) != NULL; i++)
        if (e->thread != what->thread && cause_writes(e, what->addr, what->size))
            return true;
    return false;
}

static bool knows(const struct naming *n, const struct waited *w, const struct wire_event *e)
{
    for (size_t i = 0; i < w->reads; i++)
        if (naming_event(n, w->read[i])->addr == e->addr)
            return true;
    return false;
}

/* What the thread itself writes before it waits, such as how many wait, is not what it waits for. */
static bool writes_before(const struct naming *n, const struct waited *w, uint64_t read)
{
    const struct wire_event *r = naming_event(n, read);
    for (uint64_t i = read + 1; i < w->wait; i++)
        if (naming_event(n, i)->thread == w->thread && cause_writes(naming_event(n, i), r->addr, r->size))
            return true;
    return false;
}

/* False: too much of it. */
static bool collect_reads(const struct naming *n, struct waited *w, uint64_t taken)
{
    for (uint64_t i = taken; i < w->wait; i++) {
        const struct wire_event *e = naming_event(n, i);
        if (e->thread != w->thread || !cause_reads(e, e->addr, e->size) || knows(n, w, e) || !(e->visible || others_write(n, e)) ||
            writes_before(n, w, i))
            continue;
        if (w->reads == MOST_READ || !is_named(n, i) || cause_writes(e, e->addr, e->size))
            return false;
        w->read[w->reads++] = i;
    }
    return w->reads > 0;
}

static bool begins(const struct wire_event *wait, const struct wire_event *wake)
{
    return wait->thread == wake->thread && wait->addr == wake->addr && (wait->kind == OP_WAIT || wait->kind == OP_TIMEDWAIT);
}

static bool find_waited(const struct naming *n, uint64_t wake, struct waited *w)
{
    const struct wire_event *k = naming_event(n, wake), *e;
    if (k->kind != OP_WAKE || k->pending || k->result != 0)
        return false;
    *w = (struct waited){.thread = k->thread, .wait = AT_THE_END, .wake = wake, .end = naming_events(n)};
    for (uint64_t i = wake; i > 0 && w->wait == AT_THE_END; i--)
        w->wait = begins(naming_event(n, i - 1), k) ? i - 1 : AT_THE_END;
    for (uint64_t i = wake + 1; i < w->end; i++) {
        e = naming_event(n, i);
        if (e->thread == w->thread && steps_gives_up(e) == k->addr2)
            w->end = i;
    }
    uint64_t taken = w->wait == AT_THE_END ? AT_THE_END : steps_taken_at(n, w->thread, k->addr2, w->wait);
    return taken != AT_THE_END && collect_reads(n, w, taken);
}

/* The value of what an event reads, directly before another one. False: it is not known. */
static bool value_before(const struct naming *n, uint64_t read, uint64_t event, uint64_t *value)
{
    const struct wire_event *r = naming_event(n, read);
    *value = r->before;
    for (uint64_t i = read + 1; i < event; i++) {
        const struct wire_event *e = naming_event(n, i);
        if (!cause_writes(e, r->addr, r->size))
            continue;
        if (e->addr != r->addr || e->size != r->size)
            return false;
        *value = e->after;
    }
    return true;
}

static bool same_place(const struct place *a, const struct place *b)
{
    return a->file && b->file && a->line == b->line && strcmp(a->file, b->file) == 0;
}

static bool looks_again(const struct naming *n, const struct waited *w)
{
    for (uint64_t i = w->wake + 1; i < w->end; i++) {
        const struct wire_event *e = naming_event(n, i);
        if (e->thread != w->thread || !cause_reads(e, e->addr, e->size))
            continue;
        struct place at = naming_place(n, e->stack, e->stack_used);
        for (size_t k = 0; k < w->reads; k++) {
            const struct wire_event *r = naming_event(n, w->read[k]);
            struct place then = naming_place(n, r->stack, r->stack_used);
            if (!then.file || same_place(&at, &then))
                return true;
        }
    }
    return false;
}

static bool is_pointer(const struct naming *n, uint64_t event)
{
    const struct wire_event *e = naming_event(n, event);
    struct value_type type;
    name_data(n, event, e->addr, e->size, &type);
    return e->size == 8 && type.kind == VALUE_POINTER;
}

/* Would the thread, with what is there now, come to wait as it did? Surely if all is as it was; and if two pointers were equal, and are
 * equal again: those of a container that is empty. */
static bool would_wait_again(const struct naming *n, const struct waited *w, bool *equal)
{
    uint64_t now[MOST_READ];
    bool same = true;
    for (size_t i = 0; i < w->reads; i++) {
        if (!value_before(n, w->read[i], w->wake, &now[i]))
            return false;
        same &= now[i] == naming_event(n, w->read[i])->before;
    }
    const struct wire_event *a = naming_event(n, w->read[0]), *b = w->reads == 2 ? naming_event(n, w->read[1]) : NULL;
    *equal = !same && b && is_pointer(n, w->read[0]) && is_pointer(n, w->read[1]) && a->before == b->before && now[0] == now[1];
    return same || *equal;
}

static bool is_what_it_read(const struct naming *n, const struct waited *w, const struct wire_event *e,
                            bool (*accesses)(const struct wire_event *e, uint64_t address, uint32_t size))
{
    for (size_t k = 0; k < w->reads; k++)
        if (accesses(e, naming_event(n, w->read[k])->addr, naming_event(n, w->read[k])->size))
            return true;
    return false;
}

/* The thread writes in the critical section what it had looked at, or the fault is there, and it has not looked at that in another line
 * than the fault's: by what it saw it may have gone another way. */
static bool matters(const struct finding *f, const struct waited *w)
{
    const struct naming *n = &f->naming;
    bool fails = w->thread == f->fault.thread && w->end == naming_events(n);
    for (uint64_t i = w->wake + 1; i < w->end; i++) {
        const struct wire_event *e = naming_event(n, i);
        if (e->thread != w->thread)
            continue;
        if (is_what_it_read(n, w, e, cause_writes))
            return true;
        struct place at = naming_place(n, e->stack, e->stack_used);
        fails &= !is_what_it_read(n, w, e, cause_reads) || same_place(&at, &f->place);
    }
    return fails;
}

/* The signal that took the thread out of those who wait: the last one that could. */
static uint64_t signal_of(const struct naming *n, const struct waited *w)
{
    uint64_t condition = naming_event(n, w->wake)->addr;
    for (uint64_t i = w->wake; i > w->wait; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        bool signal = (e->kind == OP_SIGNAL || e->kind == OP_BROADCAST) && e->addr == condition;
        bool took = e->before >> w->thread % 64 & 1 & ~(e->after >> w->thread % 64);
        if (signal && took)
            return i - 1;
    }
    return AT_THE_END;
}

/* Who made it so again: the last write of what was read, by another thread, after an event. */
static uint64_t last_change(const struct naming *n, const struct waited *w, uint64_t since, size_t *which)
{
    for (uint64_t i = w->wake; i > since; i--)
        for (size_t k = 0; k < w->reads; k++) {
            const struct wire_event *e = naming_event(n, i - 1), *r = naming_event(n, w->read[k]);
            *which = k;
            if (e->thread != w->thread && cause_writes(e, r->addr, r->size))
                return i - 1;
        }
    *which = 0;
    return AT_THE_END;
}

static void tell_waited(const struct naming *n, struct cause *c, const struct waited *w, uint64_t signal, bool equal)
{
    size_t which;
    uint64_t change = last_change(n, w, signal, &which);
    const struct wire_event *r = naming_event(n, w->read[which]), *s = naming_event(n, signal), *x = naming_event(n, change);
    char *object, *value = cause_value(n, w->read[which], r->before, &object);
    if (!value)
        return;
    const struct wire_event *wait = naming_event(n, w->wait);
    cause_add(c, "%s read %s = %s at %s and waited on %s at %s; %s woke it at %s, ", cause_thread(n, w->thread), object, value,
        cause_line(n, r), name_object(n, w->wait, wait->addr, 1), cause_line(n, wait), cause_thread(n, s->thread), cause_line(n, s));
    if (x)
        cause_add(c, "but before it had %s again, %s wrote %s at %s", name_object(n, w->wake, wait->addr2, 1),
            cause_thread(n, x->thread), cause_change(n, change), cause_line(n, x));
    else
        cause_add(c, "although that was so still");
    if (equal) {
        const struct wire_event *other = naming_event(n, w->read[1 - which]);
        cause_add(c, ", which made it equal to %s again", name_object(n, w->read[1 - which], other->addr, other->size));
    }
    cause_add(c, "; thread %u does not look again at %s, and goes on", w->thread, cause_line(n, r));
    cause_mark(c, w->read[which]);
    cause_mark(c, w->wait);
    cause_mark(c, signal);
    cause_mark(c, change);
    cause_mark(c, w->wake);
}

void cause_of_wait(const struct finding *f, struct cause *c)
{
    const struct naming *n = &f->naming;
    struct waited w;
    bool equal;
    for (uint64_t i = naming_events(n); i > 0 && naming_events(n) <= LONG && !f->replay.config.wide; i--) {
        if (!find_waited(n, i - 1, &w) || looks_again(n, &w) || !would_wait_again(n, &w, &equal) || !matters(f, &w))
            continue;
        uint64_t signal = signal_of(n, &w);
        if (signal != AT_THE_END)
            tell_waited(n, c, &w, signal, equal);
        return;
    }
}

/* --- two critical sections ----------------------------------------------------------------------------------------------- */

static bool excludes(const struct wire_event *e)
{
    enum op_lock how = op_traits[e->kind].lock;
    return how == LOCK_TAKES || how == LOCK_TRIES || how == LOCK_TAKES_SECOND;
}

/* Locks that were given up, from some event backwards: as often they have been taken before, and are not held. */
struct given {
    uint64_t lock[16];
    unsigned times[16];
    size_t   count;
};

static unsigned *times_given(struct given *g, uint64_t lock)
{
    for (size_t i = 0; i < g->count; i++)
        if (g->lock[i] == lock)
            return &g->times[i];
    if (g->count == sizeof g->lock / sizeof *g->lock)
        return NULL;
    g->lock[g->count] = lock;
    return &g->times[g->count++];
}

/* Locks that a thread holds alone at an event, the last that it took first: where it took them, and how often. */
struct alone {
    uint64_t lock[4], taken[4];
    unsigned times[4];
    size_t   count;
};

static void add_alone(struct alone *a, uint64_t lock, uint64_t taken)
{
    size_t i = 0;
    while (i < a->count && a->lock[i] != lock)
        i++;
    if (i == sizeof a->lock / sizeof *a->lock)
        return;
    a->count += i == a->count;
    a->lock[i] = lock;
    a->taken[i] = taken;
    a->times[i]++;
}

static struct alone locks_alone(const struct naming *n, unsigned thread, uint64_t event)
{
    struct given given = {0};
    struct alone alone = {0};
    for (uint64_t i = event; i > 0; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        uint64_t gives = e->thread == thread ? steps_gives_up(e) : 0, takes = e->thread == thread ? steps_takes(e) : 0;
        unsigned *times = gives || takes ? times_given(&given, gives ? gives : takes) : NULL;
        if ((gives || takes) && !times)
            break;
        if (gives)
            ++*times;
        else if (takes && *times > 0)
            --*times;
        else if (takes && excludes(e))
            add_alone(&alone, takes, i - 1);
    }
    return alone;
}

static bool tell_lock_given_up(const struct naming *n, struct cause *c, uint64_t lock, unsigned thread, uint64_t read, uint64_t other)
{
    for (uint64_t i = other; i > read; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if (e->thread != thread || steps_gives_up(e) != lock)
            continue;
        cause_add(c, "; each was done holding %s, but thread %u gave it up in between, at %s", name_object(n, other, lock, 1), thread,
            cause_line(n, e));
        cause_mark(c, i - 1);
        return true;
    }
    return false;
}

void cause_tell_given_up(const struct naming *n, struct cause *c, uint64_t read, uint64_t other, uint64_t then)
{
    unsigned thread = naming_event(n, read)->thread;
    struct alone a = locks_alone(n, naming_event(n, other)->thread, other);
    for (size_t i = 0; i < a.count; i++)
        if (steps_holds(n, thread, a.lock[i], read) && steps_holds(n, thread, a.lock[i], then) &&
            tell_lock_given_up(n, c, a.lock[i], thread, read, other))
            return;
}

/* --- without the lock ---------------------------------------------------------------------------------------------------- */

/* Where a thread gives up a lock that it has so many times at an event; the number of events: nowhere. */
static uint64_t given_up_after(const struct naming *n, unsigned thread, uint64_t lock, unsigned times, uint64_t event)
{
    uint64_t i = event;
    for (; i < naming_events(n); i++) {
        const struct wire_event *e = naming_event(n, i);
        bool gives = e->thread == thread && steps_gives_up(e) == lock;
        times += e->thread == thread && steps_takes(e) == lock;
        if (gives && --times == 0)
            break;
    }
    return i;
}

/* Is the read amid the section of the thread that writes, or is the whole section between two of the reads? */
static bool is_amid(const uint64_t *reads, size_t count, uint64_t read, uint64_t taken, uint64_t given)
{
    if (read > taken && read < given)
        return true;
    bool before = false, after = false;
    for (size_t i = 0; i < count; i++) {
        before |= reads[i] < taken;
        after |= reads[i] > given;
    }
    return before && after;
}

static bool holds_any(const struct naming *n, unsigned thread, const struct alone *a, const uint64_t *events, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < a->count; k++)
            if (steps_holds(n, thread, a->lock[k], events[i]))
                return true;
    return false;
}

/* With several locks, the reader has none of them, and the section is that of the first that was taken. */
static bool tell_unlocked(const struct naming *n, struct cause *c, const uint64_t *reads, size_t count, size_t which)
{
    const struct wire_event *r = naming_event(n, reads[which]), *w;
    for (uint64_t i = 0; (w = naming_event(n, i)) != NULL; i++) {
        bool writes = w->thread != r->thread && cause_writes(w, r->addr, r->size);
        struct alone a = writes ? locks_alone(n, w->thread, i) : (struct alone){0};
        size_t outer = a.count - 1;
        if (a.count == 0 ||
            !is_amid(reads, count, reads[which], a.taken[outer], given_up_after(n, w->thread, a.lock[outer], a.times[outer], i)))
            continue;
        if (holds_any(n, r->thread, &a, reads, count))
            return false;
        cause_add(c, "%s wrote %s at %s holding %s (since %s), and %s read it at %s without", cause_thread(n, w->thread),
            name_object(n, i, w->addr, w->size), cause_line(n, w), name_object(n, i, a.lock[outer], 1),
            cause_line(n, naming_event(n, a.taken[outer])), cause_thread(n, r->thread), cause_line(n, r));
        cause_mark(c, a.taken[outer]);
        cause_mark(c, i);
        return true;
    }
    return false;
}

void cause_of_unlocked(const struct naming *n, struct cause *c, const uint64_t *reads, size_t count)
{
    for (size_t i = count; i > 0 && naming_events(n) <= LONG; i--)
        if (tell_unlocked(n, c, reads, count, i - 1))
            return;
}
