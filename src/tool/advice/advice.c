/* advice.c - see advice.h. */
#include "tool/advice/advice.h"

#include <stdlib.h>
#include <string.h>

#include "model/op.h"
#include "model/search_table.h"
#include "tool/cli/options.h"
#include "tool/cli/search_options.h"
#include "tool/result/growing.h"
#include "tool/run/deadline.h"
#include "tool/run/launch.h"

enum { LONGEST_RUN = 1 << 13, TOLD = 2, LONG_PATH = 1 << 10, LONG_RUNS = 1 << 7 };

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

/* Advice on the verdict, or on what it says besides bugs. */
static void add_reason(struct report *r, const char *more)
{
    size_t own = strlen(r->reason), besides = r->coverage ? strlen(r->coverage) : 0;
    bool both = besides > 0 && besides <= own && strcmp(r->reason + own - besides, r->coverage) == 0;
    if (r->verdict == VERDICT_UNKNOWN || both)
        r->reason = format_text("%s; %s", r->reason, more);
    if (r->coverage)
        r->coverage = format_text("%s; %s", r->coverage, more);
}

/* On a long path that the search was on when it was stopped, or a long run of steps without decisions: why does it not end? */
static void tell_growing(struct report *r)
{
    struct launch replay = {0};
    const struct wire *w = r->search->wire;
    uint64_t length = w->path_count, ranges = w->ranges < WIRE_MAX_RANGES ? w->ranges : WIRE_MAX_RANGES;
    uint64_t steps = w->counters.run;
    bool tells = r->verdict == VERDICT_UNKNOWN || r->verdict == VERDICT_BUG;
    if (r->search->end != LAUNCH_DONE || length + steps < LONG_PATH || !tells)
        return;
    struct launch like = *r->search;
    like.config.race = WIRE_RACE_OFF;
    like.config.run_on = steps ? LONG_RUNS : 0;
    deadline_grant_replay();
    launch_replay(&replay, &like, wire_ranges(w), ranges, wire_path(w), length < LONGEST_RUN ? length : LONGEST_RUN);
    struct naming n = {.wire = replay.wire, .symbols = NULL};
    if (replay.end == LAUNCH_DONE && !replay.out_of_time && replay.wire->verdict == WIRE_REPLAYED) {
        n.symbols = symbols_open(replay.wire);
        char *growing = growing_told(&n);
        if (growing)
            add_reason(r, format_text("a path of %s did not end: %s", length < LONG_PATH ? show_things(steps, "step")
                                                                                        : show_things(length, "decision"), growing));
        symbols_close(n.symbols);
    }
    launch_free(&replay);
}

/* Stopped before its end, by a limit or by the user. */
static bool was_limited(const struct report *r)
{
    const struct wire *w = r->search->wire;
    enum wire_verdict how = wire_ending(w);
    bool limited = how == WIRE_LIMIT_TIME || how == WIRE_LIMIT_MEMORY || how == WIRE_LIMIT_STATES;
    limited |= r->search->out_of_time || r->search->interrupted;
    return limited && !r->settings->quiet;
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
    if (r->verdict != VERDICT_UNKNOWN && !complete_text(r))
        return;
    tell_execution(r);
    if (s->budget) /* that was done */
        return;
    if (search->composite && s->config.max_milliseconds) {
        strings_add(&r->notes, "--budget in place of --time explores executions with few preemptions, too, which are enough for most bugs, "
                               "samples others, and says how far it came");
        return;
    }
    if (!s->how.preemptions && !search->samples)
        strings_add(&r->notes, "--preemptions=0..2 explores executions with few preemptions first, which are enough for most bugs, and "
                               "says how far it came");
    if (!search->samples)
        strings_add(&r->notes, "--search=pct samples executions, and says with which probability it would have found a bug");
}
