/* advice.c - see advice.h. */
#include "tool/result/advice.h"

#include <stdlib.h>
#include <string.h>

#include "model/op.h"
#include "model/search_table.h"
#include "tool/binary/names/steps.h"
#include "tool/cli/options.h"
#include "tool/cli/search_options.h"
#include "tool/run/deadline.h"
#include "tool/run/launch.h"

enum { LONGEST_RUN = 1 << 13, TOLD = 2, LONG_PATH = 1 << 10, MOST_GROWING = 64, TIMES = 64 };

/* A thing that steps have in common: what they access, or the place where they are made. */
struct common {
    uint64_t key, event, count;
};

static int by_key(const void *a, const void *b)
{
    const struct common *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

static int by_count(const void *a, const void *b)
{
    const struct common *x = a, *y = b;
    return x->count > y->count ? -1 : x->count < y->count ? 1 : by_key(a, b);
}

/* Sums those up that have a key in common, the most frequent first; returns how many there are. */
static size_t sum_up(struct common *all, size_t count)
{
    size_t sums = 0;
    qsort(all, count, sizeof *all, by_key);
    for (size_t i = 0; i < count; i++) {
        if (sums && all[sums - 1].key == all[i].key)
            all[sums - 1].count++;
        else
            all[sums++] = all[i];
    }
    qsort(all, sums, sizeof *all, by_count);
    return sums;
}

static void tell_steps(struct report *r, const struct naming *n)
{
    uint64_t events = naming_events(n);
    struct common *objects = allocate((events + 1) * sizeof *objects), *places = allocate((events + 1) * sizeof *places);
    size_t steps = 0, with_object = 0;
    for (uint64_t i = 0; i < events; i++) {
        const struct wire_event *e = naming_event(n, i);
        if (!e->visible || e->kind == OP_EXIT)
            continue;
        places[steps++] = (struct common){e->pc, i, 1};
        if (e->addr && !op_of_threads(e->kind) && !symbols_in_runtime(n->symbols, e->addr))
            objects[with_object++] = (struct common){e->addr, i, 1};
    }
    size_t told = sum_up(objects, with_object), lines = sum_up(places, steps);
    if (told > 0 && lines > 0) {
        char *text = format_text("%s", "");
        for (size_t i = 0; i < told && i < TOLD; i++)
            text = format_text("%s%s %s on %s", text, i ? "," : "", show_count(objects[i].count),
                name_object(n, objects[i].event, objects[i].key, naming_event(n, objects[i].event)->size));
        const struct wire_event *e = naming_event(n, places[0].event);
        struct place place = naming_place(n, e->stack, e->stack_used);
        char *loop = places[0].count > 1 && place.file
            ? format_text("; %s is passed %s times: fewer rounds there make far fewer states", symbols_line(n->symbols, &place),
                  show_count(places[0].count))
            : "";
        strings_addf(&r->notes, "one execution has %s%s that other threads can see:%s%s", steps > LONGEST_RUN ? "more than " : "",
            show_things(steps > LONGEST_RUN ? LONGEST_RUN : steps, "step"), text, loop);
    }
    free(objects);
    free(places);
}

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
    uint64_t events = naming_events(n);
    for (uint64_t i = 0; i < events; i++) {
        const struct wire_event *e = naming_event(n, i);
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
    for (struct growing *g = all; g < all + count; g++)
        if (g->grows && g->times >= TIMES && g->last >= events - events / 8 && says_more(g, most))
            most = g;
    if (most)
        *event = most->first;
    return most;
}

/* An address that becomes larger says nothing, nor do the bits of a floating-point number. */
static bool is_a_count(const struct naming *n, uint64_t event)
{
    struct value_type type = {0};
    const struct wire_event *e = naming_event(n, event);
    name_data(n, event, e->addr, e->size, &type);
    return type.kind != VALUE_FLOAT && type.kind != VALUE_POINTER;
}

/* On a long path that the search was on when it was stopped: why does it not end? */
static void tell_growing(struct report *r)
{
    struct launch replay = {0};
    const struct wire *w = r->search->wire;
    uint64_t length = w->path_count, event, ranges = w->ranges < WIRE_MAX_RANGES ? w->ranges : WIRE_MAX_RANGES;
    if (r->search->end != LAUNCH_DONE || length < LONG_PATH || r->verdict != VERDICT_UNKNOWN)
        return;
    struct launch like = *r->search;
    like.config.race = WIRE_RACE_OFF;
    deadline_grant_replay();
    launch_replay(&replay, &like, wire_ranges(w), ranges, wire_path(w), length < LONGEST_RUN ? length : LONGEST_RUN);
    struct naming n = {.wire = replay.wire, .symbols = NULL};
    if (replay.end == LAUNCH_DONE && !replay.out_of_time && replay.wire->verdict == WIRE_REPLAYED) {
        n.symbols = symbols_open(replay.wire);
        if (find_growing(&n, &event) && is_a_count(&n, event)) {
            const struct wire_event *e = naming_event(&n, event);
            struct place place = naming_place(&n, e->stack, e->stack_used);
            r->reason = format_text("%s; a path of %s did not end: %s grows at %s", r->reason, show_things(length, "decision"),
                name_object(&n, event, e->addr, e->size), symbols_line(n.symbols, &place));
        }
        symbols_close(n.symbols);
    }
    launch_free(&replay);
}

/* Stopped before its end, by a limit or by the user. */
static bool was_limited(const struct report *r)
{
    uint32_t how = r->search->wire->verdict;
    bool limited = how == WIRE_LIMIT_TIME || how == WIRE_LIMIT_MEMORY || how == WIRE_LIMIT_STATES;
    limited |= r->search->out_of_time || r->search->interrupted;
    return limited && (r->verdict == VERDICT_UNKNOWN || complete_text(r)) && !r->settings->quiet;
}

/* What an execution is made of, if one ends in a moment. */
static void tell_execution(struct report *r)
{
    struct launch like = *r->search, replay = {0};
    like.config.run_on = LONGEST_RUN;
    like.config.race = WIRE_RACE_OFF;
    uint64_t ranges = r->search->wire->ranges < WIRE_MAX_RANGES ? r->search->wire->ranges : WIRE_MAX_RANGES;
    if (r->search->interrupted || r->search->end != LAUNCH_DONE)
        return;
    deadline_grant_replay();
    launch_replay(&replay, &like, wire_ranges(r->search->wire), ranges, NULL, 0);
    if (replay.end == LAUNCH_DONE && !replay.out_of_time) {
        struct naming n = {.wire = replay.wire, .symbols = symbols_open(replay.wire)};
        tell_steps(r, &n);
        symbols_close(n.symbols);
    }
    launch_free(&replay);
}

void advice_add(struct report *r)
{
    const struct check_settings *s = r->settings;
    const struct search_kind *search = search_kind_named(s->how.search);
    if (!was_limited(r) || search_takes(&s->how, "pair"))
        return;
    tell_growing(r);
    tell_execution(r);
    if (s->budget) /* that was done */
        return;
    if (!s->how.preemptions && !search->samples)
        strings_add(&r->notes, "--preemptions=0..2 explores executions with few preemptions first, which are enough for most bugs, and "
                               "says how far it came");
    if (!search->samples)
        strings_add(&r->notes, "--search=pct samples executions, and says with which probability it would have found a bug");
}
