/* report_text.c - the result of a check, for people. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/reduction_table.h"
#include "model/search_table.h"
#include "tool/cli/options.h"
#include "tool/cli/search_options.h"
#include "tool/cli/trust.h"
#include "tool/report/report.h"
#include "tool/result/pair_results.h"
#include "tool/result/guarantee.h"
#include "tool/result/races.h"
#include "tool/result/ranking.h"
#include "tool/result/verdict.h"
#include "tool/run/runs.h"

static const char *verdict_colour(enum verdict verdict, const struct colours *c)
{
    return verdict == VERDICT_VERIFIED ? c->green : verdict == VERDICT_BUG ? c->red : c->yellow;
}

/* What replay wants to be told besides the trace: a program elsewhere is the user's to name. */
static const char *program_to_name(const struct report *r)
{
    bool compiled_here = r->settings->compile.count > 0;
    return compiled_here || trust_program(r->program) ? "" : format_text(" --program=%s", shell_quote(r->program));
}

static void print_replay(const struct report *r, const struct finding *f, bool brief, FILE *out)
{
    if (f->trace)
        fprintf(out, "replay: mazurka replay %s%s%s\n", shell_file(f->trace), program_to_name(r), brief ? " --steps" : "");
}

/* `brief`: without the interleaving. */
static void print_finding(const struct report *r, const struct finding *f, bool brief, FILE *out, const struct colours *c)
{
    bool race = is_only_noticed(r, f);
    fprintf(out, "%s%s:%s %s\n", c->red, race ? "race" : "bug", c->off, race ? f->fault.text : f->headline);
    if (r->settings->quiet)
        return;
    if (!brief) {
        fputc('\n', out);
        report_interleaving(f, r->settings->steps, out, c);
        fputs(f->trace ? "\n" : "", out);
    }
    print_replay(r, f, brief, out);
}

/* What the search could not go on with is told by the verdict. */
static bool is_shown(const struct report *r, const struct finding *f, bool only_races)
{
    bool race = is_only_noticed(r, f);
    return !f->doubt && is_about_the_program(r, f) && (only_races ? race : !race || !r->settings->quiet || r->settings->config.all_faults);
}

static bool has_only_races(const struct report *r)
{
    for (size_t i = 0; i < r->finding_count; i++)
        if (is_about_the_program(r, &r->findings[i]) && !r->findings[i].doubt && !is_only_noticed(r, &r->findings[i]))
            return false;
    return true;
}

/* Races of one variable have one interleaving: that of the first. */
static bool is_same_variable(const struct report *r, const struct finding *a, const struct finding *b)
{
    return is_only_noticed(r, a) && is_only_noticed(r, b) &&
        strcmp(race_variable(&a->naming, a->access), race_variable(&b->naming, b->access)) == 0;
}

static bool has_variable_before(const struct report *r, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (is_shown(r, &r->findings[i], true) && is_same_variable(r, &r->findings[i], &r->findings[index]))
            return true;
    return false;
}

/* The other races of a variable, below the first. */
static void print_others(const struct report *r, size_t first, FILE *out)
{
    for (size_t i = first + 1; i < r->finding_count; i++) {
        const struct finding *f = &r->findings[i];
        if (!is_shown(r, f, true) || !is_same_variable(r, &r->findings[first], f))
            continue;
        fprintf(out, "%srace of the same variable: %s\n", r->settings->quiet ? "" : "\n", f->fault.text);
        if (!r->settings->quiet)
            print_replay(r, f, true, out);
    }
}

static void print_bugs(const struct report *r, FILE *out, const struct colours *c)
{
    size_t count = 0, races = races_noticed(r);
    bool only_races = has_only_races(r);
    for (size_t i = 0; i < r->finding_count; i++) {
        if (!is_shown(r, &r->findings[i], only_races))
            continue;
        count++;
        if (only_races && has_variable_before(r, i))
            continue;
        if (count > 1 && !r->settings->quiet)
            fputc('\n', out);
        print_finding(r, &r->findings[i], is_only_noticed(r, &r->findings[i]) && !only_races, out, c);
        if (only_races)
            print_others(r, i, out);
    }
    if (r->fix)
        fprintf(out, "\nfix: %s\n", r->fix);
    const char *rank = ranking_of_bug(r);
    if (rank && !r->settings->quiet)
        fprintf(out, "found at %s\n", rank);
    const char *blank = r->settings->quiet ? "" : "\n", *and = races ? format_text(", %zu data race%s", races, races == 1 ? "" : "s") : "";
    if (only_races)
        fprintf(out, "%s%sbug:%s %s\n", blank, c->red, c->off, r->reason);
    else if (r->settings->config.all_faults)
        fprintf(out, "%s%zu distinct bug%s%s; the search: %s\n", blank, count - races, count - races == 1 ? "" : "s", and, r->coverage);
}

void report_text(const struct report *r, FILE *out, const struct colours *c)
{
    if (r->verdict == VERDICT_BUG)
        print_bugs(r, out, c);
    else if (r->verdict == VERDICT_ERROR)
        warn("%s", r->reason);
    else
        fprintf(out, "%s%s:%s %s\n", verdict_colour(r->verdict, c), verdict_word(r->verdict), c->off, r->reason);
    if (r->settings->how.steering.runs && !r->settings->quiet && r->verdict != VERDICT_ERROR)
        runs_print(r->search->wire, out);
}

/* Course of the search, where it was more than a plain one. */
static void report_steering(const struct report *r, FILE *out)
{
    const struct wire_counters *n = &r->search->wire->counters;
    const char *configuration = search_description(r->settings);
    bool parts = search_kind_named(r->settings->how.search)->composite;
    uint64_t aside = parts ? n->sampled.executions : 0;
    if (!configuration && n->earlier == 0 && aside == 0)
        return;
    if (!configuration)
        configuration = format_text("--search=%s", r->settings->how.search);
    fprintf(out, "%s, seed %s", configuration, show_count(r->settings->config.seed));
    if (r->settings->how.steering.jobs == 0 && r->search->config.steering.jobs > 1)
        fprintf(out, ", %u processes", r->search->config.steering.jobs);
    if (parts && n->earlier > 0)
        fprintf(out, ", %s in all parts of the search", show_things(n->earlier + n->states, "state"));
    else if (n->rounds > 1)
        fprintf(out, ", %s in %s", show_things(n->earlier + n->states, "state"), show_things(n->rounds, "round"));
    if (aside > 0)
        fprintf(out, ", %s sampled", show_things(aside, "execution"));
    if (n->left_early)
        fprintf(out, ", %s left early", show_count(n->left_early));
    if (n->filtered)
        fprintf(out, ", %s left out by --filter", show_things(n->filtered, "transition"));
    if (n->jumps)
        fprintf(out, ", %s of %.1f levels (at most %s)", show_things(n->jumps, "jump"), (double)n->jump_levels / (double)n->jumps,
            show_count(n->longest_jump));
    if (n->again)
        fprintf(out, ", %s expanded again", show_count(n->again));
    fputc('\n', out);
    if (r->settings->how.steering.runs)
        runs_print_times(r->search->wire, out);
}

/* What the reduction has spared, and at what price. */
static void report_reduction(const struct report *r, FILE *out)
{
    const struct wire_counters *n = &r->search->wire->counters;
    if (reductions_try_all(r->settings->reduction) || n->states == 0)
        return;
    fputs(reduction_options(r->settings->reduction), out);
    if (r->search->wire->first)
        fprintf(out, ", process %u was the first to finish", r->search->wire->first);
    fprintf(out, ": %s expanded, %s pruned, %s matched", show_things(n->states, "state"), show_things(n->pruned, "transition"),
        show_count(n->revisits));
    if (n->retraversed)
        fprintf(out, ", %s retraversed", show_things(n->retraversed, "transition"));
    if (n->executions)
        fprintf(out, ", %s", show_things(n->executions, "execution"));
    if (n->lacked)
        fprintf(out, "; its tables were full (%s): less was pruned than with more memory", show_things(n->lacked, "time"));
    fputc('\n', out);
}

/* Progress of the search. A bug that one of the walks before it has found ends everything before there are states. */
static char *what_was_explored(const struct report *r)
{
    const struct wire_counters *n = &r->search->wire->counters;
    if (r->settings->track)
        return show_things(n->sampled.executions, "execution");
    if (n->states == 0 && n->walks > 0)
        return format_text("%s before the search", show_things(n->walks, "random walk"));
    return show_things(n->states, "state");
}

/* One line to be pasted. Of several bugs the first one's: files have the others, and JSON all. */
static void print_token(const struct report *r, FILE *out)
{
    for (size_t i = 0; i < r->finding_count; i++) {
        if (r->findings[i].token) {
            fprintf(out, "token: mazurka replay %s\n", r->findings[i].token);
            return;
        }
    }
}

/* What it took to find a bug. */
static void report_found(const struct report *r, FILE *out)
{
    const struct wire_counters *n = &r->search->wire->counters;
    bool walked = n->states == 0 && n->walks > 0;
    const char *walks = walked ? format_text(" of %s before the search", show_things(n->walks, "random walk")) : "";
    const char *states = n->states ? format_text("%s, ", show_things(n->states, "state")) : "";
    fprintf(out, "bug found after %s%s, %s; %s%s, %s of memory shared\n", show_things(n->transitions, "transition"), walks,
        show_duration(r->search->milliseconds), states, show_things(n->threads, "thread"), show_size(n->visible_bytes));
}

void report_summary(const struct report *r, FILE *out)
{
    const struct wire_counters *n = &r->search->wire->counters;
    report_steering(r, out);
    report_reduction(r, out);
    pair_results_print(r->search, out);
    const char *promise = guarantee_text(r);
    if (promise)
        fprintf(out, "%s\n", promise);
    if (r->verdict == VERDICT_BUG && !r->settings->config.all_faults && races_noticed(r) + findings_untimely(r) < r->finding_count) {
        report_found(r, out);
        print_token(r, out);
        return;
    }
    char *rate = show_count(n->nanoseconds ? (uint64_t)((double)n->transitions * 1e9 / (double)n->nanoseconds) : 0);
    fprintf(out, "%s, %s, depth %s, %s, %s of memory shared, %s, %s (%s transitions/s)\n",
        what_was_explored(r), show_things(n->transitions, "transition"), show_count(n->max_depth), show_things(n->threads, "thread"),
        show_size(n->visible_bytes), show_size(n->table_bytes + n->path_bytes), show_duration(r->search->milliseconds), rate);
    print_token(r, out);
}
