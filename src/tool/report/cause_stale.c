/* cause_stale.c - causes in weak memory: who has read an old value, although a newer one was there, or has written a
 * value that is older than what was there. */
#include "model/op.h"
#include "tool/binary/names/steps.h"
#include "tool/report/cause.h"

enum { TOLD = 2 };

/* The last write of the newest value there: the last one that was not itself overtaken. */
static uint64_t newest(const struct naming *n, uint64_t event)
{
    const struct wire_event *e = naming_event(n, event);
    for (uint64_t i = event; i > 0; i--) {
        const struct wire_event *w = naming_event(n, i - 1);
        bool atomic = w->kind >= OP_ATOMIC_STORE && w->kind <= OP_ATOMIC_CAS;
        if (atomic && w->newer == 0 && cause_writes(w, e->addr, e->size))
            return i - 1;
    }
    return AT_THE_END;
}

static char *value_of(const struct naming *n, uint64_t event, const char *object, uint64_t bits)
{
    const struct wire_event *e = naming_event(n, event);
    struct value_type type = {0};
    name_data(n, event, e->addr, e->size, &type);
    return name_value_of(n, event, object, &type, e->size, bits);
}

static void tell(const struct naming *n, struct cause *cause, uint64_t event)
{
    const struct wire_event *e = naming_event(n, event);
    uint64_t other = newest(n, event);
    const struct wire_event *w = other != AT_THE_END ? naming_event(n, other) : NULL;
    if (!w || e->size > 8)
        return;
    bool reads = e->kind != OP_ATOMIC_STORE;
    char *object = name_object(n, event, e->addr, e->size);
    char *own = value_of(n, event, object, reads ? e->before : e->after), *there = value_of(n, other, object, w->after);
    if (!own || !there)
        return;
    cause_add(cause, "%s%s %s %s = %s at %s, although %s has written %s at %s: nothing orders that write before this %s",
        cause->text ? "; " : "", cause_thread(n, e->thread), reads ? "reads" : "writes", object, own, cause_line(n, e),
        cause_thread(n, w->thread), there, cause_line(n, w), reads ? "read" : "one, and it counts as the later one");
    cause_mark(cause, event);
    cause_mark(cause, other);
}

bool cause_of_stale(const struct finding *f, struct cause *cause)
{
    uint64_t count = naming_events(&f->naming);
    unsigned told = 0;
    for (uint64_t i = 0; i < count && told < TOLD; i++) {
        if (naming_event(&f->naming, i)->newer == 0)
            continue;
        tell(&f->naming, cause, i);
        told++;
    }
    return cause->text != NULL;
}
