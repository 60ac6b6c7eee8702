/* premises.c - see premises.h. Each premise is a function that returns its phrase, or NULL where the verdict does without it. */
#include "tool/result/premises.h"

#include <string.h>

#include "model/calls.h"
#include "model/op.h"
#include "model/threadset.h"
#include "tool/binary/asserts/asserts.h"
#include "tool/result/memory_orders.h"
#include "tool/result/suppressed.h"
#include "tool/result/volatile_accesses.h"
#include "tool/run/setup_repeats.h"

typedef char *premise(const struct report *report);

/* "WHAT at f.c:12, f.c:30", of places that the runtime has noted, up to `most`, each line once; NULL where there are none. Places in the
 * runtime itself, where it does what libc would, and in code without hooks, have no name: WHAT without the comma that it may end in. */
static char *with_places(const struct report *r, const char *what, const uint64_t place[WIRE_MAX_PLACES], unsigned most)
{
    char *lines = NULL;
    if (!place[0])
        return NULL;
    struct symbols *symbols = symbols_open(r->search->wire);
    for (unsigned i = 0; i < most && place[i]; i++) {
        struct place p = symbols_call(symbols, place[i]);
        char *line = format_text(" %s,", symbols_line(symbols, &p));
        if (strncmp(line, " 0x", 3) != 0 && !(lines && strstr(lines, line)))
            lines = format_text("%s%s", lines ? lines : " at", line);
    }
    symbols_close(symbols);
    size_t length = strlen(what);
    if (!lines)
        return format_text("%.*s", (int)(what[length - 1] == ',' ? length - 1 : length), what);
    lines[strlen(lines) - 1] = '\0';
    return format_text("%s%s", what, lines);
}

/* --- what was not there to be explored ----------------------------------------------------------------------------------- */

static char *no_thread(const struct report *r)
{
    return r->search->wire->counters.threads == 1 ? format_text("no thread was created") : NULL;
}

/* Threads always share what the runtime knows of them; the rest of its state is that of files, names, signals and the like. */
static bool is_thread_table(const struct wire *w, const struct wire_range *range)
{
    bool module = range->space > 0 && range->space <= w->modules;
    uint64_t at = range->start + (module ? w->module[range->space - 1].base : 0) - w->thread_table;
    return at < w->thread_table_size && range->length <= w->thread_table_size - at;
}

/* With --visible=all or a list nobody looks at what is shared. */
static char *nothing_shared(const struct report *r)
{
    const struct wire *w = r->search->wire;
    bool inferred = r->search->config.visible == WIRE_VISIBLE_AUTO || r->search->config.visible == WIRE_VISIBLE_ESCAPED;
    if (!inferred || w->counters.threads < 2)
        return NULL;
    for (uint64_t i = 0; i < w->ranges && i < WIRE_MAX_RANGES; i++)
        if (!(wire_ranges(w)[i].space & WIRE_RANGE_MIXED) && !is_thread_table(w, &wire_ranges(w)[i]))
            return NULL;
    for (uint32_t i = 0; i < w->modules && i < WIRE_MAX_MODULES; i++)
        if (w->module[i].flags & WIRE_MODULE_LATE)
            return NULL;
    if (w->met[PREMISE_ADDRESSES] || w->stream_shared) /* they share the heap, or a stream */
        return NULL;
    return format_text("no memory is shared concurrently");
}

/* --- memory orders, and what orders more than is promised ----------------------------------------------------------------- */

/* src/omp: whoever takes a part of the work after another thread is ordered with that one. */
static char *work_shared(const struct report *r)
{
    if (r->search->config.race == WIRE_RACE_OFF)
        return NULL;
    return with_places(r, "as long as no race goes by which thread takes which part of the work", r->search->wire->work_shared, 1);
}

/* --- code without hooks ----------------------------------------------------------------------------------------------------- */

/* Calls through pointers are announced by the compilers' plugins. */
static char *calls_into_language(const struct report *r)
{
    return r->search->wire->loose_unseen
        ? format_text("provided that no call through a pointer that has no hook leads to a function of libstdc++ that changes memory")
        : NULL;
}

/* What the user says of functions is not looked into. */
static char *trusted(const struct report *r)
{
    return r->settings->trust ? format_text("relying on --trust=%s", r->settings->trust) : NULL;
}

/* Nor is what the user does not want to hear of. */
static char *suppressed(const struct report *r)
{
    return suppressed_text(r);
}

/* Of its stack, its memory dumps and its files: tool/run/launch.c. */
static char *limits(const struct report *r)
{
    const struct wire *w = r->search->wire;
    for (uint32_t i = 0; i < w->guarded && i < WIRE_MAX_GUARDED; i++)
        if (w->guarded_function[i].flags & WIRE_GUARDED_CALLED && calls_traits(w->guarded_function[i].name) & TRAIT_PROCESS_LIMITS)
            return format_text("with the limits of a process that mazurka runs");
    return NULL;
}

/* --- time and addresses --------------------------------------------------------------------------------------------------- */

/* In some state nobody could move but by them. */
static char *time_outs(const struct report *r)
{
    return with_places(r, "relying on the time-out", r->search->wire->relied, WIRE_MAX_PLACES);
}

/* search/engine/lost_wakeups.c */
static char *waits_unjudged(const struct report *r)
{
    return with_places(r, "not knowing whether threads wait for ever, while others only poll,", r->search->wire->unjudged, WIRE_MAX_PLACES);
}

/* search/engine/endless.c */
static char *loops_unjudged(const struct report *r)
{
    const struct wire *w = r->search->wire;
    char *places = with_places(r, "taking it that loops end,", w->endless, WIRE_MAX_PLACES);
    bool unseen = w->loops_unseen || (w->covered.states && w->covered.loops_unseen);
    return places ? places : unseen ? format_text("taking it that loops end") : NULL;
}

/* Code does not say that they are meant to end: servers, and loops that only exit, longjmp and the like lead out of. */
static char *loops_unending(const struct report *r)
{
    const char *what = "taking it that loops end or are meant to run for ever,";
    return with_places(r, what, r->search->wire->unending, WIRE_MAX_PLACES);
}

/* world/waiting/counting.h */
static char *loops_cut_short(const struct report *r)
{
    const char *what = "taking it that it does not matter how often loops that wait go round,";
    return with_places(r, what, r->search->wire->counted, WIRE_MAX_PLACES);
}

/* Can a block of the class have been freed before one was allocated? One thread does both in the order that was seen, unless a path ended
 * in between in a state that another one had come to. */
static bool may_be_given_out_again(const struct wire *w, unsigned class)
{
    const struct wire_heap_use *use = &w->heap_use[class];
    threadset freed_by = threadset_unpack(&use->freed_by), allocated_by = threadset_unpack(&use->allocated_by);
    bool several = threadset_several(freed_by | allocated_by);
    return threadset_any(freed_by) && threadset_any(allocated_by) && (several || w->freed_and_left >> class & 1);
}

/* probe/heap/heap.c */
static char *addresses(const struct report *r)
{
    const struct wire *w = r->search->wire;
    const char *what = r->search->config.reuse ? "as long as malloc returns no large block that was just freed"
                                               : "as long as malloc returns no block that was just freed (see --reuse=choose)";
    uint64_t place[WIRE_MAX_PLACES] = {w->reusable[0]};
    for (unsigned class = 0; class < WIRE_HEAP_CLASSES && !place[0]; class++)
        place[0] = may_be_given_out_again(w, class) ? w->heap_use[class].pc : 0;
    return with_places(r, what, place, 1);
}

/* probe/thread/thread_attr.c */
static char *own_stacks(const struct report *r)
{
    return with_places(r, "as long as nobody gives back, while its thread runs, the stack that is set",
                       r->search->wire->own_stacks, WIRE_MAX_PLACES);
}

/* probe/time/clock.h */
static char *end_of_time(const struct report *r)
{
    const char *what = "for 36 years of the program's clock, which sleeps and time-outs move, taking it that what runs longer ends,";
    return with_places(r, what, r->search->wire->clock_stopped, WIRE_MAX_PLACES);
}

/* model/premise_table.h */
static void add_met(struct report *r)
{
    static const char *const phrase[] = {
#define P(name, text) text,
        PREMISE_TABLE(P)
#undef P
    };
    for (unsigned p = 0; p < PREMISES; p++) {
        const uint64_t place[WIRE_MAX_PLACES] = {r->search->wire->met[p]};
        char *text = with_places(r, phrase[p], place, 1);
        if (text)
            strings_add(&r->premises, text);
    }
}

static char *asserts_absent(const struct report *r)
{
    return asserts_left_out(r->program);
}

static char *asserts_unreached(const struct report *r)
{
    return asserts_never_reached(r->search->asserts, r->search->wire);
}

static char *setup_not_compared(const struct report *r)
{
    return setup_repeats_left_out(r->search);
}

static premise *const premises[] = {
    no_thread,
    nothing_shared,
    asserts_absent,
    asserts_unreached,
    memory_orders_premise,
    volatile_premise,
    work_shared,
    time_outs,
    waits_unjudged,
    loops_unjudged,
    loops_unending,
    loops_cut_short,
    end_of_time,
    addresses,
    own_stacks,
    setup_not_compared,
    calls_into_language,
    trusted,
    limits,
    suppressed,
    NULL,
};

void premises_collect(struct report *r)
{
    if (r->verdict != VERDICT_VERIFIED && r->verdict != VERDICT_COVERED)
        return;
    for (premise *const *p = premises; *p; p++) {
        char *phrase = (*p)(r);
        if (phrase)
            strings_add(&r->premises, phrase);
    }
    add_met(r);
}
