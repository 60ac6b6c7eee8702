/* cause_waiting.c - causes of a deadlock: the circle, or the thread that nobody wakes, or the lock that nobody gives
 * back; of the misuse of an object: what was done to it before. */
#include <inttypes.h>
#include <string.h>

#include "model/op.h"
#include "model/threadset.h"
#include "tool/binary/names/steps.h"
#include "tool/report/cause.h"

static bool is_cond(const struct wire_waiter *w)
{
    return w->kind == OP_WAKE || w->kind == OP_TIMEDWAKE;
}

static char *wanted(const struct naming *n, const struct wire_waiter *w)
{
    return name_object(n, AT_THE_END, is_cond(w) ? w->addr2 : w->addr, 1);
}

static char *line_of(const struct naming *n, const struct wire_waiter *w)
{
    struct place place = naming_place(n, w->stack, w->stack_used);
    return symbols_line(n->symbols, &place);
}

static const struct wire_waiter *next_of(const struct naming *n, const struct wire_waiter *w)
{
    return w->waits_for >= 0 && w->waits_for < MAX_THREADS ? steps_waiter(n, (unsigned)w->waits_for) : NULL;
}

/* The first of those who wait for each other; NULL: there is no circle. */
static const struct wire_waiter *circle(const struct naming *n)
{
    for (uint32_t i = 0; i < n->wire->waiters && i < WIRE_MAX_WAITERS; i++) {
        const struct wire_waiter *first = &n->wire->waiter[i], *at = next_of(n, first);
        for (uint32_t steps = 0; at && at != first && steps < n->wire->waiters; steps++)
            at = next_of(n, at);
        if (at == first)
            return first;
    }
    return NULL;
}

static uint64_t object_of(const struct wire_waiter *w)
{
    return is_cond(w) ? w->addr2 : w->addr;
}

/* "m, which thread 2 holds since f.c:10". A writer that queues for the same lock does not hold it, but comes first. */
static void tell_holder(const struct naming *n, struct cause *c, const struct wire_waiter *at, const struct wire_waiter *next, char *name)
{
    uint64_t taken = steps_taken_at(n, next->thread, object_of(at), AT_THE_END);
    const struct wire_event *e = naming_event(n, taken);
    bool queued = steps_queues(n, next->thread, object_of(at));
    bool holds = !queued && threadset_has(threadset_unpack(&at->holders), next->thread % MAX_THREADS);
    cause_add(c, "%s", wanted(n, at));
    if (queued)
        cause_add(c, ", for which %s waits before it", name);
    else if (holds)
        cause_add(c, ", which %s holds%s%s", name, e ? " since " : "", e ? cause_line(n, e) : "");
    if (holds)
        cause_mark(c, taken);
}

static void tell_circle(const struct naming *n, struct cause *c, const struct wire_waiter *first)
{
    const struct wire_waiter *at = first;
    do {
        const struct wire_waiter *next = next_of(n, at);
        cause_add(c, "%s%s waits at %s for ", at == first ? "" : "; ", at == first ? cause_thread(n, at->thread) :
            format_text("thread %" PRIu32, at->thread), line_of(n, at));
        if (at->kind == OP_JOIN) {
            cause_add(c, "the end of %s", cause_thread(n, next->thread));
        } else {
            char *name = next == first ? format_text("thread %" PRIu32, next->thread) : cause_thread(n, next->thread);
            tell_holder(n, c, at, next, next == at ? "it" : name);
        }
        at = next;
    } while (at != first);
}

/* Has the thread begun to wait for it again, since `event`? */
static uint64_t waits_again(const struct naming *n, unsigned thread, uint64_t address, uint64_t event)
{
    const struct wire_event *e;
    for (uint64_t i = event + 1; (e = naming_event(n, i)) != NULL; i++)
        if (e->thread == thread && (e->kind == OP_WAIT || e->kind == OP_TIMEDWAIT) && e->addr == address)
            return i;
    return AT_THE_END;
}

/* The first word of a condition variable is the set of those who wait on it (probe/sync/cond.c): those whom a signal took out. In the wide
 * runtime it is something else. */
static int woken_by(const struct finding *f, const struct wire_event *signal)
{
    uint64_t woken = f->replay.config.wide ? 0 : signal->before & ~signal->after;
    return woken && (woken & (woken - 1)) == 0 ? __builtin_ctzll(woken) : -1;
}

static bool tell_wrong_one(const struct finding *f, struct cause *c, const struct wire_waiter *w, uint64_t index)
{
    const struct naming *n = &f->naming;
    const struct wire_event *signal = naming_event(n, index);
    int woken = signal && signal->kind == OP_SIGNAL ? woken_by(f, signal) : -1;
    const struct wire_waiter *now = woken >= 0 ? steps_waiter(n, (unsigned)woken) : NULL;
    bool waits = now && is_cond(now) && now->addr == w->addr; /* it may have timed out since */
    uint64_t again = waits ? waits_again(n, (unsigned)woken, w->addr, index) : AT_THE_END;
    if (again == AT_THE_END || !(signal->after))
        return false;
    cause_add(c, "the last signal on %s, at %s by %s, woke %s, which waits again (%s); the other waiters were not woken",
        name_object(n, AT_THE_END, w->addr, 1), cause_line(n, signal), cause_thread(n, signal->thread), cause_thread(n, (unsigned)woken),
        cause_line(n, naming_event(n, again)));
    cause_mark(c, index);
    cause_mark(c, again);
    return true;
}

static bool is_read(const struct wire_event *e)
{
    return e->kind == OP_READ || e->kind == OP_ATOMIC_LOAD;
}

/* The last read of what `then` writes that another thread has made, before it and not again since; AT_THE_END: there is none. */
static uint64_t read_too_early(const struct naming *n, uint64_t then)
{
    const struct wire_event *w = naming_event(n, then), *e;
    uint64_t read = AT_THE_END;
    for (uint64_t i = 0; (e = naming_event(n, i)) != NULL; i++) {
        if (e->thread == w->thread || !is_read(e) || !cause_reads(e, w->addr, w->size))
            continue;
        if (i > then)
            return AT_THE_END;
        read = i;
    }
    return read;
}

/* What the thread has written with the lock that it waits with, before it began to wait (how many wait, say): who has looked at that
 * too early does not know that there is somebody to be woken. */
static void tell_overlooked(const struct naming *n, struct cause *c, const struct wire_waiter *w)
{
    const struct wire_event *e;
    for (uint64_t i = naming_events(n); i > 0; i--) {
        e = naming_event(n, i - 1);
        if (e->thread != w->thread)
            continue;
        if (e->kind == OP_LOCK && e->addr == w->addr2)
            return;
        uint64_t read = e->visible && e->size <= 8 && cause_writes(e, e->addr, e->size) ? read_too_early(n, i - 1) : AT_THE_END;
        const struct wire_event *r = naming_event(n, read);
        if (!r)
            continue;
        cause_add(c, "; %s had read %s at %s before thread %" PRIu32 " wrote it at %s", cause_thread(n, r->thread),
            name_object(n, read, r->addr, r->size), cause_line(n, r), e->thread, cause_line(n, e));
        cause_mark(c, read);
        cause_mark(c, i - 1);
        return;
    }
}

/* The last write between two events of what an event reads, by the thread of the second one. */
static uint64_t write_unseen(const struct naming *n, uint64_t read, uint64_t signal)
{
    const struct wire_event *r = naming_event(n, read);
    for (uint64_t i = signal; i > read; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if (e->thread == naming_event(n, signal)->thread && cause_writes(e, r->addr, r->size))
            return i - 1;
    }
    return AT_THE_END;
}

static bool is_read_again(const struct naming *n, uint64_t read)
{
    const struct wire_event *r = naming_event(n, read), *e;
    for (uint64_t i = read + 1; (e = naming_event(n, i)) != NULL; i++)
        if (e->thread == r->thread && cause_reads(e, r->addr, r->size))
            return true;
    return false;
}

/* With the lock that it waits with, the thread has read what was written, without that lock, before the signal, and has not seen that. */
static void tell_unseen(const struct naming *n, struct cause *c, const struct wire_waiter *w, uint64_t signal)
{
    uint64_t taken = steps_taken_at(n, w->thread, w->addr2, AT_THE_END);
    for (uint64_t i = naming_events(n); taken != AT_THE_END && i > taken; i--) {
        const struct wire_event *r = naming_event(n, i - 1);
        if (r->thread != w->thread || !is_read(r) || !r->visible || r->size > 8 || i - 1 > signal || is_read_again(n, i - 1))
            continue;
        uint64_t write = write_unseen(n, i - 1, signal);
        char *object, *value = write == AT_THE_END ? NULL : cause_value(n, i - 1, r->before, &object);
        if (!value)
            continue;
        const struct wire_event *x = naming_event(n, write);
        cause_add(c, "; thread %" PRIu32 " had read %s = %s at %s before %s wrote it at %s", w->thread, object, value, cause_line(n, r),
            cause_thread(n, x->thread), cause_line(n, x));
        cause_mark(c, i - 1);
        cause_mark(c, write);
        return;
    }
}

static void tell_condition(const struct finding *f, struct cause *c, const struct wire_waiter *w)
{
    const struct naming *n = &f->naming;
    uint64_t lost = steps_signal(n, w->addr, true), heard = steps_signal(n, w->addr, false);
    const struct wire_event *e = naming_event(n, lost);
    if (heard != AT_THE_END && tell_wrong_one(f, c, w, heard))
        return;
    char *object = name_object(n, AT_THE_END, w->addr, 1);
    const struct wire_event *signal = naming_event(n, heard);
    int woken = signal && signal->kind == OP_SIGNAL ? woken_by(f, signal) : -1;
    cause_add(c, "%s waits on %s at %s", cause_thread(n, w->thread), object, line_of(n, w));
    if (e && (heard == AT_THE_END || lost > heard)) {
        cause_add(c, ", but the last %s, at %s by %s, came when nobody waited", e->kind == OP_SIGNAL ? "signal" : "broadcast",
            cause_line(n, e), cause_thread(n, e->thread));
        cause_mark(c, lost);
        tell_unseen(n, c, w, lost);
    } else if (heard == AT_THE_END) {
        cause_add(c, ", and no thread has signalled it");
        tell_overlooked(n, c, w);
    } else if (woken >= 0 && (signal->after >> w->thread & 1)) {
        cause_add(c, ", but the last signal, at %s by %s, woke %s, which waited, too", cause_line(n, signal),
            cause_thread(n, signal->thread), cause_thread(n, (unsigned)woken));
        cause_mark(c, heard);
    } else {
        cause_add(c, ", and nobody has signalled it since %s", cause_line(n, signal));
        cause_mark(c, heard);
    }
}

static uint64_t last_write(const struct naming *n, const struct wire_waiter *w)
{
    for (uint64_t i = naming_events(n); i > 0; i--)
        if (cause_writes(naming_event(n, i - 1), w->addr, w->size))
            return i - 1;
    return AT_THE_END;
}

/* A loop waits for memory, or a lock, to change. */
static bool tell_loop(const struct naming *n, struct cause *c, const struct wire_waiter *w)
{
    struct pending pending = steps_pending(w);
    if (!w->loops || !w->size)
        return false;
    uint64_t write = last_write(n, w);
    const struct wire_event *e = naming_event(n, write);
    cause_add(c, "%s%s goes round at %s (%s) and finds the same each time; ", c->text ? "; " : "", cause_thread(n, w->thread),
        line_of(n, w), name_pending(n, AT_THE_END, &pending));
    if (e) {
        cause_add(c, "the last write was at %s by %s, and nobody is left to change it", cause_line(n, e), cause_thread(n, e->thread));
        cause_mark(c, write);
    } else {
        cause_add(c, "nobody is left to change it");
    }
    return true;
}

static char *times(unsigned count)
{
    return count == 0 ? format_text("never") : count == 1 ? format_text("once") : format_text("%u times", count);
}

/* Number of times that a semaphore was posted and taken, and the last post: who has counted on more finds the one that
 * is missing. */
static void tell_posts(const struct naming *n, struct cause *c, uint64_t semaphore)
{
    unsigned posts = 0, taken = 0;
    uint64_t last = AT_THE_END;
    const struct wire_event *e;
    for (uint64_t i = 0; (e = naming_event(n, i)) != NULL; i++) {
        if (e->addr != semaphore || e->pending || e->result != 0)
            continue;
        taken += e->kind == OP_SEM_WAIT || e->kind == OP_SEM_TRYWAIT || e->kind == OP_SEM_TIMEDWAIT;
        posts += e->kind == OP_SEM_POST;
        last = e->kind == OP_SEM_POST ? i : last;
    }
    if (!(e = naming_event(n, last))) {
        cause_add(c, ": no thread has posted it");
        return;
    }
    cause_add(c, ": it was taken %s, and posted %s, %sat %s by %s", times(taken), times(posts), posts > 1 ? "the last time " : "",
        cause_line(n, e), cause_thread(n, e->thread));
    cause_mark(c, last);
}

/* Threads that wait for nobody in particular: the others wait for these. */
static bool tell_root(const struct finding *f, struct cause *c, const struct wire_waiter *w)
{
    const struct naming *n = &f->naming;
    threadset holders = threadset_unpack(&w->holders);
    if (w->enabled || w->kind == OP_JOIN || w->kind == OP_FAULT)
        return false;
    THREADSET_EACH(holder, holders) {
        if (steps_waiter(n, holder))
            continue;
        const struct wire_event *e = naming_event(n, steps_taken_at(n, holder, is_cond(w) ? w->addr2 : w->addr, AT_THE_END));
        cause_add(c, "%s waits at %s for %s, which %s held when it ended", cause_thread(n, w->thread), line_of(n, w), wanted(n, w),
            cause_thread(n, holder));
        if (e)
            cause_add(c, " (since %s)", cause_line(n, e));
        return true;
    }
    if (threadset_any(holders))
        return false;
    if (is_cond(w)) {
        tell_condition(f, c, w);
        return true;
    }
    bool of_channel = w->kind == OP_CHANNEL_READ || w->kind == OP_CHANNEL_WRITE || w->kind == OP_POLL || w->kind == OP_EPOLL_WAIT ||
        w->kind == OP_SOCKET_ACCEPT || w->kind == OP_SOCKET_CONNECT;
    if (w->kind == OP_SEM_WAIT || w->kind == OP_LEAVE || of_channel) {
        struct pending pending = steps_pending(w);
        cause_add(c, "%s waits at %s (%s)%s%s", cause_thread(n, w->thread), line_of(n, w), name_pending(n, AT_THE_END, &pending),
            w->note[0] ? ": " : ", and nobody is left who would end that", w->note);
        if (w->kind == OP_SEM_WAIT && !w->note[0])
            tell_posts(n, c, w->addr);
        return true;
    }
    return false;
}

/* --- misuse -------------------------------------------------------------------------------------------------------------- */

static bool ends_use(const struct wire_event *e, uint64_t address)
{
    bool destroyed = e->kind == OP_MUTEX_DESTROY || e->kind == OP_COND_DESTROY || e->kind == OP_RWLOCK_DESTROY ||
        e->kind == OP_BARRIER_DESTROY || e->kind == OP_SPIN_DESTROY || e->kind == OP_SEM_DESTROY;
    bool unlocked = e->kind == OP_UNLOCK || e->kind == OP_RWUNLOCK || e->kind == OP_SPIN_UNLOCK;
    return (destroyed || unlocked) && e->addr == address && e->result == 0;
}

/* The object was unlocked or destroyed before. The last event is what has failed. */
void cause_of_misuse(const struct finding *f, struct cause *c)
{
    const struct naming *n = &f->naming;
    for (uint64_t i = naming_events(n); f->fault.addr && i > 1; i--) {
        const struct wire_event *e = naming_event(n, i - 2);
        if (!ends_use(e, f->fault.addr))
            continue;
        bool unlocked = e->kind == OP_UNLOCK || e->kind == OP_RWUNLOCK || e->kind == OP_SPIN_UNLOCK;
        if (unlocked != (strstr(f->fault.text, "not locked") != NULL) || (!unlocked && !strstr(f->fault.text, "destroyed")))
            return;
        cause_add(c, "%s was %s before, at %s by %s", name_object(n, AT_THE_END, e->addr, 1), unlocked ? "unlocked" : "destroyed",
            cause_line(n, e), cause_thread(n, e->thread));
        cause_mark(c, i - 2);
        return;
    }
}

/* --- deadlocks ----------------------------------------------------------------------------------------------------------- */

void cause_of_deadlock(const struct finding *f, struct cause *c)
{
    const struct naming *n = &f->naming;
    const struct wire_waiter *first = circle(n);
    if (first) {
        tell_circle(n, c, first);
        return;
    }
    bool told = false;
    for (uint32_t i = 0; i < n->wire->waiters && i < WIRE_MAX_WAITERS; i++)
        told |= tell_loop(n, c, &n->wire->waiter[i]);
    for (uint32_t i = 0; i < n->wire->waiters && i < WIRE_MAX_WAITERS && !told; i++)
        told = tell_root(f, c, &n->wire->waiter[i]);
}
