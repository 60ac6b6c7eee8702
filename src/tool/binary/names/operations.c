/* operations.c - operations of a replay in words: one row for each shape that a sentence can have. */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <string.h>
#include <threads.h>

#include "model/libcalls.h"
#include "model/op_columns.h"
#include "model/order_words.h"
#include "tool/binary/names/naming.h"
#include "tool/cli/util.h"
#include "wire/tsan_abi.h"

static const char *const libcall_names[LIBCALLS] = {
#define L(name, body, word, first, second, lock) [LIBCALL_##name] = word,
    LIBCALL_TABLE(L)
#undef L
};

enum shape {
    SHAPE_OBJECT, /* broadcast c */
    SHAPE_TRY,    /* lock m; trylock m: failed (Device or resource busy) */
    SHAPE_READ,   /* read x = 1 */
    SHAPE_WRITE,  /* write x: 0 → 1 */
    SHAPE_UPDATE, /* atomic fetch_add x: 0 → 1 */
    SHAPE_CAS,    /* compare-exchange x: 0 → 1, or: failed, it was 2 */
    SHAPE_COPY,   /* copy a from b (24 bytes) */
    SHAPE_WAIT,   /* wait on c, releasing m */
    SHAPE_WAKE,   /* wake up from c, taking m */
    SHAPE_CREATE, /* create thread 1 (worker) */
    SHAPE_JOIN,   /* join thread 1 (worker) */
    SHAPE_CHOOSE, /* choose 2 out of 5 */
    SHAPE_STATUS, /* exit with status 1 */
    SHAPE_OUTPUT, /* prints "…" */
    SHAPE_PLAIN,  /* yield */
};

static const uint8_t shapes[OP_KINDS] = {
#define OP(kind, orders, first, second, lock, waiting, sentence, flags) [OP_##kind] = SHAPE_##sentence,
    OP_COLUMNS(OP)
#undef OP
};

static const char *const update_names[TSAN_UPDATES] = {
#define NAME(name, NAME, result) [TSAN_##NAME] = #name,
    TSAN_ATOMIC_UPDATES(NAME)
#undef NAME
};

struct sentence {
    const struct naming     *n;
    const struct wire_event *e;
    uint64_t                 event;
    const char              *verb;
    char                    *object;
    struct value_type        type;
    bool                     inside; /* of an object of the C++ library: its values mean nothing to who uses it */
};

/* Words for locks that several may hold: what is done, and what for. */
static const struct rwlock_words {
    const char *verb, *purpose;
} rwlock_words[OP_KINDS] = {
    [OP_RDLOCK] = {"lock", " for reading"},           [OP_WRLOCK] = {"lock", " for writing"},
    [OP_TRYRDLOCK] = {"trylock", " for reading"},     [OP_TRYWRLOCK] = {"trylock", " for writing"},
    [OP_TIMEDRDLOCK] = {"timedlock", " for reading"}, [OP_TIMEDWRLOCK] = {"timedlock", " for writing"},
    [OP_RWUNLOCK] = {"unlock", ""},
};

static const char *verb_of(unsigned kind)
{
    return rwlock_words[kind].verb ? rwlock_words[kind].verb : op_info[kind].name;
}

static const char *purpose_of(unsigned kind)
{
    return rwlock_words[kind].purpose ? rwlock_words[kind].purpose : "";
}

const char *name_order(unsigned order)
{
    return order == __ATOMIC_SEQ_CST ? NULL : order_word(order);
}

/* " (relaxed)" for what is not sequentially consistent; and whether it has passed over a newer value. A compare-exchange that
 * has failed has an order of its own (tsan_atomic.c). */
static char *order_note(const struct wire_event *e, bool failed)
{
    bool atomic = e->kind >= OP_ATOMIC_LOAD && e->kind <= OP_FENCE;
    const char *order = atomic ? name_order(failed ? e->detail >> 4 : e->order) : NULL;
    const char *newer = !atomic || e->newer == 0 ? "" : e->kind == OP_ATOMIC_STORE ? ", overtaken" : ", stale";
    return order ? format_text(" (%s)%s", order, newer) : format_text("%s", newer);
}

/* Members of the C++ library's classes are no words of the source: "queue.values_" for "queue.values_._M_impl._M_finish". */
static bool leave_library_members(char *object)
{
    char *member = strstr(object, "._M_");
    if (!member)
        return false;
    *member = '\0';
    return true;
}

char *name_object(const struct naming *n, uint64_t event, uint64_t address, uint32_t size)
{
    struct value_type ignored;
    char *object = name_data(n, event, address, size, &ignored);
    leave_library_members(object);
    return object;
}

static char *value(const struct sentence *s, uint64_t bits)
{
    char *text = name_value_of(s->n, s->event, s->object, &s->type, s->e->size, bits);
    return text ? text : format_text("(%" PRIu32 " bytes)", s->e->size);
}

static char *say_read(const struct sentence *s)
{
    if (s->inside)
        return format_text("%s %s", s->verb, s->object);
    if (s->e->size > 8)
        return format_text("%s %s (%" PRIu32 " bytes)", s->verb, s->object, s->e->size);
    return format_text("%s %s = %s%s", s->verb, s->object, value(s, s->e->before), order_note(s->e, false));
}

static char *say_write(const struct sentence *s)
{
    if (s->inside)
        return format_text("%s %s", s->verb, s->object);
    if (s->e->size > 8)
        return format_text("%s %s (%" PRIu32 " bytes)", s->verb, s->object, s->e->size);
    return format_text("%s %s: %s → %s%s", s->verb, s->object, value(s, s->e->before), value(s, s->e->after), order_note(s->e, false));
}

static char *say_cas(const struct sentence *s)
{
    bool flag = s->e->detail % 2 == 0; /* it returns whether it succeeded */
    bool done = flag ? s->e->result != 0 : s->e->before != s->e->after;
    if (done || s->e->size > 8 || s->inside)
        return say_write(s);
    return format_text("%s %s = %s: no change%s", s->verb, s->object, value(s, s->e->before), order_note(s->e, true));
}

static char *say_copy(const struct sentence *s)
{
    struct value_type ignored;
    const char *text = symbols_text(s->n->symbols, s->e->addr2);
    char *from = text ? name_literal(text, strlen(text)) : name_data(s->n, s->event, s->e->addr2, s->e->size, &ignored);
    return format_text("copy %s from %s (%" PRIu32 " bytes)", s->object, from, s->e->size);
}

static char *say_object(const struct sentence *s)
{
    bool nameless = s->e->addr == 0 || symbols_in_runtime(s->n->symbols, s->e->addr); /* such as the allocator's own records */
    if (nameless)
        return format_text("%s%s", s->verb, order_note(s->e, false));
    return format_text("%s %s%s", s->verb, s->object, purpose_of(s->e->kind));
}

/* An error number, -1 where that is in errno, or a result of <threads.h>. */
static char *say_failure(const struct wire_event *e)
{
    int error = (int)e->result;
    if (error < 0)
        return format_text("failed");
    if (error == ETIMEDOUT && !(e->detail & SYNC_C11))
        return format_text("timed out");
    if (e->detail & SYNC_C11)
        return format_text("failed (%s)", error == thrd_busy ? "thrd_busy" : error == thrd_timedout ? "timed out, thrd_timedout"
                                                                                                    : "thrd_error");
    return format_text("failed (%s)", strerror(error));
}

static char *say_try(const struct sentence *s)
{
    if (op_of_mutexes(s->e->kind) && s->e->result == EOWNERDEAD)
        return format_text("%s, whose holder has ended", say_object(s));
    return s->e->result == 0 ? say_object(s) : format_text("%s: %s", say_object(s), say_failure(s->e));
}

static char *say_with_mutex(const struct sentence *s, const char *preposition, const char *how)
{
    char *mutex = name_object(s->n, s->event, s->e->addr2, sizeof(pthread_mutex_t));
    return format_text("%s %s %s, %s %s", s->verb, preposition, s->object, how, mutex);
}

/* A time-out is two steps: the thread stops waiting, and then takes the mutex like any other that was woken (probe/sync/cond.c). */
static char *say_wake(struct sentence *s)
{
    if (s->e->pending)
        return format_text("time out of the wait on %s", s->object);
    bool timed_out = (int)s->e->result == ETIMEDOUT;
    s->verb = timed_out ? "return" : "wake up";
    return say_with_mutex(s, timed_out ? "from the wait on" : "from", timed_out ? "timed out, taking" : "taking");
}

static char *say_create(const struct sentence *s)
{
    for (uint32_t i = 0; i < s->n->wire->threads && i < WIRE_MAX_THREADS; i++) {
        const struct wire_thread *t = &s->n->wire->thread[i];
        if (t->event == s->event)
            return format_text("create %s", name_thread(s->n, t->thread, s->event));
    }
    return format_text("create a thread");
}

static char *say_join(const struct sentence *s)
{
    struct pending p = {.kind = s->e->kind, .thread = naming_thread_of(s->n, s->e->arg[0])};
    char *what = name_pending(s->n, s->event, &p);
    return s->e->result ? format_text("%s: failed (%s)", what, strerror((int)s->e->result)) : what;
}

static char *say_output(const struct sentence *s)
{
    const struct wire *w = s->n->wire;
    uint64_t offset = s->e->output, size = s->e->size;
    if (offset > WIRE_MAX_OUTPUT || size > WIRE_MAX_OUTPUT - offset)
        return format_text("prints");
    if (s->e->detail > 2 && s->e->arg[0] <= offset)
        return format_text("writes %s to %s", name_literal(wire_output(w) + offset, size),
            name_literal(wire_output(w) + offset - s->e->arg[0], s->e->arg[0]));
    return format_text("prints %s%s", name_literal(wire_output(w) + offset, size), s->e->detail == 2 ? " on stderr" : "");
}

static char *say(struct sentence *s)
{
    switch ((enum shape)shapes[s->e->kind]) {
    case SHAPE_READ: return say_read(s);
    case SHAPE_WRITE:
    case SHAPE_UPDATE: return say_write(s);
    case SHAPE_CAS: return say_cas(s);
    case SHAPE_COPY: return say_copy(s);
    case SHAPE_TRY: return say_try(s);
    case SHAPE_WAIT: return say_with_mutex(s, "on", "releasing");
    case SHAPE_WAKE: return say_wake(s);
    case SHAPE_CREATE: return say_create(s);
    case SHAPE_JOIN: return say_join(s);
    case SHAPE_CHOOSE: return format_text("choose %u out of %" PRIu64, s->e->choice, s->e->arg[0]);
    case SHAPE_STATUS: return format_text("exit with status %d", (int)s->e->arg[0]);
    case SHAPE_OUTPUT: return say_output(s);
    case SHAPE_PLAIN: return format_text("%s", s->verb);
    case SHAPE_OBJECT: break;
    }
    return say_object(s);
}

/* What an operation is about: of one on the heap the block, which for malloc is the one that it returns. */
static char *object_of(const struct naming *n, uint64_t event, const struct wire_event *e, struct value_type *type)
{
    if (op_of_heap(e->kind) && e->kind != OP_FREE && e->result)
        return name_data(n, event, e->result, 0, type);
    if (e->kind == OP_FREE && e->arg[0])
        return name_data(n, event, e->arg[0], 0, type);
    return name_data(n, event, e->addr, e->size, type);
}

char *name_operation(const struct naming *n, uint64_t event)
{
    struct sentence s = {.n = n, .e = naming_event(n, event), .event = event};
    if (!s.e || s.e->kind >= OP_KINDS)
        return format_text("?");
    s.verb = verb_of(s.e->kind);
    if (s.e->kind == OP_ATOMIC_RMW && s.e->detail < TSAN_UPDATES)
        s.verb = format_text("atomic %s", update_names[s.e->detail]);
    if (s.e->kind == OP_LIBCALL && s.e->detail < LIBCALLS)
        s.verb = libcall_names[s.e->detail];
    if (s.e->pending && (s.e->kind == OP_WRLOCK || s.e->kind == OP_TIMEDWRLOCK))
        s.verb = "wait to lock";
    s.object = object_of(n, event, s.e, &s.type);
    s.inside = leave_library_members(s.object) && op_is_access(s.e->kind); /* an atomic has its value inside */
    return say(&s);
}

char *name_pending(const struct naming *n, uint64_t event, const struct pending *p)
{
    if (p->kind >= OP_KINDS)
        return format_text("?");
    const char *verb = verb_of(p->kind);
    switch ((enum shape)shapes[p->kind]) {
    case SHAPE_PLAIN:
    case SHAPE_CHOOSE:
    case SHAPE_STATUS:
    case SHAPE_OUTPUT:
    case SHAPE_CREATE:
        return format_text("%s", verb);
    case SHAPE_JOIN:
        return p->thread < 0 ? format_text("%s", verb) : format_text("%s %s", verb, name_thread(n, (unsigned)p->thread, event));
    case SHAPE_WAKE:
        return format_text("wait on %s with %s", name_object(n, event, p->address, sizeof(pthread_cond_t)),
            name_object(n, event, p->address2, sizeof(pthread_mutex_t)));
    default:
        if (!p->address || symbols_in_runtime(n->symbols, p->address))
            return format_text("%s", verb);
        return format_text("%s %s%s", verb, name_object(n, event, p->address, op_of_mutexes(p->kind) ? sizeof(pthread_mutex_t) : 1),
            purpose_of(p->kind));
    }
}
