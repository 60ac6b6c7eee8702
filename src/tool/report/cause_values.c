/* cause_values.c - causes of a failed assertion, a crash, an abort: what its statement has read, who wrote that last,
 * and which other thread's write came between two steps of one thread. */
#include <errno.h>
#include <string.h>

#include "model/op.h"
#include "tool/binary/names/block_names.h"
#include "tool/binary/names/replay_blocks.h"
#include "tool/binary/names/steps.h"
#include "tool/report/cause.h"

enum { MOST_TOLD = 3, MOST_VALUES = 64, FAR = 5000 };

struct values {
    uint64_t event[MOST_VALUES]; /* that have read them, the last first */
    size_t   count;
};

/* --- what the statement has read ----------------------------------------------------------------------------------------- */

static bool is_at(const struct place *p, const char *file, int line)
{
    return p->file && p->line == line && strcmp(p->file, file) == 0;
}

/* `inner`: also in functions that the line calls. */
static bool is_of_line(const struct naming *n, const struct wire_event *e, const struct place *line, bool inner)
{
    struct place p = naming_place(n, e->stack, e->stack_used);
    bool found = is_at(&p, line->file, line->line);
    for (uint32_t i = 0; i < e->stack_used && i < WIRE_STACK && inner && !found; i++) {
        p = symbols_call(n->symbols, e->stack[i]);
        found = is_at(&p, line->file, line->line);
    }
    return found;
}

/* A number with a name that is what it was when the first thread began. */
static bool is_unwritten(const struct naming *n, uint64_t event, const struct wire_event *e)
{
    struct value_type type;
    char *name = name_data(n, event, e->addr, e->size, &type);
    for (uint64_t i = 0; i < event; i++)
        if (cause_writes(naming_event(n, i), e->addr, e->size))
            return false;
    return e->addr != 0 && type.kind != VALUE_POINTER && type.kind != VALUE_THREAD && !starts_with(name, "heap block ") &&
           !starts_with(name_object(n, event, e->addr, e->size), "0x") && !symbols_in_runtime(n->symbols, e->addr);
}

static void add_value(const struct naming *n, struct values *v, uint64_t event)
{
    const struct wire_event *e = naming_event(n, event);
    for (size_t i = 0; i < v->count; i++)
        if (naming_event(n, v->event[i])->addr == e->addr)
            return;
    if (v->count < MOST_VALUES)
        v->event[v->count++] = event;
}

/* Something that threads share and that has a name, although in the end one is left perhaps that can use it. A pointer that nobody writes
 * leads there, and no more. */
static bool is_shared(const struct naming *n, uint64_t event, const struct wire_event *e)
{
    struct value_type type;
    if (e->addr == 0 || symbols_in_runtime(n->symbols, e->addr) || starts_with(name_object(n, event, e->addr, e->size), "0x"))
        return false;
    char *name = name_data(n, event, e->addr, e->size, &type);
    bool tells = type.kind != VALUE_POINTER && !starts_with(name, "heap block ");
    for (uint64_t i = 0, count = naming_events(n); !e->visible && i < count; i++) {
        const struct wire_event *other = naming_event(n, i);
        if (other->thread != e->thread && (cause_writes(other, e->addr, e->size) || (tells && cause_reads(other, e->addr, e->size))))
            return true;
    }
    return e->visible;
}

/* The last accesses of the thread, as far as they belong to the line: what was read there that others can write. */
static struct values values_that(bool (*counts)(const struct naming *n, uint64_t event, const struct wire_event *e),
                                 const struct naming *n, unsigned thread, const struct place *line, bool inner, uint64_t end)
{
    struct values v = {0};
    for (uint64_t i = end; i > 0 && end - i < FAR; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if (e->thread != thread || e->kind == OP_FAULT || e->kind == OP_OUTPUT)
            continue;
        if (!is_of_line(n, e, line, inner))
            break;
        if (e->size <= 8 && cause_reads(e, e->addr, e->size) && !cause_writes(e, e->addr, e->size) && counts(n, i - 1, e))
            add_value(n, &v, i - 1);
    }
    return v;
}

static struct values values_of_line(const struct naming *n, unsigned thread, const struct place *line, bool inner, uint64_t end)
{
    return values_that(is_shared, n, thread, line, inner, end);
}

/* `if (x == 0)` in the line before `abort();` */
static struct values values_before(const struct naming *n, unsigned thread, const struct place *line)
{
    enum { NEAR = 2 };
    uint64_t count = naming_events(n);
    for (uint64_t i = count; i > 0 && count - i < FAR; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if (e->thread != thread || e->kind == OP_FAULT || e->kind == OP_OUTPUT)
            continue;
        if (is_of_line(n, e, line, true))
            continue;
        for (uint32_t k = 0; k < e->stack_used && k < WIRE_STACK; k++) {
            struct place p = symbols_call(n->symbols, e->stack[k]);
            if (p.file && strcmp(p.file, line->file) == 0 && p.line < line->line && p.line >= line->line - NEAR)
                return values_of_line(n, thread, &p, true, i);
        }
        break;
    }
    return (struct values){0};
}

/* The fault's own line, or that of a caller: of `check(x == 1)`. */
static struct values values_of_statement(const struct finding *f)
{
    enum { CALLERS = 3 };
    const struct naming *n = &f->naming;
    uint64_t count = naming_events(n);
    const struct wire_event *e = count ? naming_event(n, count - 1) : NULL;
    struct values v = {0};
    if (!f->place.file)
        return v;
    v = values_of_line(n, f->fault.thread, &f->place, true, count);
    bool own = e && e->kind == OP_FAULT && e->thread == f->fault.thread;
    for (uint32_t i = 0; v.count == 0 && own && i < e->stack_used && i < CALLERS; i++) {
        struct place caller = symbols_call(n->symbols, e->stack[i]);
        if (caller.file && !caller.library)
            v = values_of_line(n, f->fault.thread, &caller, false, count);
    }
    if (v.count == 0 && f->fault.kind == FAULT_ASSERTION) /* what nobody else has come to write */
        v = values_that(is_unwritten, n, f->fault.thread, &f->place, false, count);
    return v.count ? v : values_before(n, f->fault.thread, &f->place);
}

/* --- who wrote it -------------------------------------------------------------------------------------------------------- */

static uint64_t mask_of(uint32_t size)
{
    return size < 8 ? (1ULL << (8 * size)) - 1 : ~0ULL;
}

/* The last write before `event`, by `thread`, by others than it, or by anybody. */
enum whose { BY_ANYBODY, BY_THREAD, BY_OTHERS };
static uint64_t write_before(const struct naming *n, const struct wire_event *what, uint64_t event, enum whose whose, unsigned thread)
{
    for (uint64_t i = event; i > 0; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        bool meant = whose == BY_ANYBODY || (e->thread == thread) == (whose == BY_THREAD);
        if (meant && cause_writes(e, what->addr, what->size))
            return i - 1;
    }
    return AT_THE_END;
}

/* The first write of what was read at `event` after that. */
static uint64_t write_after(const struct naming *n, uint64_t event)
{
    const struct wire_event *what = naming_event(n, event), *e;
    for (uint64_t i = event + 1; (e = naming_event(n, i)) != NULL; i++)
        if (cause_writes(e, what->addr, what->size))
            return i;
    return AT_THE_END;
}

static uint64_t read_before(const struct naming *n, const struct wire_event *what, uint64_t event, unsigned thread)
{
    for (uint64_t i = event; i > 0; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if (e->thread == thread && cause_reads(e, what->addr, what->size))
            return i - 1;
    }
    return AT_THE_END;
}

char *cause_value(const struct naming *n, uint64_t event, uint64_t bits, char **object)
{
    const struct wire_event *e = naming_event(n, event);
    struct value_type type;
    name_data(n, event, e->addr, e->size, &type);
    *object = name_object(n, event, e->addr, e->size);
    return name_value_of(n, event, *object, &type, e->size, bits);
}

/* "seats: 1 → 0" */
char *cause_change(const struct naming *n, uint64_t event)
{
    const struct wire_event *e = naming_event(n, event);
    char *object, *before = cause_value(n, event, e->before, &object), *after = cause_value(n, event, e->after, &object);
    return before && after && e->size <= 8 ? format_text("%s: %s → %s", object, before, after) : object;
}

/* Others change things while a thread waits: that is what it waits for. */
static bool has_waited(const struct naming *n, unsigned thread, uint64_t from, uint64_t to)
{
    for (uint64_t i = from; i < to; i++) {
        const struct wire_event *e = naming_event(n, i);
        if (e->thread == thread && (e->kind == OP_WAIT || e->kind == OP_TIMEDWAIT))
            return true;
    }
    return false;
}

/* The thread has looked once more, in a line of its own: by what it saw there it went on. */
static void tell_last_look(const struct naming *n, struct cause *c, uint64_t other, uint64_t then)
{
    const struct wire_event *e = naming_event(n, then);
    uint64_t look = read_before(n, e, then, e->thread);
    const struct wire_event *l = naming_event(n, look);
    char *object, *value = l && look > other && l->size <= 8 ? cause_value(n, look, l->before, &object) : NULL;
    if (!value)
        return;
    struct place there = naming_place(n, e->stack, e->stack_used);
    if (is_of_line(n, l, &there, true))
        return;
    cause_add(c, ", having read %s = %s at %s", object, value, cause_line(n, l));
    cause_mark(c, look);
}

/* What one thread read and what it did by that are not one step: another thread has written in between. `lost`: and the thread has not
 * seen that. */
static bool tell_between(const struct naming *n, struct cause *c, uint64_t then, bool lost)
{
    const struct wire_event *e = naming_event(n, then);
    uint64_t other = write_before(n, e, then, BY_OTHERS, e->thread), own = write_before(n, e, then, BY_THREAD, e->thread);
    if (other == AT_THE_END || (own != AT_THE_END && own > other))
        return false;
    uint64_t read = read_before(n, e, other, e->thread);
    const struct wire_event *r = naming_event(n, read), *x = naming_event(n, other);
    if (lost && read_before(n, e, then, e->thread) != read)
        return false;
    if (r && has_waited(n, e->thread, read, other))
        return false;
    bool whole = e->size > sizeof e->before; /* a structure that is copied: its value is not known */
    if (!r || (own != AT_THE_END && read <= own) || (!whole && ((r->before ^ x->after) & mask_of(e->size)) == 0))
        return false;
    char *object, *value = cause_value(n, read, r->before, &object);
    if (!value && !whole)
        return false;
    cause_add(c, "%s read %s%s%s at %s; then ", cause_thread(n, e->thread), object, value ? " = " : "", value ? value : "",
        cause_line(n, r));
    cause_add(c, "%s wrote %s at %s, before thread %u ", cause_thread(n, x->thread), cause_change(n, other), cause_line(n, x), e->thread);
    bool writes = cause_writes(e, e->addr, e->size);
    if (writes)
        cause_add(c, "wrote %s at %s", cause_change(n, then), cause_line(n, e));
    else
        cause_add(c, "read it again at %s", cause_line(n, e));
    if (writes)
        tell_last_look(n, c, other, then);
    cause_tell_given_up(n, c, read, other, then);
    cause_mark(c, read);
    cause_mark(c, other);
    cause_mark(c, then);
    return true;
}

static bool is_told(const struct cause *c, uint64_t event)
{
    for (size_t i = 0; i < c->events; i++)
        if (c->event[i] == event)
            return true;
    return false;
}

/* Event by which the thread first let others reach the block around an address, by a pointer that it wrote
 * elsewhere. */
static void tell_publication(const struct naming *n, struct cause *c, unsigned thread, uint64_t address)
{
    const struct heap_block *b = block_around(n->symbols, AT_THE_END, address);
    const struct wire_event *e;
    for (uint64_t i = b ? b->born : 0; b && (e = naming_event(n, i)) != NULL; i++) {
        bool pointer = e->thread == thread && e->visible && e->size == sizeof e->after && cause_writes(e, e->addr, e->size);
        if (!pointer || e->after - b->start >= b->size || e->addr - b->start < b->size)
            continue;
        if (is_told(c, i))
            return;
        cause_add(c, ", after it was published in %s at %s", name_object(n, i, e->addr, e->size), cause_line(n, e));
        cause_mark(c, i);
        return;
    }
}

/* A thread that was stopped before the write that is missed. */
static void tell_pending_write(const struct finding *f, struct cause *c, const struct wire_event *what)
{
    const struct naming *n = &f->naming;
    for (uint32_t i = 0; i < n->wire->waiters && i < WIRE_MAX_WAITERS; i++) {
        const struct wire_waiter *w = &n->wire->waiter[i];
        bool writes = w->kind >= OP_READ && w->kind <= OP_ATOMIC_CAS && op_info[w->kind].first == TOUCH_WRITE;
        if (w->thread == f->fault.thread || !writes || w->addr < what->addr || w->addr >= what->addr + what->size)
            continue;
        struct place place = naming_place(n, w->stack, w->stack_used);
        cause_add(c, "; %s is about to write it at %s", cause_thread(n, w->thread), symbols_line(n->symbols, &place));
        tell_publication(n, c, w->thread, what->addr);
        return;
    }
}

static void tell_time_out(const struct finding *f, struct cause *c)
{
    const struct naming *n = &f->naming;
    for (uint64_t i = naming_events(n); i > 0; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if (e->thread != f->fault.thread || e->kind != OP_WAKE)
            continue;
        if (e->result == ETIMEDOUT) {
            cause_add(c, "; the wait on %s at %s has timed out", name_object(n, i - 1, e->addr, 1), cause_line(n, e));
            cause_mark(c, i - 1);
        }
        return;
    }
}

/* The thread that has written last may have been stopped on its way. */
static void tell_where_it_is(const struct naming *n, struct cause *c, unsigned thread, const struct wire_event *what)
{
    const struct wire_waiter *w = steps_waiter(n, thread);
    if (!w || !w->enabled || w->kind == OP_FAULT || w->kind == OP_EXIT)
        return;
    struct place place = naming_place(n, w->stack, w->stack_used);
    struct pending pending = steps_pending(w);
    if (!place.file || place.library)
        return;
    char *text = format_text(", which had not yet executed %s (%s)", symbols_line(n->symbols, &place),
        name_pending(n, AT_THE_END, &pending));
    if (strstr(c->text, text)) /* of another value */
        return;
    cause_add(c, "%s", text);
    if (w->addr == what->addr && w->size == what->size)
        tell_publication(n, c, thread, what->addr);
}

/* Values that were written unseen, by code without hooks, are nobody's. */
static uint64_t writer_of(const struct naming *n, uint64_t event, bool *known)
{
    const struct wire_event *e = naming_event(n, event);
    uint64_t written = write_before(n, e, event, BY_ANYBODY, 0);
    const struct wire_event *w = naming_event(n, written);
    bool same = w && w->addr == e->addr && w->size == e->size;
    *known = !same || ((w->after ^ e->before) & mask_of(e->size)) == 0;
    return written;
}

/* The pair of steps whose order decides, if there is one: before the last write, or before the statement itself. */
static bool tell_order(const struct finding *f, struct cause *c, uint64_t event, bool lost)
{
    const struct naming *n = &f->naming;
    bool known;
    uint64_t written = writer_of(n, event, &known);
    const struct wire_event *w = naming_event(n, written);
    if (!w || !known)
        return false;
    return tell_between(n, c, written, lost) || (!lost && w->thread != f->fault.thread && tell_between(n, c, event, lost));
}

/* What was read is no longer there: another thread has written it since. */
static void tell_outdated(const struct naming *n, struct cause *c, uint64_t event, uint64_t later)
{
    const struct wire_event *e = naming_event(n, event), *x = naming_event(n, later);
    char *object, *value = cause_value(n, event, e->before, &object);
    cause_add(c, "%s was %s when %s read it at %s, before %s wrote %s at %s", object, value, cause_thread(n, e->thread), cause_line(n, e),
        cause_thread(n, x->thread), cause_change(n, later), cause_line(n, x));
    cause_mark(c, later);
}

/* The thread writes after an event what it has read there, and does not look again before, in a line of its own. */
static bool writes_then(const struct naming *n, uint64_t read)
{
    const struct wire_event *what = naming_event(n, read), *look = NULL, *e;
    for (uint64_t i = read + 1; (e = naming_event(n, i)) != NULL; i++) {
        if (e->thread != what->thread)
            continue;
        if (cause_writes(e, what->addr, what->size)) {
            struct place there = naming_place(n, e->stack, e->stack_used);
            return !look || is_of_line(n, look, &there, true);
        }
        look = cause_reads(e, what->addr, what->size) ? e : look;
    }
    return false;
}

static bool is_written_between(const struct naming *n, uint64_t one, uint64_t two)
{
    uint64_t first = one < two ? one : two, last = one < two ? two : one;
    uint64_t written = write_before(n, naming_event(n, first), last, BY_ANYBODY, 0);
    return written != AT_THE_END && written > first;
}

/* Both have read one value of what they write later, before they have done the same: neither has seen what the other has done. */
static bool tell_same_look(const struct naming *n, struct cause *c, uint64_t first, uint64_t second)
{
    unsigned other = naming_event(n, first)->thread, thread = naming_event(n, second)->thread;
    for (uint64_t i = second; i > 0 && second - i < FAR; i--) {
        const struct wire_event *e = naming_event(n, i - 1), *o;
        bool look = e->thread == thread && e->visible && e->size <= 8 && cause_reads(e, e->addr, e->size) &&
            !cause_writes(e, e->addr, e->size);
        uint64_t same = look ? read_before(n, e, first, other) : AT_THE_END;
        char *object, *value;
        if (!(o = naming_event(n, same)) || ((o->before ^ e->before) & mask_of(e->size)) || is_written_between(n, same, i - 1) ||
            !writes_then(n, same) || !writes_then(n, i - 1) || !(value = cause_value(n, i - 1, e->before, &object)))
            continue;
        cause_add(c, "; both had read %s = %s, at %s, before either wrote it", object, value, cause_line(n, e));
        cause_mark(c, same);
        cause_mark(c, i - 1);
        return true;
    }
    return false;
}

/* Another thread has done the same at this place before: one of them should not have, such as a task that was run twice. */
static uint64_t same_before(const struct naming *n, uint64_t written)
{
    const struct wire_event *w = naming_event(n, written), *x;
    uint64_t before = write_before(n, w, written, BY_ANYBODY, 0);
    bool same = (x = naming_event(n, before)) != NULL && x->thread != w->thread && x->pc == w->pc && x->addr == w->addr;
    return same ? before : AT_THE_END;
}

static void tell_writer_before(const struct naming *n, struct cause *c, uint64_t written)
{
    uint64_t before = same_before(n, written);
    if (before == AT_THE_END)
        return;
    cause_add(c, ", where %s had written before", cause_thread(n, naming_event(n, before)->thread));
    cause_mark(c, before);
    tell_same_look(n, c, before, written);
}

/* What is missing was done elsewhere: two have written at one place, of which each has taken it that it is its own. */
static void tell_collision(const struct naming *n, struct cause *c)
{
    enum { LONG = 500 }; /* each write is compared with all reads before it: not in executions that nobody reads whole */
    const struct wire_event *e;
    for (uint64_t i = 0; naming_events(n) <= LONG && (e = naming_event(n, i)) != NULL; i++) {
        struct cause look = {0};
        uint64_t before = e->visible && cause_writes(e, e->addr, e->size) ? same_before(n, i) : AT_THE_END;
        if (before == AT_THE_END || !tell_same_look(n, &look, before, i))
            continue;
        cause_add(c, "; %s wrote %s at %s, and so did %s before%s", cause_thread(n, e->thread), name_object(n, i, e->addr, e->size),
            cause_line(n, e), cause_thread(n, naming_event(n, before)->thread), look.text);
        cause_mark(c, before);
        cause_mark(c, i);
        for (size_t k = 0; k < look.events; k++)
            cause_mark(c, look.event[k]);
        return;
    }
}

/* False: nobody has written it. */
static bool tell_value(const struct finding *f, struct cause *c, uint64_t event)
{
    const struct naming *n = &f->naming;
    const struct wire_event *e = naming_event(n, event);
    bool known;
    uint64_t written = writer_of(n, event, &known);
    const struct wire_event *w = naming_event(n, written);
    char *object, *value = cause_value(n, event, e->before, &object);
    if (!value || !known)
        return true;
    if (c->text)
        cause_add(c, "; ");
    cause_mark(c, event);
    uint64_t later = write_after(n, event);
    bool own = later != AT_THE_END && naming_event(n, later)->thread == e->thread;
    if (later != AT_THE_END && !own) {
        tell_outdated(n, c, event, later);
        return true;
    }
    if (!w && own) {
        cause_add(c, "%s was %s when %s read it at %s", object, value, cause_thread(n, e->thread), cause_line(n, e));
        return true;
    }
    if (!w) {
        cause_add(c, "%s is still %s: no step has written it", object, value);
        tell_pending_write(f, c, e);
        tell_time_out(f, c);
        return false;
    }
    cause_add(c, "%s %s %s, written by %s at %s", object, own ? "was" : "is", value, cause_thread(n, w->thread), cause_line(n, w));
    tell_writer_before(n, c, written);
    if (w->thread != e->thread)
        tell_where_it_is(n, c, w->thread, e);
    cause_mark(c, written);
    return true;
}

/* What was read was perhaps of two critical sections, and a third is between them. */
static void tell_two_sections(const struct naming *n, struct cause *c, const struct values *v)
{
    uint64_t first = AT_THE_END, last = 0;
    for (size_t i = 0; i < v->count; i++) {
        first = v->event[i] < first ? v->event[i] : first;
        last = v->event[i] > last ? v->event[i] : last;
    }
    for (uint64_t i = first + 1; i < last; i++)
        for (size_t k = 0; k < v->count; k++) {
            const struct wire_event *e = naming_event(n, i), *r = naming_event(n, v->event[k]);
            if (e->thread == r->thread || !cause_writes(e, r->addr, r->size))
                continue;
            cause_tell_given_up(n, c, first, i, last);
            return;
        }
}

/* Two values that two threads have written, each after the same look at something else. */
static void tell_twice_written(const struct naming *n, struct cause *c, const struct values *v)
{
    bool known[2];
    if (v->count != 2)
        return;
    uint64_t one = writer_of(n, v->event[0], &known[0]), two = writer_of(n, v->event[1], &known[1]);
    const struct wire_event *a = naming_event(n, one), *b = naming_event(n, two);
    if (!a || !b || !known[0] || !known[1] || a->thread == b->thread || a->pc != b->pc)
        return;
    tell_same_look(n, c, one < two ? one : two, one < two ? two : one);
}

/* Does the thread read later what `event` writes? */
static bool is_read_later(const struct naming *n, uint64_t event, unsigned thread)
{
    const struct wire_event *what = naming_event(n, event), *e;
    for (uint64_t i = event + 1; (e = naming_event(n, i)) != NULL; i++)
        if (e->thread == thread && cause_reads(e, what->addr, what->size))
            return true;
    return false;
}

/* The program ends with another status than elsewhere, and no statement says why: an update that was lost may, if one variable has any, and
 * who ends the program has read it. (Of a counter that is there for its own sake an update may be lost as well.) `acted`: instead, an
 * atomic update of what the thread has looked at before, and others have changed since: who counts only does not look. */
static void tell_lost_update(const struct finding *f, struct cause *cause, bool acted)
{
    const struct naming *n = &f->naming;
    struct cause first = {0}, other;
    uint64_t address = 0;
    for (uint64_t i = 0, count = naming_events(n); i < count; i++) {
        const struct wire_event *e = naming_event(n, i);
        if (e->size > 8 || (address && e->addr == address) || !e->visible || !cause_writes(e, e->addr, e->size))
            continue;
        other = (struct cause){0};
        bool tells = acted ? e->kind == OP_ATOMIC_RMW : is_read_later(n, i, f->fault.thread);
        if (!tells || !tell_between(n, &other, i, true))
            continue;
        if (address)
            return;
        address = e->addr;
        first = other;
    }
    *cause = first;
}

/* Each of few values is told, of many only what is wrong by itself: a write that undoes one that its thread has not
 * seen. */
void cause_of_values(const struct finding *f, struct cause *cause)
{
    struct values v = values_of_statement(f);
    bool many = v.count > MOST_TOLD;
    if (v.count == 0 && f->fault.kind == FAULT_EXIT) {
        tell_lost_update(f, cause, false);
        if (!cause->text)
            tell_lost_update(f, cause, true);
        return;
    }
    for (size_t i = v.count; i > 0; i--)
        if (tell_order(f, cause, v.event[i - 1], many))
            return;
    bool written = false;
    if (!many)
        cause_of_unlocked(&f->naming, cause, v.event, v.count);
    for (size_t i = v.count; i > 0 && !many; i--)
        written |= tell_value(f, cause, v.event[i - 1]);
    if (cause->text && !written)
        tell_collision(&f->naming, cause);
    if (!many && written) {
        tell_two_sections(&f->naming, cause, &v);
        tell_twice_written(&f->naming, cause, &v);
    }
}
