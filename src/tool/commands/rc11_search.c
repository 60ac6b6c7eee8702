/* rc11_search.c - see rc11_search.h. */
#include "tool/commands/rc11_search.h"

#include "model/reduction_table.h"
#include "model/search_table.h"
#include "tool/cli/options.h"
#include "tool/cli/suppressions.h"
#include "tool/commands/checking.h"
#include "tool/result/memory_orders.h"
#include "tool/result/rc11.h"
#include "tool/run/deadline.h"
#include "tool/run/launch.h"

enum { LEAST_MS = 5000, TIMES = 3, TOO_SHORT_MS = 50 };

/* A search with settings of its own, and what is to be told of it. */
struct second {
    struct check_settings settings;
    struct launch launch;
    struct report report;
};

static enum wire_verdict ending_of(const struct launch *l)
{
    return l->end != LAUNCH_DONE ? WIRE_NO_VERDICT : wire_ending(l->wire);
}

/* --- whether ------------------------------------------------------------------------------------------------------------ */

/* Why there is nothing to search, of which no note is made: the verdict speaks for itself. NULL: there is. */
static const char *why_not(const struct report *sc)
{
    if (sc->settings->models == MODELS_KEPT_TO_SC)
        return sc->settings->one_model;
    if (sc->finding_count > 0)
        return "something was found under sequential consistency";
    if (ending_of(sc->search) != WIRE_COMPLETE || sc->unrepeated)
        return "the search under sequential consistency was not complete";
    if (!sc->search->wire->weak_atomics)
        return "no atomic operation on shared memory is weaker than seq_cst";
    return NULL;
}

static uint64_t time_for(const struct report *sc)
{
    uint64_t left = deadline_left_for_search(), own = TIMES * sc->search->milliseconds;
    own = own > LEAST_MS ? own : LEAST_MS;
    return left != DEADLINE_NONE && (sc->settings->models == MODELS_BOTH_ASKED || left < own) ? left : own;
}

/* --- one search --------------------------------------------------------------------------------------------------------- */

/* What the first search has hidden counts there alone. */
static struct suppressions *suppressions_unused(const struct suppressions *s)
{
    struct suppressions *unused = s ? allocate(sizeof *unused) : NULL;
    if (!s)
        return NULL;
    *unused = *s;
    unused->at = allocate((s->count + 1) * sizeof *s->at);
    for (size_t i = 0; i < s->count; i++) {
        unused->at[i] = s->at[i];
        unused->at[i].headlines = (struct strings){0};
    }
    return unused;
}

/* With the limit of time of its own, which is none of the user's. */
static void search(struct second *x, const struct report *sc, char *const *argv, uint32_t stale, uint64_t milliseconds)
{
    uint64_t limit = sc->settings->config.max_milliseconds;
    struct check_settings *s = &x->settings;
    *s = *sc->settings;
    s->models = MODELS_ONE;
    s->rc11 = true;
    s->suppressions = suppressions_unused(sc->settings->suppressions);
    s->config.memory_model = WIRE_MEMORY_C11;
    s->config.stale = stale;
    s->config.rounds = 0;
    s->how.search = search_kind_dfs.name;
    s->reduction = reduction_kind_sum.name;
    s->config.max_milliseconds = milliseconds ? milliseconds : 1;
    x->launch = (struct launch){.dead_values = sc->search->dead_values};
    check_search(&x->launch, s, sc->program, argv);
    s->config.wide = x->launch.config.wide;
    s->config.max_milliseconds = x->launch.config.max_milliseconds = limit;
    x->report = (struct report){.settings = s, .program = sc->program, .trace = sc->trace, .search = &x->launch, .name = sc->name};
}

/* --- what came of it ---------------------------------------------------------------------------------------------------- */

enum result { DECIDES, ENDS, GOES_ON };

static bool is_limited(const struct launch *l)
{
    enum wire_verdict end = ending_of(l);
    bool limit = end == WIRE_LIMIT_TIME || end == WIRE_LIMIT_MEMORY || end == WIRE_LIMIT_STATES;
    return (limit || l->out_of_time) && !l->interrupted;
}

static bool has_findings(const struct launch *l)
{
    return l->end != LAUNCH_DAMAGED && l->wire->findings > 0;
}

/* A search that a limit has ended, and that has found nothing. */
static enum result take_limited(struct rc11 *r, const struct rc11_try *t)
{
    r->limited = true;
    if (t->stale == 0 || !r->why)
        r->why = format_text("%s in %s were not all", show_things(t->states, "state"), show_duration(t->milliseconds));
    return t->stale == 0 ? GOES_ON : ENDS;
}

/* One that came to its end, or to something else that its verdict says. */
static enum result take_verdict(struct rc11 *r, const struct rc11_try *t, const struct report *sc, struct report *weak)
{
    check_conclude(weak);
    if (weak->verdict == VERDICT_BUG)
        return DECIDES;
    char *lost = t->whole && weak->finding_count == 0 ? memory_orders_lost(weak) : NULL;
    bool only_stale = lost && memory_orders_only_stale(weak), few_messages = weak->search->wire->weak_lost[WIRE_WEAK_MESSAGES] != 0;
    if (lost && (t->stale ? only_stale : few_messages)) { /* nothing is dropped where a bound keeps to few */
        r->stale = t->stale;
        r->why = r->why ? r->why : lost;
        return GOES_ON;
    }
    r->whole = t->whole && weak->finding_count == 0 && !lost;
    r->limited = weak->search->interrupted != 0;
    bool decides = r->whole && weak->verdict <= sc->verdict;
    r->why = decides ? NULL : lost ? lost : weak->reason;
    return decides ? DECIDES : ENDS;
}

static enum result take(struct rc11 *r, uint32_t stale, const struct report *sc, struct second *x)
{
    const struct wire_counters *n = &x->launch.wire->counters;
    struct rc11_try *t = &r->tried[r->tries++];
    *t = (struct rc11_try){stale, ending_of(&x->launch) == WIRE_COMPLETE, n->earlier + n->states, x->launch.milliseconds};
    r->searched = true;
    return is_limited(&x->launch) && !has_findings(&x->launch) ? take_limited(r, t) : take_verdict(r, t, sc, &x->report);
}

/* Half of the time without a bound; what is left with one, that is raised while all within it was explored. A bound of the user's is kept
 * to. */
static struct second *search_all(struct rc11 *r, const struct report *sc, char *const *argv, uint64_t milliseconds)
{
    uint32_t own = sc->settings->config.stale;
    uint64_t end = clock_ms(CLOCK_MONOTONIC) + milliseconds, left = own ? milliseconds : milliseconds / 2;
    struct second *x = allocate(sizeof *x);
    for (uint32_t stale = own; r->tries < (own ? 1 : RC11_TRIES) && left >= TOO_SHORT_MS && !signals_count(); stale++) {
        search(x, sc, argv, stale, left);
        enum result result = take(r, stale, sc, x);
        if (result == DECIDES)
            return x;
        launch_free(&x->launch);
        if (result == ENDS)
            break;
        uint64_t now = clock_ms(CLOCK_MONOTONIC);
        left = now < end ? end - now : 0;
    }
    return NULL;
}

/* --- the whole ---------------------------------------------------------------------------------------------------------- */

static void add_note(struct report *r)
{
    char *note = rc11_note(r->rc11, r->verdict == VERDICT_BUG);
    if (note)
        strings_add(&r->notes, note);
}

void rc11_search(struct report *report, char *const *argv)
{
    const struct check_settings *s = report->settings;
    const struct wire_counters *n = &report->search->wire->counters;
    struct rc11 *r = allocate(sizeof *r);
    if (s->models == MODELS_ONE)
        return;
    *r = (struct rc11){.sc_states = n->earlier + n->states, .sc_milliseconds = report->search->milliseconds,
        .verified = report->verdict == VERDICT_VERIFIED, .why = why_not(report)};
    struct second *second = r->why ? NULL : search_all(r, report, argv, time_for(report));
    if (!r->searched && !r->why) {
        r->limited = true;
        r->why = signals_count() ? "the check was told to end" : "no time was left";
    }
    if (second)
        *report = second->report;
    r->decides = second != NULL;
    report->rc11 = r;
    add_note(report);
}
