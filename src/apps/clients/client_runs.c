/* client_runs.c - see client_runs.h. */
#include "apps/clients/client_runs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "apps/clients/client_source.h"
#include "tool/cli/json_text.h"
#include "tool/cli/workers.h"
#include "tool/compile/compile.h"

static const char *build(const struct session *s, const char *folder, const struct client *clients, const struct outcomes *outcomes,
    size_t count)
{
    char *source = path_join(folder, format_text("%s_clients.%s", s->spec->name, s->spec->cxx ? "cpp" : "c"));
    FILE *out = fopen(source, "we");
    if (!out)
        die("%s: %s", source, strerror(errno));
    clients_write(out, s->spec, s->calls, clients, outcomes, count, s->consistency, "/* Clients, made by `mazurka clients`. */\n");
    if (fclose(out) != 0)
        die("%s: %s", source, strerror(errno));
    struct strings words = library_words(s->library, source);
    const char *program = compile_program(&words, NULL);
    if (!program)
        die("%s: the clients do not compile with hooks: the compiler has said why", s->spec->path);
    return program;
}

struct check {
    struct client_result *result;
    const char *json;
    const char *folder;     /* of the source of the clients, with its slash: nobody knows it tomorrow */
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

static void take_result(struct task *task, int status, double seconds)
{
    struct check *c = task->self;
    json_t *document = json_load_file(c->json, 0, NULL);
    const json_t *statistics = json_object_get(document, "statistics");
    const json_t *first = finding_of(document);
    char *said = document ? NULL : read_whole_file(task->log, NULL);
    *c->result = (struct client_result){.status = status, .seconds = seconds,
        .verdict = format_text("%s", document ? json_text_at(document, "verdict") : "error"),
        .reason = without_folder(document ? json_text_at(document, "reason") : said ? said : "", c->folder),
        .kind = format_text("%s", json_text_at(first, "kind")),
        .states = (uint64_t)json_integer_value(json_object_get(statistics, "states"))};
    size_t i;
    json_t *premise;
    json_array_foreach(json_object_get(document, "premises"), i, premise) /* but that our own comparison never failed */
        if (!starts_with(json_string_value(premise), c->comparison))
            strings_add(&c->result->premises, without_folder(json_string_value(premise), c->folder));
    json_decref(document);
}

static void prepare(const struct session *s, const char *program, const char *folder, size_t number, bool alone, struct task *task)
{
    struct check *c = task->self;
    c->folder = format_text("%s/", folder);
    c->comparison = format_text("the assert at %s_clients.", s->spec->name);
    c->json = path_join(folder, format_text("%zu.json", number));
    task->log = path_join(folder, format_text("%zu.log", number));
    strings_add(&task->argv, self_path());
    strings_add(&task->argv, "check");
    strings_add(&task->argv, program);
    strings_add(&task->argv, "--quiet");
    strings_add(&task->argv, "--no-trace");
    strings_add(&task->argv, "--minimize=off");
    strings_add(&task->argv, "--memory-model=sc");
    strings_addf(&task->argv, "--json=%s", c->json);
    if (s->budget)
        strings_addf(&task->argv, "--time=%jums", (uintmax_t)s->budget);
    if (!alone)
        strings_add(&task->argv, "--jobs=1");
    if (spec_blocks(s->spec)) /* a call that runs round in a loop does not wait */
        strings_add(&task->argv, "--endless");
    strings_append(&task->argv, &s->check);
    strings_add(&task->argv, "--");
    strings_addf(&task->argv, "%zu", number);
}

static bool some_bug(const struct client_result *results, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (results[i].status == EXIT_BUG)
            return true;
    return false;
}

/* So many at a time that no worker waits long for the others. */
static size_t first_of(const struct session *s, size_t count)
{
    return count < 4 * s->jobs ? count : 4 * s->jobs;
}

/* In one program. */
static bool check_some(const struct session *s, const struct client *clients, const struct outcomes *outcomes, size_t count, bool all,
    struct client_result *results)
{
    const char *folder = temp_directory(), *program = build(s, folder, clients, outcomes, count);
    struct task *tasks = allocate((count + 1) * sizeof *tasks);
    struct check *checks = allocate((count + 1) * sizeof *checks);
    struct workers how = {.at_a_time = s->jobs, .what = s->progress ? "clients" : NULL, .done = take_result};
    bool goes_on = true;
    for (size_t i = 0; i < count; i++) {
        checks[i] = (struct check){.result = &results[i]};
        tasks[i].self = &checks[i];
        prepare(s, program, folder, i, count == 1, &tasks[i]);
    }
    size_t at_once = all ? count : first_of(s, count);
    for (size_t i = 0; goes_on && i < count && (all || !some_bug(results, i)); i += at_once) {
        how.seconds = seconds_until(s->end);
        goes_on = workers_run(&how, tasks + i, count - i < at_once ? count - i : at_once);
    }
    free(tasks);
    free(checks);
    return goes_on;
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
    size_t first = all ? count : first_of(s, count);
    clients_skip(results, count);
    if (!check_some(s, clients, outcomes, first, all, results))
        return false;
    return first == count || some_bug(results, first) ||
        check_some(s, clients + first, outcomes + first, count - first, all, results + first);
}
