/* verdict.c - from what the search process left behind to a verdict and its reason. Never "verified" for less than all. */
#include <inttypes.h>
#include <signal.h>
#include <string.h>

#include "model/reduction_table.h"
#include "model/search_table.h"
#include "tool/binary/symbols/demangle.h"
#include "tool/binary/uninstrumented/imported.h"
#include "tool/cli/options.h"
#include "tool/cli/search_options.h"
#include "tool/result/memory_orders.h"
#include "tool/result/pair_results.h"
#include "tool/result/premises.h"
#include "tool/result/ranking.h"
#include "tool/result/suppressed.h"
#include "tool/result/verdict.h"
#include "tool/result/volatile_accesses.h"

const char *verdict_word(enum verdict verdict)
{
    static const char *const words[] = {
#define V(name, word, code) [VERDICT_##name] = word,
        VERDICT_TABLE(V)
#undef V
    };
    return words[verdict];
}

int verdict_exit_code(enum verdict verdict)
{
    static const int codes[] = {
#define V(name, word, code) [VERDICT_##name] = code,
        VERDICT_TABLE(V)
#undef V
    };
    return codes[verdict];
}

/* --- limits as the user wrote them ------------------------------------------------------------------------------------- */

struct scale {
    uint64_t    factor;
    const char *unit;
};

/* In the largest unit that divides it. */
static char *in_units(uint64_t value, const struct scale *scales)
{
    while (scales->factor > 1 && (value == 0 || value % scales->factor))
        scales++;
    return format_text("%" PRIu64 "%s", value / scales->factor, scales->unit);
}

static char *time_option(uint64_t ms)
{
    static const struct scale scales[] = {{3600000, "h"}, {60000, "m"}, {1000, "s"}, {1, "ms"}};
    return in_units(ms, scales);
}

static char *size_option(uint64_t bytes)
{
    static const struct scale scales[] = {{1ULL << 40, "T"}, {1 << 30, "G"}, {1 << 20, "M"}, {1 << 10, "K"}, {1, ""}};
    return in_units(bytes, scales);
}

/* --- how the search ended ---------------------------------------------------------------------------------------------- */

struct outcome {
    enum verdict verdict;
    char        *reason;
};

/* The option that has limited the time. */
static char *time_limit(const struct check_settings *s)
{
    if (s->rc11)
        return format_text("the limit of time under RC11");
    return s->budget ? format_text("--budget=%s", time_option(s->budget))
                     : format_text("--time=%s", time_option(s->config.max_milliseconds));
}

char *complete_text(const struct report *r)
{
    const struct wire_covered *c = &r->search->wire->covered;
    if (c->states == 0 || r->search->end == LAUNCH_DAMAGED || wire_is_listed(r->search->config.visible))
        return NULL;
    if (r->settings->how.rb) /* what was explored below the threshold counts, too */
        return format_text("%.*s (below that --rb leaves parts out)", (int)sizeof c->within - 1, c->within);
    if (starts_with(c->within, "all states ")) /* likewise, by --rb in a part of the search */
        return format_text("%.*s", (int)sizeof c->within - 1, c->within);
    return format_text("all %s %.*s", show_things(c->states, "state"), (int)sizeof c->within - 1, c->within);
}

static struct outcome unknown(char *reason)
{
    return (struct outcome){VERDICT_UNKNOWN, reason};
}

static struct outcome out_of_memory(const struct check_settings *s, const char *states)
{
    return unknown(s->config.max_memory ? format_text("stopped by --memory=%s after %s", size_option(s->config.max_memory), states)
                             : format_text("out of memory after %s (--memory sets the limit)", states));
}

static struct outcome stopped(const struct report *r, const char *states)
{
    const struct launch *l = r->search;
    if (l->out_of_time && !l->interrupted)
        return unknown(format_text("stopped by %s after %s", time_limit(r->settings), states));
    return unknown(format_text("stopped by %s after %s", l->interrupted == SIGTERM ? "SIGTERM" : "Ctrl-C", states));
}

/* What was explored whole before the search was stopped stands. It is what was asked for, or a part of a search for everything. */
static struct outcome after_rounds(const struct report *r, struct outcome o)
{
    char *complete = complete_text(r);
    if (!complete || o.verdict != VERDICT_UNKNOWN)
        return o;
    if (search_kind_named(r->settings->how.search)->composite)
        return unknown(format_text("%s; complete: %s", o.reason, complete));
    return (struct outcome){VERDICT_COVERED, format_text("%s; then %s", complete, o.reason)};
}

/* Names that are forms of different kinds have no other words. */
char *reduction_options(const char *names)
{
    const char *variant = NULL;
    char *algorithms = format_text("%s", "");
    for (const char *rest = names; *rest;) {
        const struct reduction_kind *k = reductions_next(&rest);
        if (!k || !k->variant || (variant && strcmp(variant, k->variant) != 0))
            return format_text("--reduction=%s", names);
        variant = k->variant;
        algorithms = format_text("%s%s%s", algorithms, *algorithms ? "," : "", k->of);
    }
    return format_text("--reduction=%s --variant=%s", algorithms, variant);
}

/* What a reduction that has left nothing out has explored are all states; only those that match none come by them several times. What was
 * left out before a checkpoint is not known any more. */
static char *all_of(const struct report *r)
{
    const struct wire_counters *n = &r->search->wire->counters;
    uint64_t count = n->states;
    if (n->pruned + n->executions + n->restored > 0)
        return format_text("all behaviours (%s explored with %s)", show_things(count, "state"),
            reduction_options(r->settings->reduction));
    return count == 1 ? format_text("the only state") : format_text("all %s", show_things(count, "state"));
}

static struct outcome complete(const struct report *r)
{
    if (wire_is_listed(r->search->config.visible))
        return (struct outcome){VERDICT_COVERED,
            format_text("%s with thread switches at --visible=%s only", all_of(r), r->settings->visible)};
    return (struct outcome){VERDICT_VERIFIED, all_of(r)};
}

/* A depth-first search leaves nothing out by itself: it was a reduction, as printed in a paper, or one that matches no states and
 * came to one on its path. */
static const char *who_leaves_out(const struct check_settings *s)
{
    if (s->how.rb)
        return "--rb leaves parts out";
    if (s->how.steering.filters)
        return "--filter leaves parts out";
    const struct search_kind *search = search_kind_named(s->how.search);
    if (!search->depth_first || search->composite || reductions_try_all(s->reduction))
        return format_text("--search=%s leaves parts out", s->how.search);
    if (reductions_as_printed(s->reduction))
        return format_text("%s leaves parts out", reduction_options(s->reduction));
    if (s->how.steering.partly)
        return format_text("%s leaves out what data races may need", reduction_options(s->reduction));
    return format_text("%s leaves parts out: it is for programs whose executions all end", reduction_options(s->reduction));
}

/* Pairs of threads, each around a fragment. Where nobody has come to it nothing was explored that has to do with it. */
static struct outcome pairs(const struct report *r, const char *states)
{
    const struct wire *w = r->search->wire;
    struct pair_counts n = pair_results_count(r->search);
    if (n.covered == 0 && n.stopped == 0)
        return unknown(format_text("no thread came to the fragment with an operation that others can see (%s explored): "
                                   "nothing was checked", states));
    return (struct outcome){n.covered ? VERDICT_COVERED : VERDICT_UNKNOWN,
        format_text("%s (%s; --search=%s leaves parts out)", w->message, states, r->settings->how.search)};
}

/* Something was left out. What was not is said, where the search can tell. */
static struct outcome partial(const struct report *r, const char *states)
{
    const struct wire *w = r->search->wire;
    if (search_takes(&r->settings->how, "pair"))
        return pairs(r, states);
    const char *who = who_leaves_out(r->settings);
    return (struct outcome){VERDICT_COVERED, w->message[0] ? format_text("%s (%s; below that %s)", w->message, states, who)
                                                           : format_text("%s; %s", states, who)};
}

/* The runtime came to an end by itself. */
static struct outcome ended(const struct report *r, enum wire_verdict how, const char *states)
{
    const struct check_settings *s = r->settings;
    const struct wire *w = r->search->wire;
    switch (how) {
    case WIRE_COMPLETE:
        return complete(r);
    case WIRE_LIMIT_STATES:
        return unknown(format_text("stopped by --states=%" PRIu64 " after %s", s->config.max_states, states));
    case WIRE_LIMIT_DEPTH:
        return (struct outcome){VERDICT_COVERED, format_text("%s %s", all_of(r), w->message)};
    case WIRE_LIMIT_MEMORY:
        return out_of_memory(s, states);
    case WIRE_LIMIT_TIME:
        return unknown(format_text("stopped by %s after %s", time_limit(s), states));
    case WIRE_STOPPED:
        return stopped(r, states);
    case WIRE_PARTIAL:
        return partial(r, states);
    case WIRE_WORKER_LOST:
        return unknown(format_text("a worker process was killed after %s, and its part of the search is lost", states));
    case WIRE_CUT:
        return unknown(all_of(r));
    case WIRE_UNSOUND:
        return (struct outcome){VERDICT_UNSOUND, format_text("%.*s", (int)sizeof w->message - 1, w->message)};
    case WIRE_REFUSED:
    case WIRE_FAILED_EARLY:
        return (struct outcome){VERDICT_ERROR, format_text("%.*s", (int)sizeof w->message - 1, w->message)};
    case WIRE_BUG:
        return unknown(format_text(s->config.all_faults ? "%s explored" : "ended by the first bug after %s", states));
    case WIRE_NO_VERDICT:
    case WIRE_REPLAYED:
    case WIRE_REPLAY_LOST:
        break;
    }
    return (struct outcome){VERDICT_INTERNAL, format_text("internal: the search ended without a verdict (%u)", how)};
}

static char *how_it_died(const struct launch *l)
{
    if (l->signal == 0)
        return format_text("ended by itself (status %d)", l->status);
    const char *what = sigdescr_np(l->signal);
    return format_text("was killed (signal %d%s%s)", l->signal, what ? ": " : "", what ? what : "");
}

/* The process is gone without a verdict. */
static struct outcome died(const struct report *r, const char *states)
{
    const struct launch *l = r->search;
    char *patience = time_option(r->settings->hang_ms);
    switch (l->end) {
    case LAUNCH_DIED:
        return unknown(format_text("the search process %s after %s", how_it_died(l), states));
    case LAUNCH_NO_RUNTIME:
        return unknown(format_text("the program %s before Mazurka took control", how_it_died(l)));
    case LAUNCH_HUNG:
        return unknown(format_text("a thread ran for %s and could not be interrupted, after %s", patience, states));
    case LAUNCH_WAITED:
        return unknown(format_text("the program waited in a system call for %s, perhaps for input; --hang=DURATION gives it longer",
            patience));
    case LAUNCH_DAMAGED:
        return (struct outcome){VERDICT_INTERNAL,
            format_text("internal: the memory shared with the program is damaged; perhaps the program wrote there")};
    case LAUNCH_DEAF:
        if (r->settings->track && !l->interrupted)
            states = format_text("%s; a step of the last one did not end: perhaps a thread waits for a variable that --track leaves out",
                states);
        break;
    case LAUNCH_DONE:
        break;
    }
    return stopped(r, states);
}

/* --- what stands against "verified" ------------------------------------------------------------------------------------ */

static char *join(const struct strings *words)
{
    char *text = format_text("%s", demangle(words->at[0]));
    for (size_t i = 1; i < words->count; i++)
        text = format_text("%s, %s", text, demangle(words->at[i]));
    return text;
}

/* Said once, whatever the verdict is. */
static void doubt_races(struct report *r)
{
    if (r->sharing.count && r->settings->config.race != WIRE_RACE_OFF)
        strings_addf(&r->notes, "data races of what functions without hooks read, and of two calls of such functions, are not seen: %s",
            join(&r->sharing));
    if (r->search->wire->counters.graphs_left)
        strings_add(&r->notes, "data races were looked for as with --race-rule=hb: there was no room for the graph (see --memory)");
}

/* Something failed that would not have. */
static void doubt_files(struct report *r)
{
    const struct wire *w = r->search->wire;
    if (!w->uncaptured[0])
        return;
    char *text = format_text("%.*s in set-up cannot be kept from the disk, and has failed (--setup-writes=real performs the call)",
        (int)sizeof w->uncaptured - 1, w->uncaptured);
    if (r->verdict != VERDICT_VERIFIED && r->verdict != VERDICT_COVERED) {
        strings_add(&r->notes, text);
        return;
    }
    r->verdict = VERDICT_UNKNOWN;
    r->reason = text;
}

size_t findings_untimely(const struct report *r)
{
    size_t count = 0;
    for (size_t i = 0; i < r->finding_count; i++)
        count += r->findings[i].untimely;
    return count;
}

/* Nobody knows whether they are bugs before a replay has shown them again. */
static void doubt_untimely(struct report *r)
{
    enum { NAMED = 3 };
    size_t count = findings_untimely(r), named = 0;
    char *names = NULL;
    for (size_t i = 0; i < r->finding_count && named < NAMED; i++)
        if (r->findings[i].untimely)
            names = format_text("%s%s%s", names ? names : "", named++ ? "; " : "", r->findings[i].headline);
    if (count == 0)
        return;
    char *text = format_text("%zu finding%s could not be replayed in the time that was left: %s%s", count, count == 1 ? "" : "s", names,
        count > NAMED ? "; and others (--json lists them)" : "");
    if (r->verdict == VERDICT_VERIFIED || r->verdict == VERDICT_COVERED || r->verdict == VERDICT_UNKNOWN) {
        r->verdict = VERDICT_UNKNOWN;
        r->reason = format_text("%s (%s)", text, r->reason);
    } else {
        strings_add(&r->notes, text);
    }
}

/* What was explored is one program of several. A bug that a replay has confirmed is one all the same. */
static void doubt_set_up(struct report *r)
{
    if (!r->unrepeated)
        return;
    if (r->verdict == VERDICT_INTERNAL) {
        r->reason = format_text("%s (%s)", r->unrepeated, r->reason);
    } else if (r->verdict == VERDICT_VERIFIED || r->verdict == VERDICT_COVERED) {
        r->reason = r->unrepeated;
        r->verdict = VERDICT_UNKNOWN;
    } else {
        strings_add(&r->notes, r->unrepeated);
    }
}

/* Few are named one by one: who says "all" says it of what he has never heard of, too. */
static const char *trust_in(const struct strings *functions)
{
    enum { FEW = 4 };
    char *list = format_text("%s", functions->at[0]);
    for (size_t i = 1; i < functions->count && functions->count <= FEW; i++)
        list = format_text("%s,%s", list, functions->at[i]);
    return functions->count <= FEW ? list : "all";
}

/* What was tried besides: "" or ", and where it compares: 4, 1111". */
static char *inputs_tried(const struct wire_inputs *in)
{
    char *list = format_text("%s", "");
    for (uint32_t i = 0; i < in->count; i++)
        list = format_text("%s%s%" PRId64, list, i == 0 ? ", and where it compares: " : ", ", in->value[i]);
    return list;
}

static void doubt_completeness(struct report *r)
{
    size_t n = r->untracked.count;
    char *orders = memory_orders_lost(r);
    doubt_races(r);
    if (r->verdict != VERDICT_VERIFIED) {
        if (n)
            strings_addf(&r->notes, "the program calls functions whose effects are not tracked: %s", join(&r->untracked));
        return;
    }
    if (r->unseen) {
        r->verdict = VERDICT_UNKNOWN;
        r->reason = format_text("%s, but not all accesses of the program were seen (see the notes)", r->reason);
    } else if (n) {
        r->verdict = VERDICT_UNKNOWN;
        r->reason = format_text("the program calls %zu function%s whose effects are not tracked: %s (--trust=%s if they have none)", n,
            n == 1 ? "" : "s", join(&r->untracked), trust_in(&r->untracked));
    } else if (r->search->wire->inputs_cut) {
        r->verdict = VERDICT_COVERED;
        r->reason = format_text("%s, for a few values of __VERIFIER_nondet_... (docs/use/sv-comp.md lists them)%s", r->reason,
            inputs_tried(&r->search->wire->inputs));
    } else if (r->search->wire->local_late) {
        r->verdict = VERDICT_UNKNOWN;
        r->reason = format_text("%s, but thread-local variables of a library that the program loads itself are not followed",
            r->reason);
    } else if (r->search->wire->unguarded) {
        r->verdict = VERDICT_UNKNOWN;
        r->reason = format_text("%s, but the program has too much code without hooks for all calls to be guarded", r->reason);
    } else if (imported_mapped(r->search->wire)) {
        r->verdict = VERDICT_UNKNOWN;
        r->reason = format_text("%s, but what functions without hooks write to mapped memory goes unnoticed: more than 64 MB, "
                                "mapped at two places, or mapped during the search", r->reason);
    } else if (r->sharing.count) {
        r->verdict = VERDICT_COVERED;
        r->reason = format_text("%s, with each call of %s taken as one step: code without hooks that touches memory shared by threads",
            r->reason, join(&r->sharing));
    } else if (orders) {
        r->verdict = VERDICT_COVERED;
        r->reason = format_text("%s, but %s", r->reason, orders);
    }
}

/* --- findings ---------------------------------------------------------------------------------------------------------- */

static bool is_listed(const struct report *r)
{
    return wire_is_listed(r->search->config.visible);
}

/* It runs on and nobody else does. If it waits for what others write, that should have been visible; they may not have come there yet. */
static bool may_wait_unseen(const struct report *r, const struct finding *f)
{
    return f->fault.kind == FAULT_RUNAWAY && (r->unseen || r->unreached.count || is_listed(r));
}

static char *why_unknown(const struct report *r, const struct finding *f)
{
    const char *listed = r->settings->track ? ": perhaps the thread waits for a variable that --track leaves out"
                                            : ": perhaps the thread waits for a variable that --visible leaves out";
    const char *unseen = ": perhaps the thread waits for a write that goes unseen (see the notes)";
    const char *perhaps = !may_wait_unseen(r, f) ? "" : is_listed(r) ? listed : unseen;
    return format_text("%s%s%s%s", f->headline, perhaps, f->doubt ? "; " : "", f->doubt ? f->doubt : "");
}

bool is_about_the_program(const struct report *r, const struct finding *f)
{
    return !may_wait_unseen(r, f) && f->fault.kind != FAULT_REFUSED && f->fault.kind != FAULT_DIVERGED && f->fault.kind != FAULT_INTERNAL;
}

bool is_only_noticed(const struct report *r, const struct finding *f)
{
    return f->fault.kind == FAULT_RACE && r->search->config.race == WIRE_RACE_REPORT;
}

size_t races_noticed(const struct report *r)
{
    size_t count = 0;
    for (size_t i = 0; i < r->finding_count; i++)
        count += is_only_noticed(r, &r->findings[i]) && !r->findings[i].doubt;
    return count;
}

/* "vfork is not supported at f.c:10 in main; otherwise all 4 states". Where nothing else was explored there is nothing to say of it. */
static char *why_cut(const struct report *r, const char *otherwise)
{
    enum { FEW = 3 };
    const struct wire_counters *n = &r->search->wire->counters;
    size_t cuts = 0;
    char *text = NULL;
    for (size_t i = 0; i < r->finding_count; i++)
        if (fault_cuts(&r->findings[i].fault) && ++cuts <= FEW)
            text = text ? format_text("%s; %s", text, why_unknown(r, &r->findings[i])) : why_unknown(r, &r->findings[i]);
    if (cuts > FEW)
        text = format_text("%s; likewise at %s", text, show_things(cuts - FEW, "other place"));
    return n->earlier + n->states > 0 ? format_text("%s; otherwise %s", text, otherwise) : text;
}

/* What can be done about calls that are not supported. */
static void advise_about_cuts(struct report *r)
{
    for (size_t i = 0; i < r->finding_count; i++)
        if (r->findings[i].fault.kind == FAULT_REFUSED && r->findings[i].fault.code == REFUSED_LATER) {
            strings_add(&r->notes, "move the call before the first pthread_create or mz_choose; regular files that were opened there can "
                                   "be read later with read, pread and lseek, and output to stdout and stderr is captured everywhere");
            return;
        }
}

static const struct finding *first_of(const struct report *r, bool about_the_program, bool confirmed)
{
    for (size_t i = 0; i < r->finding_count; i++) {
        const struct finding *f = &r->findings[i];
        if ((is_only_noticed(r, f) && confirmed) || f->untimely)
            continue;
        if (is_about_the_program(r, f) == about_the_program && !f->doubt == confirmed)
            return f;
    }
    return NULL;
}

/* States of all rounds; of processes that sample side by side, which come to the same states, those of the one that has come to most. */
static uint64_t states_seen(const struct report *r)
{
    const struct wire_counters *n = &r->search->wire->counters;
    bool side_by_side = search_kind_named(r->settings->how.search)->samples && r->search->config.steering.jobs > 1;
    return side_by_side ? n->states : n->earlier + n->states;
}

/* Executions, where no states were told apart. */
static char *what_was_seen(const struct report *r)
{
    const struct wire_counters *n = &r->search->wire->counters;
    const char *track = r->settings->track;
    if (!track)
        return show_things(states_seen(r), "state");
    char *where = strcmp(track, "all") == 0 ? format_text("all shared memory") : format_text("--track=%s", track);
    bool none = strcmp(track, "none") == 0;
    return format_text("%s with thread switches at synchronization%s%s only, without looking for data races",
        show_things(n->sampled.executions, "execution"), none ? "" : " and accesses to ", none ? "" : where);
}

/* A search by ranks says what it has covered, however it ended. */
static struct outcome ranked(const struct report *r, struct outcome o)
{
    struct rank_covered covered[RANKS_COVERED];
    char *text = o.verdict == VERDICT_COVERED || o.verdict == VERDICT_UNKNOWN ? ranking_text(r) : NULL;
    if (!text)
        return o;
    return (struct outcome){ranking_covered(r, covered) > 0 ? VERDICT_COVERED : o.verdict, format_text("%s (%s)", text, o.reason)};
}

/* All time went into walks that find out which memory is shared. */
static void advise_to_track(struct report *r)
{
    const struct wire *w = r->search->wire;
    bool samples = search_kind_named(r->settings->how.search)->samples && !r->settings->track;
    bool stopped_early = wire_ending(w) == WIRE_LIMIT_TIME || wire_ending(w) == WIRE_STOPPED;
    if (samples && stopped_early && w->counters.walks > 0 && w->counters.sampled.executions == 0)
        strings_add(&r->notes, "no execution counts yet: more and more memory proves to be shared, and the search begins anew; "
                               "--track=VARIABLE does not look for such memory");
}

void judge(struct report *r)
{
    const struct wire *w = r->search->wire;
    char *states = what_was_seen(r);
    struct outcome how = r->search->end == LAUNCH_DONE ? ended(r, wire_ending(w), states) : died(r, states);
    struct outcome o = ranked(r, after_rounds(r, how));
    const struct finding *bug_found = first_of(r, true, true), *lost = first_of(r, true, false);
    const struct finding *other = first_of(r, false, true);
    other = other ? other : first_of(r, false, false);
    advise_about_cuts(r);
    r->verdict = o.verdict;
    r->reason = o.reason;
    r->coverage = o.reason;
    if (bug_found) {
        r->verdict = VERDICT_BUG;
        r->reason = bug_found->headline;
        if (other) /* what ended the search, or a path, is no bug, but says how far it came */
            r->coverage = fault_cuts(&other->fault) ? format_text("unknown: %s", why_cut(r, o.reason))
                                                    : format_text("stopped: %s", why_unknown(r, other));
        for (size_t i = 0; i < r->finding_count; i++) {
            if (r->findings[i].doubt && !r->findings[i].untimely)
                strings_addf(&r->notes, "internal: another fault was found but not reproduced: %s (%s)", r->findings[i].headline,
                    r->findings[i].doubt);
        }
    } else if (lost) {
        bool untracked = r->untracked.count > 0, explained = untracked || r->unseen; /* what was changed was not undone, perhaps */
        r->verdict = explained ? VERDICT_UNKNOWN : VERDICT_INTERNAL;
        r->reason = format_text("%sa fault was found but not reproduced: %s (%s)%s", r->unrepeated || explained ? "" : "internal: ",
            lost->headline, lost->doubt, untracked ? ", with calls whose effects are not tracked (see the notes)"
                                       : explained ? ", with code that has no hooks (see the notes)" : "");
    } else if (other) {
        r->verdict = other->fault.kind == FAULT_INTERNAL ? VERDICT_INTERNAL : VERDICT_UNKNOWN;
        r->reason = fault_cuts(&other->fault) ? why_cut(r, o.reason) : why_unknown(r, other);
    }
    doubt_untimely(r);
    doubt_set_up(r);
    doubt_files(r);
    doubt_completeness(r);
    suppressed_doubt(r);
    premises_collect(r);
    char *note = r->verdict == VERDICT_VERIFIED ? memory_orders_note(r) : NULL;
    if (note)
        strings_add(&r->notes, note);
    for (size_t i = 0; i < r->premises.count; i++)
        r->reason = format_text("%s; %s", r->reason, r->premises.at[i]);
    size_t races = races_noticed(r);
    if (races && r->verdict != VERDICT_BUG && r->verdict != VERDICT_INTERNAL) {
        r->coverage = format_text("%s: %s", verdict_word(r->verdict), r->reason);
        r->reason = format_text("%zu data race%s; otherwise %s", races, races == 1 ? "" : "s", r->coverage);
        r->verdict = VERDICT_BUG;
    }
    char *volatile_races = volatile_note(r);
    if (volatile_races)
        strings_add(&r->notes, volatile_races);
    advise_to_track(r);
}
