/* order_trial.c - see order_trial.h. */
#include "apps/orders/order_trial.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "model/order_words.h"
#include "tool/cli/json_text.h"
#include "tool/cli/workers.h"

enum { GRACE_SECONDS = 20, SHORTEST_MS = 100 };

/* --- one process ------------------------------------------------------------------------------------------------------------ */

/* What came of it is in the document that it leaves, or in its last words. */
static void done(struct task *task, int status, double seconds)
{
    (void)task, (void)status, (void)seconds;
}

static struct levels levels_of(const struct trials *t, const struct levels *levels, size_t count, size_t site)
{
    return site < count ? levels[site] : t->sites.at[site].written;
}

static char *orders_option(const struct trials *t, size_t program, const struct levels *levels, size_t count)
{
    char *text;
    size_t length, written = 0;
    FILE *list = open_memstream(&text, &length);
    for (size_t i = 0; list && i < t->sites.count; i++) {
        const struct site *s = &t->sites.at[i];
        struct levels l = levels_of(t, levels, count, i);
        for (size_t k = 0; k < s->instructions && !s->kept; k++)
            if (s->instruction[k].program == program)
                fprintf(list, "%s0x%" PRIx64 "=%s/%s", written++ ? "," : "--atomic-orders=", s->instruction[k].address,
                    order_word((unsigned)l.order), order_word((unsigned)l.failure));
    }
    if (!list || fclose(list) != 0)
        die("out of memory");
    return written ? text : format_text("--atomic-orders=written");
}

static struct strings check_words(const struct trials *t, size_t program)
{
    struct strings argv = {0};
    strings_add(&argv, self_path());
    strings_add(&argv, "check");
    strings_add(&argv, t->settings->programs.at[program]);
    strings_append(&argv, &t->settings->check);
    strings_add(&argv, "--memory-model=c11");
    strings_add(&argv, "--race=error");
    return argv;
}

static struct strings search(const struct trials *t, size_t program, const char *orders, const char *json, bool none,
    uint64_t milliseconds)
{
    struct strings argv = check_words(t, program);
    strings_add(&argv, orders);
    strings_add(&argv, "--minimize=off");
    strings_add(&argv, "--quiet");
    strings_addf(&argv, "--json=%s", json);
    if (none)
        strings_add(&argv, "--reduction=none");
    if (milliseconds != UINT64_MAX)
        strings_addf(&argv, "--time=%" PRIu64 "ms", milliseconds);
    strings_add(&argv, "--");
    strings_append(&argv, &t->settings->arguments);
    return argv;
}

/* --- clauses ---------------------------------------------------------------------------------------------------------------- */

static const struct clause *known_to_fail(const struct trials *t, const struct levels *levels, size_t count)
{
    for (size_t c = 0; c < t->clause_count; c++) {
        const struct clause *clause = &t->clauses[c];
        size_t i = 0;
        while (i < clause->count && levels_at_most(levels_of(t, levels, count, clause->site[i]), clause->most[i]))
            i++;
        if (i == clause->count)
            return clause;
    }
    return NULL;
}

static void add_to_clause(const struct trials *t, struct clause *c, size_t site, const struct levels *levels, size_t count)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->site[i] == site)
            return;
    c->site[c->count] = site;
    c->most[c->count++] = levels_of(t, levels, count, site);
}

/* Places that nobody had come to before have the orders that they are written with: a clause need not name them. A finding that no replay
 * has shown, and one about all that may follow, is about all places. */
static void learn(struct trials *t, size_t program, const json_t *finding, const struct levels *levels, size_t count)
{
    const json_t *met = json_object_get(finding, "atomics");
    const char *fault = json_string_value(json_object_get(finding, "kind"));
    bool all = !met || !json_is_true(json_object_get(finding, "confirmed")) || !fault || strcmp(fault, "livelock") == 0;
    struct clause c = {allocate((t->sites.count + 1) * sizeof *c.site), allocate((t->sites.count + 1) * sizeof *c.most), 0, program};
    for (size_t i = 0; all && i < t->sites.count; i++)
        add_to_clause(t, &c, i, levels, count);
    for (size_t i = 0; !all && i < json_array_size(met); i++) {
        const char *text = json_string_value(json_array_get(met, i));
        const struct site *s = text ? site_at(&t->sites, (struct instruction){program, strtoull(text, NULL, 16)}) : NULL;
        if (s)
            add_to_clause(t, &c, (size_t)(s - t->sites.at), levels, count);
    }
    t->clauses = resize(t->clauses, (t->clause_count + 1) * sizeof *t->clauses);
    t->clauses[t->clause_count++] = c;
}

/* --- load buffering --------------------------------------------------------------------------------------------------------- */

static bool may_buffer(const struct trials *t, const struct levels *levels, size_t count)
{
    bool may = false;
    for (size_t i = 0; i < t->settings->programs.count && levels && t->settings->buffering == BUFFERING_KEEP; i++)
        may |= way_may_buffer(&t->way[i], &t->sites, i, levels, count);
    return may;
}

static struct trial buffers(size_t program)
{
    return (struct trial){.end = TRIAL_BUFFERS, .reason = format_text("load buffering"), .program = program};
}

/* With weaker orders there may be more ways through the program. Those of orders that hold remain, and all that are found without a
 * reduction: should one have left some out, it may do so again. */
static bool adds_buffering(struct trials *t, size_t program, const json_t *atomics, const struct levels *levels, size_t count, bool none)
{
    struct way way = {0};
    way_add(&way, atomics);
    bool adds = levels && t->settings->buffering == BUFFERING_KEEP && way_may_buffer(&way, &t->sites, program, levels, count);
    if (!adds || none)
        way_add(&t->way[program], atomics);
    return adds;
}

/* --- its end ---------------------------------------------------------------------------------------------------------------- */

/* Covered is what was explored whole but for what is named; not what was left when the time was over. */
static struct trial judge(const json_t *document)
{
    struct trial r = {.end = TRIAL_UNDECIDED, .verdict = json_copy_at(document, "verdict"), .reason = json_copy_at(document, "reason")};
    if (!r.verdict)
        return r;
    r.verified = strcmp(r.verdict, "verified") == 0;
    r.only_mixed = json_is_true(json_object_get(document, "only_mixed"));
    r.mixed = json_is_true(json_object_get(document, "mixed"));
    if (r.verified || (strcmp(r.verdict, "covered") == 0 && json_is_null(json_object_get(document, "complete"))))
        r.end = TRIAL_HOLDS;
    if (strcmp(r.verdict, "bug") == 0) {
        r.end = TRIAL_FAILS;
        r.reason = json_copy_at(json_array_get(json_object_get(document, "findings"), 0), "headline");
    }
    return r;
}

/* What leaves out something that the program as it is written does not leave out is not known to hold. */
static void doubt(struct trials *t, struct trial *r, bool written)
{
    bool in_part = r->end == TRIAL_HOLDS && !r->verified && !r->only_mixed;
    struct doubt *before = &t->written[r->program];
    if (written)
        *before = (struct doubt){in_part, r->end == TRIAL_HOLDS && !r->mixed};
    else if (r->end == TRIAL_HOLDS && r->mixed && before->unmixed)
        r->end = TRIAL_UNPROVEN;
    else if (in_part && !before->in_part)
        r->end = TRIAL_UNDECIDED;
}

uint64_t trials_left(const struct trials *t)
{
    uint64_t now = clock_ms(CLOCK_MONOTONIC);
    return !t->end ? UINT64_MAX : now < t->end ? t->end - now : 0;
}

static struct trial run(struct trials *t, size_t program, const struct levels *levels, size_t count, bool none, uint64_t milliseconds)
{
    const char *json = path_join(t->folder, "trial.json"), *log = path_join(t->folder, "trial.log");
    char *orders = orders_option(t, program, levels, count);
    struct task task = {.argv = search(t, program, orders, json, none, milliseconds), .log = log};
    double limit = milliseconds == UINT64_MAX ? 0 : (double)milliseconds / 1000 + GRACE_SECONDS;
    struct workers how = {.at_a_time = 1, .done = done, .seconds = limit};
    bool more = false;
    remove(json);
    t->searches++;
    if (!workers_run(&how, &task, 1) && end_is_asked())
        return (struct trial){.end = TRIAL_STOPPED, .reason = format_text("it was stopped"), .program = program};
    json_t *document = json_load_file(json, 0, NULL);
    struct trial r = judge(document);
    r.program = program;
    doubt(t, &r, !levels);
    if (!r.verdict)
        r.reason = task_last_words(log);
    if (r.end == TRIAL_HOLDS || !levels)
        more = sites_add(&t->sites, program, json_object_get(document, "atomics"));
    if (r.end == TRIAL_FAILS)
        learn(t, program, json_array_get(json_object_get(document, "findings"), 0), levels, count);
    bool otherwise = more && levels && r.end == TRIAL_HOLDS; /* an instruction had not the order of its place */
    if (r.end == TRIAL_HOLDS && !otherwise &&
        adds_buffering(t, program, json_object_get(document, "atomics"), levels, count, none))
        r = buffers(program);
    json_decref(document);
    return otherwise ? run(t, program, levels, count, none, milliseconds) : r;
}

/* Both hold; the first is told with its name before it. */
static void tell_with(const struct trials *t, struct trial *whole, const struct trial *r)
{
    whole->reason = format_text("%s; %s: %s: %s", whole->reason ? whole->reason : "", t->settings->names.at[r->program], r->verdict,
        r->reason ? r->reason : "");
}

/* One after the other. Those that are not verified stand for all. */
static struct trial run_all(struct trials *t, const struct levels *levels, size_t count, bool none, uint64_t milliseconds)
{
    struct trial whole = run(t, 0, levels, count, none, milliseconds);
    for (size_t i = 1; i < t->settings->programs.count && whole.end == TRIAL_HOLDS; i++) {
        struct trial r = run(t, i, levels, count, none, milliseconds);
        if (r.end != TRIAL_HOLDS || (whole.verified && !r.verified))
            whole = r;
        else if (whole.verified == r.verified)
            tell_with(t, &whole, &r);
    }
    return whole;
}

struct trial trial_run(struct trials *t, const struct levels *levels, size_t count, bool none, uint64_t milliseconds)
{
    uint64_t left = trials_left(t);
    uint64_t limit = milliseconds && milliseconds < left ? milliseconds : left;
    const struct clause *known = t->searches ? known_to_fail(t, levels, count) : NULL;
    if (known)
        return (struct trial){.end = TRIAL_FAILS, .reason = format_text("by the same counterexample"), .program = known->program};
    if (t->searches && !t->settings->mutate && may_buffer(t, levels, count)) /* else: what do tests notice? */
        return buffers(0);
    if (limit < SHORTEST_MS)
        return (struct trial){.end = TRIAL_UNDECIDED, .reason = format_text("the time was over")};
    if (!t->written) {
        t->written = allocate(t->settings->programs.count * sizeof *t->written);
        t->way = allocate(t->settings->programs.count * sizeof *t->way);
    }
    return run_all(t, levels, count, none, limit);
}

void trial_show(const struct trials *t, size_t program)
{
    struct strings argv = check_words(t, program);
    if (trials_left(t) != UINT64_MAX)
        strings_addf(&argv, "--time=%" PRIu64 "ms", trials_left(t) + SHORTEST_MS);
    strings_add(&argv, "--no-trace");
    strings_add(&argv, "--suggest=off");
    strings_add(&argv, "--");
    strings_append(&argv, &t->settings->arguments);
    fflush(stdout);
    run_process(argv.at);
}
