/* confirm.c - see confirm.h. */
#include "tool/result/confirm.h"

#include <stdio.h>
#include <stdlib.h>

#include "tool/binary/names/fault_text.h"
#include "tool/cli/printable.h"
#include "tool/result/exit_status.h"
#include "tool/result/minimize.h"
#include "tool/result/races.h"
#include "tool/result/replay_finding.h"
#include "tool/result/suppressed.h"
#include "tool/run/deadline.h"
#include "tool/run/found.h"
#include "tool/run/launch.h"

/* False: it is suppressed. */
static bool add_finding(struct report *r, size_t i)
{
    const struct launch *search = r->search;
    const struct wire_finding *found = &search->wire->finding[i];
    struct finding *f = &r->findings[r->finding_count++];
    f->fault = found->fault;
    f->states = found->states;
    finding_replay(f, search, found);
    f->headline = f->untimely ? found_line(f->naming.symbols, &f->fault) : fault_headline(&f->naming, &f->fault, &f->place);
    if (!finding_is_suppressed(r, f))
        return true;
    launch_free(&f->replay);
    symbols_close(f->naming.symbols);
    *f = (struct finding){0};
    r->finding_count--;
    return false;
}

/* Without --all one is told, also of ends with a status other than 0, of which several were met before it was clear that they count. */
static bool is_further_exit(const struct report *r, const struct fault *f)
{
    for (size_t i = 0; i < r->finding_count && !r->settings->config.all_faults; i++)
        if (f->kind == FAULT_EXIT && r->findings[i].fault.kind == FAULT_EXIT)
            return true;
    return false;
}

/* Somebody is going to look at the schedule. */
static bool shows_schedules(const struct check_settings *s)
{
    return !s->quiet || s->write_trace || s->json || s->junit || s->sarif || s->html || s->witness;
}

/* All findings, each replayed. Races come last, and each pair of lines once. */
static void add_findings(struct report *r, size_t count)
{
    const struct launch *search = r->search;
    const struct wire *w = search->wire;
    for (size_t i = 0; i < count; i++)
        if (w->finding[i].fault.kind != FAULT_RACE && !exit_is_undecided(search, i) && !is_further_exit(r, &w->finding[i].fault))
            add_finding(r, i);
    struct symbols *symbols = NULL;
    bool *left_out = allocate((count + 1) * sizeof *left_out);
    for (size_t i = 0; i < count; i++) {
        if (w->finding[i].fault.kind != FAULT_RACE)
            continue;
        symbols = symbols ? symbols : symbols_open(w);
        if (!race_is_repeated(symbols, w, (uint32_t)i, left_out))
            left_out[i] = !add_finding(r, i);
    }
    free(left_out);
}

/* Who lets schedules be made small for long reads before that what was found. */
static void tell_early(const struct report *r, uint64_t milliseconds)
{
    enum { SHORT_MS = 2000 };
    for (size_t i = 0; i < r->finding_count && milliseconds > SHORT_MS && !r->settings->quiet; i++)
        if (!r->findings[i].doubt)
            fprintf(stderr, "found so far: %s\n", printable(found_line(r->findings[i].naming.symbols, &r->findings[i].fault)));
}

/* In the time that is left when all of them are known: it is for all of them. */
static void minimize_findings(struct report *r)
{
    struct effort effort = minimize_effort(shows_schedules(r->settings) ? r->settings->minimize : 0);
    tell_early(r, r->settings->minimize);
    for (struct finding *f = r->findings; f < r->findings + r->finding_count; f++) {
        if (f->untimely)
            continue;
        if (!f->doubt && f->replay.wire)
            minimize(f, r->search, &effort);
        f->headline = fault_headline(&f->naming, &f->fault, &f->place);
        f->headline = exit_headline(f, r->search->config.exit_status);
        finding_tell_growing(f, r->search);
    }
}

void confirm_findings(struct report *r)
{
    const struct launch *search = r->search;
    size_t count = search->end == LAUNCH_DAMAGED ? 0 : search->wire->findings;
    r->findings = allocate(count * sizeof *r->findings);
    if (count)
        deadline_grant_replay();
    add_findings(r, count);
    minimize_findings(r);
}
