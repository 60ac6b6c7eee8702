/* growing.c - see growing.h. */
#include "tool/result/growing.h"

#include "model/op.h"
#include "tool/binary/names/steps.h"
#include "tool/cli/util.h"

enum { MOST_GROWING = 64, TIMES = 64, RECORDED = 1 << 16 /* of one step, accesses that others cannot see (world/recorder.h) */ };

/* A variable that a thread writes to at a place. */
struct growing {
    uint64_t pc, addr, value, times;
    uint64_t first, last; /* events: near the first one the frames are known of the thread whose local variable it is */
    uint16_t thread;
    bool     grows; /* each time so far */
    bool     visible;
};

/* The one that event e belongs to; NULL: there are too many. */
static struct growing *growing_by(struct growing *all, size_t *count, const struct wire_event *e)
{
    struct growing *g = all;
    while (g < all + *count && (g->pc != e->pc || g->addr != e->addr || g->thread != e->thread))
        g++;
    if (g == all + MOST_GROWING)
        return NULL;
    if (g == all + *count) {
        *g = (struct growing){.pc = e->pc, .addr = e->addr, .thread = e->thread, .grows = true, .visible = e->visible};
        (*count)++;
    }
    return g;
}

/* Of the first 8 bytes at its address, those that the event is about. */
static uint64_t value_of(const struct wire_event *e, uint64_t bytes)
{
    return e->size > 0 && e->size < sizeof bytes ? bytes & (((uint64_t)1 << 8 * e->size) - 1) : bytes;
}

/* Rather one that other threads can see, and one that has grown more often. */
static bool says_more(const struct growing *g, const struct growing *than)
{
    return !than || (g->visible != than->visible ? g->visible : g->times > than->times);
}

/* The event of a variable that has grown whenever its place was passed, to the end of the path: of the one that says most. */
static bool find_growing(const struct naming *n, uint64_t *event)
{
    struct growing all[MOST_GROWING], *most = NULL;
    size_t count = 0;
    uint64_t events = naming_events(n), unseen = 0;
    for (uint64_t i = 0; i < events; i++) {
        const struct wire_event *e = naming_event(n, i);
        unseen = op_is_access(e->kind) && !e->visible ? i + 1 : unseen;
        uint64_t before = value_of(e, e->before), after = value_of(e, e->after);
        bool counts = e->addr && !op_of_threads(e->kind) && after != before;
        struct growing *g = counts && !symbols_in_runtime(n->symbols, e->addr) ? growing_by(all, &count, e) : NULL;
        if (!g)
            continue;
        g->grows &= after > before && (g->times == 0 || after > g->value);
        g->value = after;
        g->first = g->times++ == 0 ? i : g->first;
        g->last = i;
    }
    for (struct growing *g = all; g < all + count; g++) {
        uint64_t end = g->visible || unseen < RECORDED ? events : unseen;
        if (g->grows && g->times >= TIMES && g->last >= end - end / 8 && says_more(g, most))
            most = g;
    }
    if (most)
        *event = most->first;
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
    uint64_t event;
    if (!find_growing(n, &event) || !is_a_count(n, event))
        return NULL;
    const struct wire_event *e = naming_event(n, event);
    struct place place = naming_place(n, e->stack, e->stack_used);
    return format_text("%s grows at %s", name_object(n, event, e->addr, e->size), symbols_line(n->symbols, &place));
}
