/* replay_finding.c - see replay_finding.h. */
#include "tool/result/replay_finding.h"

#include <stdio.h>
#include <string.h>

#include "tool/binary/names/fault_text.h"
#include "tool/result/growing.h"
#include "tool/result/races.h"
#include "tool/run/deadline.h"
#include "tool/run/launch.h"

/* Position of code in the program's file, wherever it was loaded. */
static uint64_t in_file(const struct wire *w, uint64_t pc)
{
    for (uint32_t i = 0; i < w->modules && i < WIRE_MAX_MODULES; i++) {
        if (pc >= w->module[i].lo && pc < w->module[i].hi)
            return pc - w->module[i].base;
    }
    return pc;
}

/* Are these the same fault, met in two processes? */
static bool same_fault(const struct wire *a, const struct fault *x, const struct wire *b, const struct fault *y)
{
    if (x->kind != y->kind || x->thread != y->thread)
        return false;
    if (x->kind == FAULT_RUNAWAY || x->kind == FAULT_STACK) /* stopped somewhere in its loop, or in its recursion: */
        return true;                                        /* in a replay hooks take a bit more of the stack */
    if (x->kind == FAULT_RACE) /* its text is made later */
        return in_file(a, x->pc) == in_file(b, y->pc) && in_file(a, x->other_pc) == in_file(b, y->other_pc);
    bool here = fault_is_anywhere(x) || in_file(a, x->pc) == in_file(b, y->pc);
    return here && x->line == y->line && strncmp(x->text, y->text, sizeof x->text) == 0;
}

/* The finding of the replay that is meant; a way to a race may have met others before. */
static uint32_t find_again(const struct finding *f, const struct launch *search)
{
    const struct wire *w = f->replay.wire;
    uint32_t i = 0;
    while (i < w->findings && i < WIRE_MAX_FINDINGS && !same_fault(search->wire, &f->fault, w, &w->finding[i].fault))
        i++;
    return i < WIRE_MAX_FINDINGS ? i : w->findings;
}

/* From now on the replay ends with the race. */
static void take_race(struct finding *f)
{
    struct wire *w = f->replay.wire;
    const struct wire_finding *met = &w->finding[f->met];
    memcpy(f->access, met->access, sizeof f->access);
    if (met->events < w->events)
        w->events = met->events;
    snprintf(f->fault.text, sizeof f->fault.text, "%s", race_text(&f->naming, f->access));
}

void finding_take(struct finding *f)
{
    f->fault = f->replay.wire->finding[f->met].fault;
    if (f->fault.kind == FAULT_RACE)
        take_race(f);
}

/* Why a replay is no confirmation; NULL if it is one. */
static char *doubt_about(const struct finding *f)
{
    const struct launch *l = &f->replay;
    const struct wire *w = l->wire;
    if (f->untimely)
        return format_text(l->interrupted ? "the replay was interrupted" : "there was no time for its replay");
    if (l->end != LAUNCH_DONE)
        return format_text("the replay did not end");
    if (w->verdict == WIRE_REPLAY_LOST)
        return format_text("the replay lost its way: %.*s", (int)sizeof w->message - 1, w->message);
    if (w->verdict != WIRE_REPLAYED && w->verdict != WIRE_BUG)
        return format_text("the replay was refused: %.*s", (int)sizeof w->message - 1, w->message);
    if (w->findings == 0)
        return format_text("the replay reached no fault");
    if (f->met < w->findings)
        return NULL;
    struct place ignored;
    return format_text("the replay reached another fault: %s", fault_headline(&f->naming, &w->finding[0].fault, &ignored));
}

static void confirm(struct finding *f, const struct launch *search)
{
    uint64_t ranges = search->wire->ranges < WIRE_MAX_RANGES ? search->wire->ranges : WIRE_MAX_RANGES;
    struct launch like = *search;
    like.config.exit_status = f->fault.kind == FAULT_EXIT ? WIRE_EXIT_ZERO : WIRE_EXIT_ANY;
    like.config.race = f->fault.kind == FAULT_RACE ? WIRE_RACE_REPORT : WIRE_RACE_OFF;
    launch_replay(&f->replay, &like, wire_ranges(search->wire), ranges, f->schedule, f->schedule_count);
    f->naming = (struct naming){.wire = f->replay.wire, .symbols = symbols_open(f->replay.wire)};
    f->met = find_again(f, search);
    f->untimely = f->replay.interrupted || (f->replay.out_of_time && f->met >= f->replay.wire->findings);
    f->doubt = doubt_about(f);
    if (!f->doubt)
        finding_take(f);
    else if (!f->untimely && !launch_input_repeats())
        f->doubt = format_text("%s; standard input cannot be read twice: if the program reads standard input, give it a file", f->doubt);
}

void finding_tell_growing(struct finding *f, const struct launch *search)
{
    struct launch replay = {0}, like = *search;
    uint64_t ranges = search->wire->ranges < WIRE_MAX_RANGES ? search->wire->ranges : WIRE_MAX_RANGES;
    if (f->fault.kind != FAULT_REFUSED || f->fault.code != REFUSED_COUNTS || f->doubt || deadline_left_for_replay() == 0)
        return;
    like.config.race = WIRE_RACE_OFF;
    launch_replay(&replay, &like, wire_ranges(search->wire), ranges, f->schedule, f->schedule_count);
    struct naming n = {.wire = replay.wire, .symbols = symbols_open(replay.wire)};
    char *growing = replay.end == LAUNCH_DONE && !replay.out_of_time ? growing_told(&n) : NULL;
    if (growing)
        f->headline = format_text("%s: %s", f->headline, growing);
    symbols_close(n.symbols);
    launch_free(&replay);
}

/* A program that writes wildly may have damaged the wire. */
static void take_schedule(struct finding *f, const struct wire *w, const struct wire_finding *found)
{
    uint64_t first = found->first, count = found->count;
    if (first > WIRE_MAX_DECISIONS || count > WIRE_MAX_DECISIONS - first || count > WIRE_MAX_PATH) {
        f->doubt = format_text("the record of its schedule is damaged");
        return;
    }
    const struct wire_decision *from = wire_decisions(w) + first;
    if (count == 0 && f->fault.kind == FAULT_INTERNAL) { /* the engine itself crashed: the path is what is left */
        from = wire_path(w);
        count = w->path_count;
    }
    f->schedule = allocate(count * sizeof *f->schedule);
    f->schedule_count = count;
    memcpy(f->schedule, from, count * sizeof *f->schedule);
}

void finding_replay(struct finding *f, const struct launch *search, const struct wire_finding *found)
{
    take_schedule(f, search->wire, found);
    uint32_t kind = f->fault.kind;
    bool unreplayed = kind == FAULT_REFUSED || kind == FAULT_DIVERGED || kind == FAULT_INTERNAL;
    f->untimely = !unreplayed && !f->doubt && deadline_left_for_replay() == 0;
    f->doubt = f->untimely ? doubt_about(f) : f->doubt;
    if (f->doubt || unreplayed)
        f->naming = (struct naming){.wire = search->wire, .symbols = symbols_open(search->wire)};
    else
        confirm(f, search);
}
