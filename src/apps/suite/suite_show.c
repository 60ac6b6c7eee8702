/* suite_show.c - `mazurka suite show`: what the store has, as tables: what was expected, the characteristics (tables 1 and 8 of the paper
 * on DFS-RB), and for each program how fast each search finds its bug (tables 11 to 22). */
#include <stdio.h>
#include <string.h>

#include "apps/suite/facts.h"
#include "apps/suite/figures.h"
#include "apps/suite/results.h"
#include "apps/suite/suite_settings.h"
#include "apps/suite/table.h"
#include "tool/cli/json_file.h"
#include "tool/cli/options.h"
#include "tool/cli/printable.h"

struct show {
    const struct suite_settings *settings;
    struct suite   suite;
    struct results results;
    struct strings forms;
    struct configuration_list configurations;
};

static const struct configuration *configuration_of(const struct show *s, const char *name)
{
    for (size_t i = 0; i < s->configurations.count; i++)
        if (strcmp(s->configurations.at[i]->name, name) == 0)
            return s->configurations.at[i];
    return NULL;
}

static bool is_wanted(const struct show *s, const struct result *r)
{
    const struct suite_settings *c = s->settings;
    bool errors = c->errors == ERRORS_BOTH || strcmp(r->errors, c->errors == ERRORS_RACES ? "races" : "own") == 0;
    const struct configuration *k = configuration_of(s, r->configuration);
    bool any = k && (k->by == BY_CHECK || k->by == BY_BOUND);
    return (errors || any) && matches_any(&s->forms, r->form) && (!c->scale || strcmp(c->scale, r->scale) == 0);
}

static void heading(const struct show *s, const char *text)
{
    printf(s->settings->markdown ? "\n### %s\n\n" : "\n%s\n", printable(text));
}

/* --- what was expected ----------------------------------------------------------------------------------------------- */

static void print_regression(const struct show *s)
{
    struct table t = {0};
    table_column(&t, "program", false);
    table_column(&t, "form", false);
    table_column(&t, "scale", false);
    table_column(&t, "states", true);
    table_column(&t, "seconds", true);
    table_column(&t, "as expected", false);
    table_column(&t, "verdict", false);
    for (size_t i = 0; i < s->suite.count; i++)
        for (size_t k = 0; k < s->results.count; k++) {
            const struct result *r = &s->results.at[k];
            const struct configuration *c = configuration_of(s, r->configuration);
            if (strcmp(r->program, s->suite.programs[i].name) != 0 || !c || c->by != BY_CHECK || !is_wanted(s, r))
                continue;
            table_cell(&t, r->program);
            table_cell(&t, r->form);
            table_cell(&t, r->scale);
            table_cell(&t, r->reason && r->runs ? format_text("%lld", (long long)r->total_states) : NULL);
            table_cell(&t, format_text("%.2f", r->total_seconds));
            table_cell(&t, r->why ? format_text("no: %s", printable(r->why)) : "yes");
            table_cell(&t, format_text("%s: %s", r->verdict, r->reason ? printable(r->reason) : ""));
        }
    if (t.cells.count == 0)
        return;
    heading(s, "Forms: is the bug found, is its absence verified");
    table_print(&t, s->settings->markdown, stdout);
}

/* --- characteristics ------------------------------------------------------------------------------------------------- */

static char *ratio_text(double value, double low, double high, bool exact)
{
    return exact ? format_text("%.3g", value) : format_text("%.3g (%.2g to %.2g)", value, low, high);
}

static void add_characteristics(struct table *t, const struct program *p, const struct result *r)
{
    const struct census_row *c = &r->census;
    const json_t *f = figure_characteristics(p);
    table_cell(t, r->program);
    table_cell(t, r->form);
    table_cell(t, c->complete ? "exact" : "estimate");
    table_cell(t, ratio_text(c->state_ratio, c->state_low, c->state_high, c->complete));
    table_cell(t, ratio_text(c->path_ratio, c->path_low, c->path_high, c->complete));
    table_cell(t, c->has_errors ? format_text("%.0f", c->least) : NULL);
    table_cell(t, c->has_errors ? format_text("%.0f", c->average) : NULL);
    table_cell(t, figure_text(f, "error_state_ratio"));
    table_cell(t, figure_text(f, "error_path_ratio"));
    table_cell(t, figure_text(f, "min_path"));
    table_cell(t, figure_text(f, "avg_path"));
}

static void print_characteristics(const struct show *s, const char *errors)
{
    struct table t = {0};
    table_column(&t, "program", false);
    table_column(&t, "form", false);
    table_column(&t, "census", false);
    table_column(&t, "error states", true);
    table_column(&t, "error paths", true);
    table_column(&t, "least path", true);
    table_column(&t, "average", true);
    table_column(&t, "paper: error states", true);
    table_column(&t, "error paths", true);
    table_column(&t, "least path", true);
    table_column(&t, "average", true);
    for (size_t i = 0; i < s->suite.count; i++)
        for (size_t k = 0; k < s->results.count; k++) {
            const struct result *r = &s->results.at[k];
            if (strcmp(r->program, s->suite.programs[i].name) == 0 && r->census.there && strcmp(r->errors, errors) == 0 && is_wanted(s, r))
                add_characteristics(&t, &s->suite.programs[i], r);
        }
    if (t.cells.count == 0)
        return;
    heading(s, strcmp(errors, "own") == 0 ? "Characteristics: the bug itself" : "Characteristics: races as in Java PathFinder");
    table_print(&t, s->settings->markdown, stdout);
}

/* --- preemptions ----------------------------------------------------------------------------------------------------- */

/* The paper's c, v and t, as (c, v, t). */
static char *cvt_text(const json_t *bug)
{
    const json_t *cvt = json_object_get(bug, "cvt");
    if (json_array_size(cvt) != 3)
        return NULL;
    return format_text("(%lld, %lld, %lld)", (long long)json_integer_value(json_array_get(cvt, 0)),
        (long long)json_integer_value(json_array_get(cvt, 1)), (long long)json_integer_value(json_array_get(cvt, 2)));
}

static void add_preemptions(struct table *t, const struct program *p, const struct result *r)
{
    const json_t *bug = json_object_get(p->json, "bug");
    const char *differs = json_string_value(json_object_get(bug, "differs"));
    table_cell(t, r->program);
    table_cell(t, r->form);
    table_cell(t, r->scale);
    table_cell(t, r->found ? format_text("%lld", (long long)r->preemptions) : r->other_end);
    table_cell(t, cvt_text(bug));
    table_cell(t, differs ? printable(differs) : NULL);
}

static void print_preemptions(const struct show *s)
{
    struct table t = {0};
    table_column(&t, "program", false);
    table_column(&t, "form", false);
    table_column(&t, "scale", false);
    table_column(&t, "least preemptions", true);
    table_column(&t, "paper: (c, v, t)", true);
    table_column(&t, "what differs", false);
    for (size_t i = 0; i < s->suite.count; i++)
        for (size_t k = 0; k < s->results.count; k++) {
            const struct result *r = &s->results.at[k];
            const struct configuration *c = configuration_of(s, r->configuration);
            if (strcmp(r->program, s->suite.programs[i].name) == 0 && c && c->by == BY_BOUND && is_wanted(s, r))
                add_preemptions(&t, &s->suite.programs[i], r);
        }
    if (t.cells.count == 0)
        return;
    heading(s, "Preemptions: with how many of them the bug is found");
    table_print(&t, s->settings->markdown, stdout);
}

/* --- searches -------------------------------------------------------------------------------------------------------- */

static char *spread_text(const struct configuration *c, const struct moments *m, int decimals)
{
    if (!c->random)
        return format_text("%.*f", decimals, m->mean);
    return format_text("%.*f ± %.*f", decimals, m->mean, decimals, m->deviation);
}

static char *found_text(const struct configuration *c, const struct result *r)
{
    if (c->random && r->runs)
        return format_text("%.0f %%", 100.0 * (double)r->found / (double)r->runs);
    return format_text("%s", r->found ? "yes" : "no");
}

/* A tuple would be taken for HTML in Markdown. */
static const char *title_text(const struct configuration *c, bool markdown)
{
    return markdown && strchr(c->title, '<') ? format_text("`%s`", c->title) : c->title;
}

/* These options do not go together: no fault of the program's. */
static bool is_refused(const struct result *r)
{
    return r->exit_code == EXIT_UNSOUND;
}

static void add_search(struct table *t, const struct configuration *c, const struct result *r, const struct program *p, bool markdown)
{
    const json_t *f = figure_of(p, c, NULL);
    table_cell(t, title_text(c, markdown));
    if (c->absent || (r && is_refused(r))) {
        table_cell(t, c->absent ? "absent" : "refused");
        table_cell(t, NULL);
        table_cell(t, NULL);
    } else {
        table_cell(t, r->found ? spread_text(c, &r->states, 0) : r->complete ? "all explored" : r->other_end);
        table_cell(t, r->found ? spread_text(c, &r->seconds, 3) : NULL);
        table_cell(t, found_text(c, r));
    }
    char *states = figure_text(f, "states"), *percent = figure_text(f, "found");
    table_cell(t, states ? states : figure_text(f, "outcome"));
    table_cell(t, figure_text(f, "seconds"));
    table_cell(t, percent ? format_text("%s %%", percent) : NULL);
}

static bool is_of_group(const struct result *r, const struct result *like)
{
    return strcmp(r->program, like->program) == 0 && strcmp(r->form, like->form) == 0 && strcmp(r->scale, like->scale) == 0 &&
           strcmp(r->errors, like->errors) == 0 && r->max_states == like->max_states;
}

static bool is_search(const struct show *s, const struct result *r)
{
    const struct configuration *c = configuration_of(s, r->configuration);
    return c && c->by == BY_RUNS && is_wanted(s, r);
}

/* All searches of one program, form, scale, sort of errors and limit; those that are absent among them. */
static void print_group(const struct show *s, const struct program *p, const struct result *like)
{
    struct table t = {0};
    struct strings refused = {0};
    table_column(&t, "configuration", false);
    table_column(&t, "states", true);
    table_column(&t, "seconds", true);
    table_column(&t, "found", true);
    table_column(&t, "paper: states", true);
    table_column(&t, "seconds", true);
    table_column(&t, "found", true);
    for (size_t i = 0; i < s->configurations.count; i++) {
        const struct configuration *c = s->configurations.at[i];
        const struct result *r = NULL;
        for (size_t k = 0; k < s->results.count; k++)
            if (is_of_group(&s->results.at[k], like) && strcmp(s->results.at[k].configuration, c->name) == 0)
                r = &s->results.at[k];
        if (c->by == BY_RUNS && (r || c->absent))
            add_search(&t, c, r, p, s->settings->markdown);
        if (c->by == BY_RUNS && r && is_refused(r))
            strings_addf(&refused, "%s is refused: %s", c->title, r->reason ? printable(r->reason) : "these options do not go together");
    }
    heading(s, format_text("%s: %s, scale %s, %s, limit of %s", like->program, like->form, like->scale,
        strcmp(like->errors, "own") == 0 ? "its own bug" : "races", show_things((uint64_t)like->max_states, "state")));
    table_print(&t, s->settings->markdown, stdout);
    for (size_t i = 0; i < refused.count; i++)
        printf("\n%s\n", refused.at[i]);
}

static void print_searches(const struct show *s, const struct program *p)
{
    for (size_t i = 0; i < s->results.count; i++) {
        const struct result *r = &s->results.at[i];
        bool first = strcmp(r->program, p->name) == 0 && is_search(s, r);
        for (size_t k = 0; first && k < i; k++)
            first = !(is_of_group(&s->results.at[k], r) && is_search(s, &s->results.at[k]));
        if (first)
            print_group(s, p, r);
    }
}

/* --- all programs ---------------------------------------------------------------------------------------------------- */

/* In how many forms and scales of programs a search finds the bug. */
struct tally {
    size_t all, always, sometimes, never, refused;
};

static void tally_add(struct tally *t, const struct result *r)
{
    t->all++;
    if (is_refused(r))
        t->refused++;
    else if (r->found == 0)
        t->never++;
    else if (r->found < r->runs)
        t->sometimes++;
    else
        t->always++;
}

static bool is_of_suite(const struct show *s, const struct result *r)
{
    for (size_t i = 0; i < s->suite.count; i++)
        if (strcmp(s->suite.programs[i].name, r->program) == 0)
            return true;
    return false;
}

static void add_tally(struct table *t, const struct show *s, const struct configuration *c, const char *errors)
{
    struct tally tally = {0};
    for (size_t i = 0; i < s->results.count; i++) {
        const struct result *r = &s->results.at[i];
        if (strcmp(r->configuration, c->name) == 0 && strcmp(r->errors, errors) == 0 && is_search(s, r) && is_of_suite(s, r))
            tally_add(&tally, r);
    }
    if (tally.all == 0)
        return;
    table_cell(t, title_text(c, s->settings->markdown));
    const size_t counts[] = {tally.all, tally.always, tally.sometimes, tally.never, tally.refused};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        table_cell(t, format_text("%zu", counts[i]));
}

static void print_tallies(const struct show *s, const char *errors)
{
    struct table t = {0};
    table_column(&t, "configuration", false);
    table_column(&t, "programs and forms", true);
    table_column(&t, "found in every run", true);
    table_column(&t, "in some", true);
    table_column(&t, "in none", true);
    table_column(&t, "refused", true);
    for (size_t i = 0; i < s->configurations.count; i++)
        add_tally(&t, s, s->configurations.at[i], errors);
    if (t.cells.count == 0)
        return;
    heading(s, strcmp(errors, "own") == 0 ? "Searches: where the bug itself is found" : "Searches: where a race is found");
    table_print(&t, s->settings->markdown, stdout);
}

/* --- JSON ------------------------------------------------------------------------------------------------------------ */

static json_t *result_json(const struct result *r)
{
    json_t *o = json_pack("{s:s,s:s,s:s,s:s,s:s,s:I,s:b,s:I,s:I,s:s?,s:s?,s:s?}", "program", r->program, "form", r->form, "scale", r->scale,
        "configuration", r->configuration, "errors", r->errors, "max_states", (json_int_t)r->max_states, "expected", r->why == NULL, "runs",
        (json_int_t)r->runs, "found", (json_int_t)r->found, "verdict", r->verdict, "reason", r->reason, "why", r->why);
    if (r->found)
        json_object_update_new(o, json_pack("{s:{s:f,s:f},s:{s:f,s:f}}", "states", "mean", r->states.mean, "deviation", r->states.deviation,
            "seconds", "mean", r->seconds.mean, "deviation", r->seconds.deviation));
    if (r->census.there)
        json_object_set_new(o, "census", json_pack("{s:b,s:f,s:f,s:f,s:f}", "complete", r->census.complete, "error_state_ratio",
            r->census.state_ratio, "error_path_ratio", r->census.path_ratio, "least_length", r->census.least, "average_length",
            r->census.average));
    return o;
}

static int write_json(const struct show *s)
{
    json_t *list = json_array();
    for (size_t i = 0; i < s->results.count; i++)
        for (size_t k = 0; k < s->suite.count; k++)
            if (strcmp(s->results.at[i].program, s->suite.programs[k].name) == 0 && is_wanted(s, &s->results.at[i]))
                json_array_append_new(list, result_json(&s->results.at[i]));
    json_file_put(json_pack("{s:s,s:i,s:o}", "schema", "mazurka-suite-show", "schema_version", 1, "results", list), s->settings->json);
    return 0;
}

int suite_show(const struct suite_settings *settings)
{
    struct show s = {.settings = settings, .forms = split_list(settings->forms)};
    struct strings programs = split_list(settings->programs), wanted = split_list(settings->configurations);
    if (!wanted.count)
        strings_add(&wanted, "all");
    s.suite = suite_read(settings->directory, &programs);
    s.configurations = configurations_matching(&wanted);
    struct store *store = store_open(settings->store, false);
    s.results = results_read(store);
    store_close(store);
    if (settings->json)
        return write_json(&s);
    print_regression(&s);
    print_characteristics(&s, "own");
    print_characteristics(&s, "races");
    print_preemptions(&s);
    print_tallies(&s, "own");
    print_tallies(&s, "races");
    for (size_t i = 0; i < s.suite.count; i++)
        print_searches(&s, &s.suite.programs[i]);
    return 0;
}
