/* cause_memory.c - causes of a data race: what would have ordered the accesses; of a block that was freed: who freed
 * it, and who still had it; of a frame: who returned from it, and who still had a pointer into it. */
#include <inttypes.h>
#include <string.h>

#include "model/op.h"
#include "tool/binary/names/steps.h"
#include "tool/report/cause.h"
#include "tool/result/races.h"

/* --- races --------------------------------------------------------------------------------------------------------------- */

static bool is_store(const struct wire_event *e)
{
    return e->kind == OP_ATOMIC_STORE || e->kind == OP_ATOMIC_RMW || (e->kind == OP_ATOMIC_CAS && e->before != e->after);
}

static bool is_load(const struct wire_event *e)
{
    return e->kind == OP_ATOMIC_LOAD || e->kind == OP_ATOMIC_RMW || e->kind == OP_ATOMIC_CAS;
}

static bool releases(const struct wire_event *e)
{
    return e->order >= __ATOMIC_RELEASE;
}

static bool acquires(const struct wire_event *e)
{
    return e->order != __ATOMIC_RELAXED && e->order != __ATOMIC_RELEASE;
}

static uint64_t event_of(const struct naming *n, const struct wire_access *a)
{
    for (uint64_t i = naming_events(n); a->performed && i > 0; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if (e->thread == a->thread && e->pc == a->pc && e->addr < a->addr + a->size && a->addr < e->addr + e->size)
            return i - 1;
    }
    return AT_THE_END;
}

/* A load that the second thread made before its access, of a value that the first thread stored after its own: with release and acquire
 * the one would be ordered before the other. */
static bool tell_weak_order(const struct naming *n, struct cause *c, uint64_t first, const struct wire_access *second)
{
    const struct wire_event *a = naming_event(n, first);
    uint64_t count = naming_events(n);
    for (uint64_t i = count; a && i > first + 1; i--) {
        const struct wire_event *load = naming_event(n, i - 1);
        if (load->thread != second->thread || !is_load(load))
            continue;
        uint64_t s = i - 1;
        while (s > first && !(is_store(naming_event(n, s - 1)) && naming_event(n, s - 1)->addr == load->addr))
            s--;
        const struct wire_event *store = s > first + 1 ? naming_event(n, s - 1) : NULL;
        if (!store || store->thread != a->thread || (releases(store) && acquires(load)))
            continue;
        const char *stored = name_order(store->order), *loaded = name_order(load->order);
        cause_add(c, "; %s is stored with %s at %s and loaded with %s at %s: release and acquire would order them",
            name_object(n, s - 1, store->addr, store->size), stored ? stored : "seq_cst", cause_line(n, store), loaded ? loaded : "seq_cst",
            cause_line(n, load));
        cause_mark(c, s - 1);
        cause_mark(c, i - 1);
        return true;
    }
    return false;
}

/* "m since f.c:10" → "m" */
static char *lock_in(const char *held)
{
    const char *since = strstr(held, " since ");
    return since ? format_text("%.*s", (int)(since - held), held) : format_text("%s", held);
}

static char *locks_of(const struct strings *held)
{
    char *text = format_text("%s", held->count ? lock_in(held->at[0]) : "no lock");
    for (size_t i = 1; i < held->count; i++)
        text = format_text("%s and %s", text, lock_in(held->at[i]));
    return text;
}

static bool share_a_lock(const struct strings *a, const struct strings *b)
{
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < b->count; k++)
            if (strcmp(lock_in(a->at[i]), lock_in(b->at[k])) == 0)
                return true;
    return false;
}

void cause_of_race(const struct finding *f, struct cause *c)
{
    const struct naming *n = &f->naming;
    const struct wire_access *a = f->access;
    struct strings held[2] = {race_held(n, &a[0]), race_held(n, &a[1])};
    if (a[0].atomic && a[1].atomic)
        return;
    cause_add(c, "nothing orders the %s of %s by %s with the %s by %s", race_verb(&a[0]), race_variable(n, a),
        cause_thread(n, a[0].thread), race_verb(&a[1]), cause_thread(n, a[1].thread));
    uint64_t event[2] = {event_of(n, &a[0]), event_of(n, &a[1])};
    cause_mark(c, event[0]);
    cause_mark(c, event[1]);
    if (tell_weak_order(n, c, event[0], &a[1]) || tell_weak_order(n, c, event[1], &a[0]))
        return;
    if (share_a_lock(&held[0], &held[1])) /* for reading, both */
        return;
    if (held[0].count + held[1].count == 0)
        cause_add(c, ": neither holds a lock");
    else
        cause_add(c, ": thread %" PRIu32 " holds %s, thread %" PRIu32 " %s", a[0].thread, locks_of(&held[0]), a[1].thread,
            locks_of(&held[1]));
}

/* --- freed blocks -------------------------------------------------------------------------------------------------------- */

/* Event at which a thread has read a pointer to these bytes from what threads share, before `event`. */
static uint64_t pointer_read(const struct naming *n, unsigned thread, uint64_t start, uint64_t size, uint64_t event)
{
    for (uint64_t i = event; i > 0; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        bool load = e->kind == OP_READ || e->kind == OP_ATOMIC_LOAD;
        if (load && e->thread == thread && e->visible && e->size == 8 && e->before - start < size)
            return i - 1;
    }
    return AT_THE_END;
}

/* Event at which a thread has accessed the block, before `event`. */
static uint64_t use_before(const struct naming *n, unsigned thread, const struct fault_block *b, uint64_t event)
{
    for (uint64_t i = event; i > 0; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if (e->thread == thread && e->addr >= b->start && e->addr < b->start + b->size)
            return i - 1;
    }
    return AT_THE_END;
}

/* The last thing that others can write that the thread has looked at. */
static uint64_t last_look(const struct naming *n, unsigned thread, uint64_t event)
{
    for (uint64_t i = event; i > 0; i--) {
        const struct wire_event *e = naming_event(n, i - 1);
        if (e->thread == thread && e->visible)
            return e->kind == OP_READ || e->kind == OP_ATOMIC_LOAD ? i - 1 : AT_THE_END;
    }
    return AT_THE_END;
}

/* Two that free a block have perhaps seen the same. */
static void tell_same_look(const struct naming *n, struct cause *c, unsigned first, uint64_t freed, unsigned second)
{
    uint64_t end = naming_events(n);
    while (end > 0 && naming_event(n, end - 1)->thread == second && naming_event(n, end - 1)->kind != OP_READ &&
           naming_event(n, end - 1)->kind != OP_ATOMIC_LOAD)
        end--;
    uint64_t one = last_look(n, first, freed), two = last_look(n, second, end);
    const struct wire_event *a = naming_event(n, one), *b = naming_event(n, two);
    if (!a || !b || a->addr != b->addr || a->size != b->size || a->size > 8 || a->before != b->before)
        return;
    struct value_type type;
    name_data(n, one, a->addr, a->size, &type);
    char *object = name_object(n, one, a->addr, a->size), *value = name_value_of(n, one, object, &type, a->size, a->before);
    if (!value)
        return;
    cause_add(c, "; both had read %s = %s before", object, value);
    cause_mark(c, one);
    cause_mark(c, two);
}

static char *place_text(char *line, const struct place *p)
{
    return p->function ? format_text("%s in %s", line, p->function) : line;
}

/* "entry#1" */
static char *name_of_freed(const struct naming *n, uint64_t freed, const struct fault_block *b)
{
    struct value_type ignored;
    char *name = name_data(n, freed, b->start, 0, &ignored);
    bool nameless = strchr(name, ' ') || strstr(name, "0x"); /* "heap block of 8 bytes allocated at ..." */
    return nameless ? format_text("the block") : name;
}

void cause_of_freed(const struct finding *f, struct cause *c)
{
    const struct naming *n = &f->naming;
    const struct fault_block *b = &f->fault.block;
    uint64_t freed = b->start && b->freed_pc ? cause_freed_at(n, b->start) : AT_THE_END;
    const struct wire_event *e = naming_event(n, freed);
    if (!e)
        return;
    unsigned thread = f->fault.thread;
    struct place at = naming_place(n, e->stack, e->stack_used);
    char *by = cause_thread(n, e->thread), *user = cause_thread(n, thread), *where = place_text(cause_line(n, e), &at);
    char *what = name_of_freed(n, freed, b);
    cause_mark(c, freed);
    if (strstr(f->fault.text, "double free")) {
        cause_add(c, "%s freed %s at %s, and %s frees it again at %s", by, what, where, e->thread == thread ? "the same thread" : user,
            place_text(symbols_line(n->symbols, &f->place), &f->place));
        if (e->thread != thread)
            tell_same_look(n, c, e->thread, freed, thread);
        return;
    }
    uint64_t got = pointer_read(n, thread, b->start, 1, freed), used = use_before(n, thread, b, freed);
    const struct wire_event *g = naming_event(n, got), *u = naming_event(n, used);
    if (e->thread == thread) {
        cause_add(c, "%s freed %s itself at %s", by, what, where);
    } else if (g) {
        cause_add(c, "%s freed %s at %s while %s still used it: thread %u had taken the pointer from %s at %s before", by, what,
            where, user, thread, name_object(n, got, g->addr, g->size), cause_line(n, g));
        cause_mark(c, got);
    } else if (u) {
        cause_add(c, "%s freed %s at %s while %s still used it: thread %u had accessed it at %s before", by, what, where, user,
            thread, cause_line(n, u));
        cause_mark(c, used);
    } else {
        cause_add(c, "%s freed %s at %s before %s used it at %s", by, what, where, user,
            place_text(symbols_line(n->symbols, &f->place), &f->place));
    }
}

/* --- frames of functions that have returned ------------------------------------------------------------------------------ */

/* Way by which a thread came by a pointer into a stack. */
struct pointer {
    uint64_t got;    /* where it read it from what threads share, or was created with it; AT_THE_END: unknown */
    uint64_t origin; /* where that was written, or the thread created by the frame's own: the frame was there */
};

static uint64_t write_of(const struct naming *n, uint64_t read)
{
    const struct wire_event *r = naming_event(n, read), *e;
    for (uint64_t i = read; i > 0; i--) {
        e = naming_event(n, i - 1);
        if (cause_writes(e, r->addr, r->size))
            return e->after == r->before ? i - 1 : AT_THE_END;
    }
    return AT_THE_END;
}

static struct pointer pointer_into(const struct naming *n, unsigned thread, unsigned owner, uint64_t address)
{
    enum { NEAR = 4096 }; /* bytes of an object */
    const struct wire_thread *t = naming_record(n, thread, AT_THE_END);
    const struct wire_event *born = t ? naming_event(n, t->event) : NULL;
    bool by_owner = born && born->thread == owner;
    uint64_t read = pointer_read(n, thread, address - NEAR + 1, NEAR, naming_events(n));
    if (by_owner && address - born->arg[2] < NEAR)
        return (struct pointer){t->event, t->event};
    if (read != AT_THE_END)
        return (struct pointer){read, write_of(n, read)};
    return (struct pointer){AT_THE_END, by_owner ? t->event : AT_THE_END};
}

/* The first return of a thread since `origin` from a function that had the address in its frame. */
static uint64_t returned_since(const struct naming *n, unsigned owner, uint64_t address, uint64_t origin)
{
    const struct wire_event *e;
    for (uint64_t i = origin; (e = naming_event(n, i)) != NULL; i++)
        if (e->thread == owner && e->kind == OP_RETURN && e->addr <= address && address < naming_frame_end(e))
            return i;
    return AT_THE_END;
}

static void tell_pointer(const struct naming *n, struct cause *c, unsigned thread, uint64_t got)
{
    const struct wire_event *g = naming_event(n, got);
    if (!g)
        return;
    if (g->kind == OP_CREATE)
        cause_add(c, ": thread %u was handed a pointer to it when it was created at %s", thread, cause_line(n, g));
    else
        cause_add(c, ": thread %u took the pointer from %s at %s", thread, name_object(n, got, g->addr, g->size), cause_line(n, g));
    cause_mark(c, got);
}

void cause_of_returned(const struct finding *f, struct cause *c)
{
    const struct naming *n = &f->naming;
    unsigned thread = f->fault.thread;
    int owner = naming_thread_of(n, f->fault.addr);
    if (owner < 0)
        return;
    struct pointer p = pointer_into(n, thread, (unsigned)owner, f->fault.addr);
    uint64_t returned = p.origin == AT_THE_END ? AT_THE_END : returned_since(n, (unsigned)owner, f->fault.addr, p.origin);
    const struct wire_event *e = naming_event(n, returned);
    if (!e)
        return;
    struct place at = naming_place(n, e->stack, e->stack_used);
    char *what = name_object(n, returned, f->fault.addr, 1);
    what = starts_with(what, "thread ") ? format_text("its frame") : what;
    cause_add(c, "%s returned from %s at %s, which ended %s, while %s still used it", cause_thread(n, e->thread),
        at.function ? at.function : "the function", cause_line(n, e), what, cause_thread(n, thread));
    cause_mark(c, returned);
    tell_pointer(n, c, thread, p.got);
}
