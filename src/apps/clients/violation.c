/* violation.c - see violation.h. */
#include "apps/clients/violation.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/clients/call_source.h"
#include "apps/clients/client_source.h"
#include "apps/clients/history.h"
#include "tool/cli/result_file.h"

enum { MOST_ALLOWED = 12 }; /* that are listed */

/* --- the file ---------------------------------------------------------------------------------------------------------------- */

static char *check_command(const struct session *s, const char *file)
{
    struct strings words = {0}, sources = source_words(s->spec, file, false);
    strings_add(&words, "mazurka");
    strings_add(&words, "check");
    strings_append(&words, &sources);
    strings_append(&words, &s->check);
    return strings_command(&words);
}

static void write_file(const struct session *s, const struct violation *v)
{
    FILE *out = result_open(v->file);
    if (!out)
        die("%s: %s", v->file, strerror(errno));
    char *opening = format_text("/* A client of %s, made by `mazurka clients %s`:\n *     %s\n */\n", s->spec->name,
        path_base(s->spec->path), v->command);
    clients_write(out, s->spec, s->calls, &v->client, &v->outcomes, 1, s->consistency, opening);
    if (result_close(out) != 0)
        die("%s: %s", v->file, strerror(errno));
}

/* The line of the first call of each thread. */
static void find_lines(const char *file, const struct client *c, size_t *first_line)
{
    char *text = read_whole_file(file, NULL);
    for (size_t t = 0; t < c->threads; t++) {
        char *name = format_text("\nstatic void *client1_thread%zu(", t + 1);
        const char *at = text ? strstr(text, name) : NULL;
        first_line[t] = 3; /* behind those of the name and of the brace, from 1 */
        for (const char *letter = text; at && letter <= at; letter++)
            first_line[t] += *letter == '\n';
        free(name);
    }
    free(text);
}

/* --- what there is to say ------------------------------------------------------------------------------------------------------ */

static void list_allowed(const struct session *s, struct violation *v)
{
    const struct client *c = &v->client;
    for (size_t row = 0; row < v->outcomes.count && v->outcomes.count <= MOST_ALLOWED; row++) {
        const long long *all = v->outcomes.at[row].result, *result = all;
        char *line = format_text("%s", "");
        for (size_t t = 0; t < c->threads; t++) {
            for (size_t i = 0; i < c->calls[t]; i++) {
                const struct call *call = &s->calls->at[c->call[t][i]];
                bool made = !v->outcomes.counts || (long long)i < all[v->outcomes.slots + t];
                const char *became = made ? results_text(call->operation, result)
                                     : outcome_waits(&v->outcomes, all, c, t, i) ? " waits" : NULL;
                if (became)
                    line = format_text("%s%s%s%s", line, i ? "  " : t ? "  |  " : "", call_text(call), became);
                result += operation_slots(call->operation);
            }
        }
        strings_add(&v->allowed, line);
    }
}

static json_t *check_again(const struct session *s, const struct violation *v)
{
    struct strings argv = {0}, sources = source_words(s->spec, v->file, false);
    char *json = path_join(temp_directory(), "client.json");
    int status;
    strings_add(&argv, self_path());
    strings_add(&argv, "check");
    strings_append(&argv, &sources);
    strings_add(&argv, "--quiet");
    strings_addf(&argv, "--json=%s", json);
    strings_addf(&argv, "--trace=%s", v->trace);
    strings_add(&argv, "--memory-model=sc");
    if (spec_blocks(s->spec))
        strings_add(&argv, "--endless");
    strings_append(&argv, &s->check);
    char *said = capture_process(argv.at, &status);
    json_t *document = json_load_file(json, 0, NULL);
    if (!document || status != EXIT_BUG)
        die("%s has a bug in the program of all clients, and none by itself: %s", v->file, said);
    return document;
}

struct violation violation_keep(const struct session *s, const struct client *client, const struct outcomes *outcomes, const char *stem)
{
    struct violation v = {.client = *client, .outcomes = *outcomes, .trace = format_text("%s.mzt", stem),
        .file = format_text("%s.%s", stem, s->spec->cxx ? "cpp" : "c")};
    size_t first_line[MOST_CLIENT_THREADS];
    v.command = check_command(s, v.file);
    write_file(s, &v);
    json_t *document = check_again(s, &v);
    const json_t *finding = finding_of(document);
    const char *headline = json_string_value(json_object_get(finding, "headline"));
    const char *trace = json_string_value(json_object_get(finding, "trace_file"));
    const char *text = json_string_value(json_object_get(finding, "text"));
    v.trace = trace ? format_text("%s", trace) : v.trace;
    find_lines(v.file, client, first_line);
    struct told told = history_told(finding, s->calls, client);
    v.unexplained = told.results;
    v.waiting = told_waiting(&told, client);
    v.headline = format_text("%s", headline ? headline : "");
    v.history = history_lines(s->calls, client, &told, finding, first_line, &v.stuck);
    v.out_of_time = v.unexplained && strstr(text, "that keeps which was done before which");
    if (v.unexplained && !v.out_of_time)
        list_allowed(s, &v);
    json_decref(document);
    free(told.result);
    return v;
}
