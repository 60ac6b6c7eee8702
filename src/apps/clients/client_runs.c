/* client_runs.c - see client_runs.h. */
#include "apps/clients/client_runs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "apps/clients/client_source.h"
#include "tool/cli/json_text.h"
#include "tool/cli/workers.h"
#include "tool/compile/compile.h"

const char *session_compile(const struct session *s, FILE *out, const char *source, const char *who)
{
    if (fclose(out) != 0)
        die("%s: %s", source, strerror(errno));
    struct strings words = library_words(s->library, source);
    const char *program = compile_program(&words, NULL);
    if (!program)
        die("%s: the %s not compile with hooks: the compiler has said why", s->spec->path, who);
    return program;
}

static const char *build(const struct session *s, const char *folder, const struct client *clients, const struct outcomes *outcomes,
    size_t count)
{
    char *source = path_join(folder, format_text("%s_clients.%s", s->spec->name, s->spec->cxx ? "cpp" : "c"));
    FILE *out = fopen(source, "we");
    if (!out)
        die("%s: %s", source, strerror(errno));
    clients_write(out, s->spec, s->calls, clients, outcomes, count, s->consistency, "/* Clients, made by `mazurka clients`. */\n");
    return session_compile(s, out, source, "clients do");
}

/* Clients that one search explores: it chooses one of them first. */
struct check {
    struct client_result *results;
    size_t      first, count;
    const char *json;
    const char *folder;     /* of the source of the clients, with its slash: nobody knows it tomorrow */
    const char *source;     /* its name, up to the dot */
    const char *comparison; /* how the sentence begins that says it never failed */
};

const json_t *finding_of(const json_t *document)
{
    const json_t *findings = json_object_get(document, "findings");
    for (size_t i = 0; i < json_array_size(findings); i++)
        if (strcmp(json_text_at(json_array_get(findings, i), "kind"), "race") != 0)
            return json_array_get(findings, i);
    return json_array_get(findings, 0);
}

/* A sentence in which a file of a temporary folder has its name alone. */
static char *without_folder(const char *text, const char *folder)
{
    const char *at = strstr(text, folder);
    return at ? format_text("%.*s%s", (int)(at - text), text, at + strlen(folder)) : format_text("%s", text);
}

/* A premise without its example in parentheses, where that is a line of ours: it means nothing to whoever reads it. */
static char *without_our_line(const char *premise, const char *source)
{
    const char *line = strstr(premise, source), *open = line;
    while (open && open > premise && *open != '(')
        open--;
    const char *close = open && *open == '(' ? strchr(line, ')') : NULL;
    if (!close || open == premise)
        return format_text("%s", premise);
    return format_text("%.*s%s", (int)(open - premise - 1), premise, close + 1);
}

static struct client_result result_of(const struct check *c, const json_t *document, int status, double seconds, const char *said)
{
    const json_t *statistics = json_object_get(document, "statistics");
    struct client_result r = {.status = status, .seconds = seconds, .together = c->count,
        .verdict = format_text("%s", document ? json_text_at(document, "verdict") : "error"),
        .reason = without_folder(document ? json_text_at(document, "reason") : said ? said : "", c->folder),
        .kind = format_text("%s", json_text_at(finding_of(document), "kind")),
        .states = (uint64_t)json_integer_value(json_object_get(statistics, "states")),
        .ends = (uint64_t)json_integer_value(json_object_get(statistics, "end_states"))};
    size_t i;
    json_t *premise;
    json_array_foreach(json_object_get(document, "premises"), i, premise) /* but that our own comparison never failed */
        if (!starts_with(json_string_value(premise), c->comparison))
            strings_add(&r.premises, without_our_line(without_folder(json_string_value(premise), c->folder), c->source));
    return r;
}

/* What is found of several clients together counts where they are verified: else each is checked by itself. */
static void take_result(struct task *task, int status, double seconds)
{
    struct check *c = task->self;
    json_t *document = json_load_file(c->json, 0, NULL);
    char *said = document ? NULL : read_whole_file(task->log, NULL);
    for (size_t i = 0; i < c->count && (c->count == 1 || status == EXIT_VERIFIED); i++)
        c->results[c->first + i] = result_of(c, document, status, seconds, said);
    json_decref(document);
}

static void prepare(const struct session *s, const char *program, const char *folder, bool alone, struct task *task)
{
    struct check *c = task->self;
    char *name = path_join(folder, format_text("%zu-%zu", c->first, c->count));
    c->folder = format_text("%s/", folder);
    c->source = format_text("%s_clients.", s->spec->name);
    c->comparison = format_text("the assert at %s", c->source);
    c->json = format_text("%s.json", name);
    task->log = format_text("%s.log", name);
    strings_add(&task->argv, self_path());
    strings_add(&task->argv, "check");
    strings_add(&task->argv, program);
    strings_add(&task->argv, "--quiet");
    strings_add(&task->argv, "--no-trace");
    strings_add(&task->argv, "--minimize=off");
    strings_add(&task->argv, "--memory-model=sc");
    strings_addf(&task->argv, "--json=%s", c->json);
    if (s->budget)
        strings_addf(&task->argv, "--time=%jums", (uintmax_t)(c->count > 1 ? 3 * s->budget : s->budget));
    if (!alone)
        strings_add(&task->argv, "--jobs=1");
    if (spec_blocks(s->spec)) /* a call that runs round in a loop does not wait */
        strings_add(&task->argv, "--endless");
    strings_append(&task->argv, &s->check);
    strings_add(&task->argv, "--");
    strings_addf(&task->argv, "%zu", c->first);
    strings_addf(&task->argv, "%zu", c->count);
}

static bool some_bug(const struct client_result *results, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (results[i].status == EXIT_BUG)
            return true;
    return false;
}

enum { AT_ONCE = 4 }; /* searches for each process, before it is looked whether there is a bug: no worker waits long for the others */

/* The clients of one program. */
struct group {
    const struct session  *session;
    const struct outcomes *outcomes;
    size_t                 count;
    bool                   all; /* also when one of them has a bug */
    struct client_result  *results;
    const char            *folder, *program;
};

/* Runs searches: as prepared, each of so many clients from the first one on that are not verified yet. */
static bool run_searches(const struct group *g, struct check *checks, size_t count)
{
    const struct session *s = g->session;
    struct task *tasks = allocate((count + 1) * sizeof *tasks);
    struct workers how = {.at_a_time = s->jobs, .what = s->progress ? "searches" : NULL, .done = take_result,
        .seconds = seconds_until(s->end)};
    for (size_t i = 0; i < count; i++) {
        checks[i].results = g->results;
        tasks[i].self = &checks[i];
        prepare(s, g->program, g->folder, g->count == 1, &tasks[i]);
    }
    bool goes_on = workers_run(&how, tasks, count);
    free(tasks);
    return goes_on;
}

/* From `first` on: so many that their search is still short. */
static size_t together(const struct group *g, size_t first)
{
    enum { MOST_TOGETHER = 64, MOST_ORDERS_TOGETHER = 500 };
    uint64_t orders = 0;
    size_t count = 0;
    while (first + count < g->count && count < MOST_TOGETHER && (orders += g->outcomes[first + count].orders) <= MOST_ORDERS_TOGETHER)
        count++;
    return count ? count : 1;
}

/* Each by itself, small ones first: a bug of a larger one that is known already is no reason not to look at them. */
static bool check_each(const struct group *g, size_t first, size_t end)
{
    struct check *checks = allocate((end - first + 1) * sizeof *checks);
    size_t count = 0, at_once = g->all ? end - first : AT_ONCE * g->session->jobs;
    bool goes_on = true;
    for (size_t i = first; i < end; i++)
        if (g->results[i].status == -1)
            checks[count++] = (struct check){.first = i, .count = 1};
    for (size_t i = 0; goes_on && i < count && (g->all || !some_bug(g->results, checks[i].first)); i += at_once)
        goes_on = run_searches(g, checks + i, count - i < at_once ? count - i : at_once);
    free(checks);
    return goes_on;
}

/* First several together. */
static bool check_group(const struct group *g)
{
    size_t end = 0;
    for (size_t first = 0; first < g->count && (g->all || !some_bug(g->results, first)); first = end) {
        size_t count = 0, at_once = AT_ONCE * g->session->jobs;
        struct check *checks = allocate(at_once * sizeof *checks);
        for (; end < g->count && count < at_once; end += checks[count++].count)
            checks[count] = (struct check){.first = end, .count = together(g, end)};
        bool goes_on = run_searches(g, checks, count) && check_each(g, first, end);
        free(checks);
        if (!goes_on)
            return false;
    }
    return true;
}

/* In one program. */
static bool check_some(const struct session *s, const struct client *clients, const struct outcomes *outcomes, size_t count, bool all,
    struct client_result *results)
{
    const char *folder = temp_directory();
    struct group g = {s, outcomes, count, all, results, folder, build(s, folder, clients, outcomes, count)};
    return check_group(&g);
}

void clients_skip(struct client_result *results, size_t count)
{
    for (size_t i = 0; i < count; i++)
        results[i] = (struct client_result){.status = -1, .verdict = "skipped", .reason = "it was not checked", .kind = ""};
}

/* A library with a bug has it in most of its clients: of many, all but the first are compiled only when those have none. */
bool clients_check(const struct session *s, const struct client *clients, const struct outcomes *outcomes, size_t count, bool all,
    struct client_result *results)
{
    enum { FIRST = 48 };
    size_t first = all || count < FIRST ? count : FIRST;
    clients_skip(results, count);
    if (!check_some(s, clients, outcomes, first, all, results))
        return false;
    return first == count || some_bug(results, first) ||
        check_some(s, clients + first, outcomes + first, count - first, all, results + first);
}
