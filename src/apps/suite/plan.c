/* plan.c - the plan of what is to be run, and by which commands. */
#include "apps/suite/plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/threadset.h"
#include "tool/compile/cc.h"
#include "tool/compile/compile.h"

/* --- which ----------------------------------------------------------------------------------------------------------- */

static struct build *build_of(struct plan *plan, const struct program *p, const struct variant *form, const struct variant *scale)
{
    for (size_t i = 0; i < plan->build_count; i++) {
        struct build *b = &plan->builds[i];
        if (b->program == p && b->form == form && b->scale == scale)
            return b;
    }
    struct build *b = &plan->builds[plan->build_count++];
    *b = (struct build){.program = p, .form = form, .scale = scale};
    strings_append(&b->flags, &p->flags);
    strings_append(&b->flags, &form->flags);
    strings_append(&b->flags, &scale->flags);
    return b;
}

/* The one that was asked for, or the configuration's own, or the only one there is. */
static const struct variant *scale_of(const struct program *p, const struct configuration *c, const struct suite_settings *s)
{
    if (s->scale)
        return variant_named(p->scales, p->scale_count, s->scale);
    const struct variant *own = variant_named(p->scales, p->scale_count, c->scale);
    return own ? own : &p->scales[0];
}

static void add_experiment(struct plan *plan, struct build *b, const struct configuration *c, const struct suite_settings *s, bool races)
{
    plan->experiments[plan->experiment_count++] = (struct experiment){.build = b, .configuration = c, .races = races,
        .runs = c->by == BY_RUNS && c->random ? s->runs : 1};
    b->wants_set |= c->by != BY_CHECK;
}

/* Once for each. */
static void note_left_out(struct plan *plan, const struct program *p, const struct variant *scale)
{
    char *note = format_text("%s is left out at the scale %s: it needs %llu threads, and there are %d", p->name, scale->name,
        (unsigned long long)scale->threads, MAX_THREADS);
    if (!strings_contain(&plan->notes, note))
        strings_add(&plan->notes, note);
}

/* A regression is about the program as it is; the others ask what counts as an error. */
static void add_experiments(struct plan *plan, const struct program *p, const struct variant *form, const struct configuration *c,
                            const struct suite_settings *s)
{
    const struct variant *scale = scale_of(p, c, s);
    if (!scale || c->absent || !(form->buggy ? c->buggy : c->fixed))
        return;
    if (scale->threads > MAX_THREADS) {
        note_left_out(plan, p, scale);
        return;
    }
    struct build *b = build_of(plan, p, form, scale);
    bool any_errors = c->by == BY_RUNS || c->by == BY_CENSUS;
    if (!any_errors || s->errors != ERRORS_RACES)
        add_experiment(plan, b, c, s, false);
    if (any_errors && s->errors != ERRORS_OWN)
        add_experiment(plan, b, c, s, true);
}

static void refuse_unknown_scale(const struct suite *suite, const char *scale)
{
    for (size_t i = 0; i < suite->count; i++)
        if (variant_named(suite->programs[i].scales, suite->programs[i].scale_count, scale))
            return;
    die("--scale=%s: no program has such a scale", scale);
}

struct plan plan_make(const struct suite *suite, const struct configuration_list *list, const struct suite_settings *s)
{
    struct plan plan = {0};
    struct strings forms = split_list(s->forms);
    size_t most = 0;
    if (s->scale)
        refuse_unknown_scale(suite, s->scale);
    for (size_t i = 0; i < suite->count; i++)
        most += suite->programs[i].form_count * list->count;
    plan.builds = allocate((most + 1) * sizeof *plan.builds);
    plan.experiments = allocate((2 * most + 1) * sizeof *plan.experiments);
    for (size_t i = 0; i < suite->count; i++) {
        const struct program *p = &suite->programs[i];
        for (size_t f = 0; f < p->form_count; f++)
            for (size_t k = 0; matches_any(&forms, p->forms[f].name) && k < list->count; k++)
                add_experiments(&plan, p, &p->forms[f], list->at[k], s);
    }
    return plan;
}

char *experiment_name(const struct experiment *e)
{
    const struct build *b = e->build;
    return format_text("%s %s %s, %s%s", b->program->name, b->form->name, b->scale->name, e->configuration->name,
        e->races ? " (races)" : "");
}

/* --- by which commands ----------------------------------------------------------------------------------------------- */

/* In the program's own folder, so that sources and flags mean what they say; the same bytes wherever that folder is. */
struct strings build_command(const struct build *b, const char *cc)
{
    const struct program *p = b->program;
    struct strings words = {0}, arguments = {0};
    strings_append(&arguments, &p->sources);
    strings_append(&arguments, &b->flags);
    bool cxx = compile_needs_cxx(&arguments);
    if (cxx)
        arguments = compile_for_cxx(&arguments);
    strings_add(&words, self_path());
    strings_add(&words, cxx ? "c++" : "cc");
    if (cc)
        strings_addf(&words, cxx ? "--cxx=%s" : "--cc=%s", cxx ? cc_name_for_cxx(cc) : cc);
    strings_add(&words, "--opt=keep");
    strings_add(&words, "-g");
    char *folder = realpath(p->directory, NULL);
    if (folder)
        strings_addf(&words, "-ffile-prefix-map=%s=.", folder);
    strings_append(&words, &arguments);
    strings_add(&words, "-pthread");
    strings_add(&words, "-o");
    strings_add(&words, b->binary);
    return words;
}

struct strings set_command(const struct build *b)
{
    struct strings words = {0};
    strings_add(&words, self_path());
    strings_add(&words, "check");
    strings_add(&words, b->binary);
    strings_add(&words, "--search=walk");
    strings_add(&words, "--walks=200");
    strings_add(&words, "--time=20s");
    strings_add(&words, "--all");
    strings_add(&words, "--race=off");
    strings_add(&words, "--no-trace");
    strings_add(&words, "--quiet");
    strings_append(&words, &b->program->options);
    strings_addf(&words, "--visible-to=%s", b->set);
    return words;
}

/* A bug that is a race must be looked for. */
static void add_errors(struct strings *words, const struct experiment *e)
{
    if (e->configuration->by == BY_CHECK)
        return;
    if (e->races) {
        strings_add(words, "--race=error");
        strings_add(words, "--race-rule=poised");
    } else {
        strings_add(words, strings_contain(&e->build->program->kinds, "race") ? "--race=error" : "--race=off");
    }
}

struct strings experiment_options(const struct experiment *e, const struct suite_settings *s)
{
    struct strings words = {0}, own = configuration_options(e->configuration, s->states);
    add_errors(&words, e);
    strings_append(&words, &e->build->program->options);
    strings_append(&words, &own); /* the later one of two counts */
    return words;
}

struct strings experiment_command(const struct experiment *e, const struct suite_settings *s, uint64_t first_seed, uint64_t runs,
                                  const char *json)
{
    struct strings words = {0}, options = experiment_options(e, s);
    enum configuration_command by = e->configuration->by;
    strings_add(&words, self_path());
    strings_add(&words, by == BY_CENSUS ? "census" : "check");
    strings_add(&words, e->build->binary);
    strings_add(&words, "--memory-model=sc");
    strings_append(&words, &options);
    strings_addf(&words, "--time=%" PRIu64 "ms", s->milliseconds);
    strings_addf(&words, "--seed=%" PRIu64, first_seed);
    if (by == BY_RUNS || by == BY_BOUND)
        strings_addf(&words, "--runs=%" PRIu64, runs);
    if (by != BY_CHECK && file_exists(e->build->set))
        strings_addf(&words, "--visible-from=%s", e->build->set);
    if (by != BY_CENSUS) {
        strings_add(&words, "--no-trace");
        strings_add(&words, "--minimize=off");
    }
    strings_add(&words, "--quiet");
    strings_addf(&words, "--json=%s", json);
    return words;
}
