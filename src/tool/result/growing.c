/* growing.c - see growing.h. */
#include "tool/result/growing.h"

#include <stdlib.h>

#include "model/op.h"
#include "tool/binary/names/steps.h"
#include "tool/cli/util.h"

enum { TIMES = 64, RECORDED = 1 << 16 /* of one step, accesses that others cannot see (world/recorder.h) */ };

/* A thread's write to a variable at a place, which has changed it. */
struct change {
    uint64_t pc, addr, thread;
    uint64_t event, value;
    bool     visible;
    bool     larger; /* than before */
};

/* All of one variable, at one place and by one thread. */
struct growing {
    const struct change *changes;
    size_t times;
    bool   grows; /* each time */
};

/* Bytes, of the first 8 at its address, that the event is about. */
static uint64_t value_of(const struct wire_event *e, uint64_t bytes)
{
    return e->size > 0 && e->size < sizeof bytes ? bytes & (((uint64_t)1 << 8 * e->size) - 1) : bytes;
}

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static bool is_of_the_same(const struct change *x, const struct change *y)
{
    return x->pc == y->pc && x->addr == y->addr && x->thread == y->thread;
}

/* Writes of one variable after one another, as they were made. */
static int by_variable(const void *a, const void *b)
{
    const struct change *x = a, *y = b;
    int pc = compare(x->pc, y->pc), addr = compare(x->addr, y->addr), thread = compare(x->thread, y->thread);
    return pc ? pc : addr ? addr : thread ? thread : compare(x->event, y->event);
}

static int by_value(const void *a, const void *b)
{
    return compare(*(const uint64_t *)a, *(const uint64_t *)b);
}

/* Was it given another value each time? The state of a generator of random numbers is. */
static bool is_ever_new(const struct growing *g)
{
    uint64_t *values = allocate(g->times * sizeof *values);
    bool new = true;
    for (size_t i = 0; i < g->times; i++)
        values[i] = g->changes[i].value;
    qsort(values, g->times, sizeof *values, by_value);
    for (size_t i = 1; i < g->times; i++)
        new &= values[i] != values[i - 1];
    free(values);
    return new;
}

static bool is_growing(const struct growing *g)
{
    bool grows = g->changes[0].larger;
    for (size_t i = 1; i < g->times; i++)
        grows &= g->changes[i].larger && g->changes[i].value > g->changes[i - 1].value;
    return grows;
}

/* Rather one that grows, that other threads can see, and that was written more often. */
static bool says_more(const struct growing *g, const struct growing *than)
{
    if (!than->times || g->grows != than->grows)
        return !than->times || g->grows;
    bool visible = g->changes->visible;
    return visible != than->changes->visible ? visible : g->times > than->times;
}

static size_t find_changes(const struct naming *n, struct change *changes, uint64_t *unseen)
{
    size_t count = 0;
    *unseen = 0;
    for (uint64_t i = 0, events = naming_events(n); i < events; i++) {
        const struct wire_event *e = naming_event(n, i);
        *unseen = op_is_access(e->kind) && !e->visible ? i + 1 : *unseen;
        uint64_t before = value_of(e, e->before), after = value_of(e, e->after);
        if (e->addr && !op_of_threads(e->kind) && after != before && !symbols_in_runtime(n->symbols, e->addr))
            changes[count++] = (struct change){e->pc, e->addr, e->thread, i, after, e->visible, after > before};
    }
    qsort(changes, count, sizeof *changes, by_variable);
    return count;
}

/* A variable that has had a new value whenever its place was passed, to the end of the path: the one that says most. */
static struct growing find_growing(const struct naming *n, struct change *changes)
{
    uint64_t events = naming_events(n), unseen;
    struct growing most = {0};
    size_t count = find_changes(n, changes, &unseen);
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && is_of_the_same(&changes[from], &changes[to]); to++)
            ;
        struct growing g = {.changes = &changes[from], .times = to - from};
        g.grows = is_growing(&g);
        uint64_t end = g.changes->visible || unseen < RECORDED ? events : unseen;
        if (g.times >= TIMES && changes[to - 1].event >= end - end / 8 && says_more(&g, &most) && (g.grows || is_ever_new(&g)))
            most = g;
    }
    return most;
}

static bool is_a_count(const struct naming *n, uint64_t event)
{
    struct value_type type = {0};
    const struct wire_event *e = naming_event(n, event);
    name_data(n, event, e->addr, e->size, &type);
    return type.kind != VALUE_FLOAT && type.kind != VALUE_POINTER;
}

char *growing_told(const struct naming *n)
{
    struct change *changes = allocate((naming_events(n) + 1) * sizeof *changes);
    struct growing g = find_growing(n, changes);
    char *told = NULL;
    if (g.times && is_a_count(n, g.changes->event)) {
        const struct wire_event *e = naming_event(n, g.changes->event); /* near the first one the frames of its thread are known */
        struct place place = naming_place(n, e->stack, e->stack_used);
        told = format_text("%s %s at %s", name_object(n, g.changes->event, e->addr, e->size), g.grows ? "grows" : "takes ever new values",
            symbols_line(n->symbols, &place));
    }
    free(changes);
    return told;
}
