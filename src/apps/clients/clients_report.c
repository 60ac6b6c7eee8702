/* clients_report.c - the report of `mazurka clients`: for people, as JSON and as JUnit. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "apps/clients/clients_settings.h"
#include "apps/clients/known_clients.h"
#include "apps/test/test_junit.h"
#include "tool/cli/json_file.h"
#include "tool/cli/json_text.h"
#include "tool/cli/options.h"
#include "tool/cli/printable.h"
#include "tool/cli/result_file.h"

const char *consistency_claim(enum consistency consistency)
{
    switch (consistency) {
    case CONSISTENCY_LINEARIZABILITY:
        return "linearizable";
    case CONSISTENCY_QUIESCENT:
        return "those of some order of all calls";
    default:
        return "sequentially consistent";
    }
}

static FILE *out_of(const struct clients_settings *s)
{
    return is_stdout(s->json) || is_stdout(s->junit) ? stderr : stdout;
}

static void print_violation(FILE *out, const struct violation *v)
{
    fputc('\n', out);
    for (size_t i = 0; i < v->history.count; i++)
        fprintf(out, "  %s\n", v->history.at[i]);
    if (v->allowed.count)
        fprintf(out, "\nin whole calls, one after the other, they return%s:\n", v->outcomes.waiting ? " or wait" : "");
    for (size_t i = 0; i < v->allowed.count; i++)
        fprintf(out, "  %s\n", v->allowed.at[i]);
    if (v->out_of_time)
        fputs("\nsome order of whole calls gives these results, but none in which every call comes behind those that were done "
              "before it\n", out);
    else if (v->unexplained && !v->allowed.count)
        fprintf(out, "\nwhole calls, one after the other, have %s of results; this is none of them\n",
            show_things(v->outcomes.count, "set"));
    fprintf(out, "\nclient: %s\ncheck:  %s\nreplay: mazurka replay %s\n", v->file, v->command, shell_file(v->trace));
}

void clients_print(const struct clients_settings *s, const struct clients_found *f)
{
    FILE *out = out_of(s);
    fprintf(out, "%s: %s\n", f->verdict, printable(f->reason));
    if (f->violation)
        print_violation(out, f->violation);
    for (size_t i = 0; i < f->count && !s->quiet; i++) {
        int status = f->results[i].status;
        if (status != EXIT_VERIFIED && status != EXIT_BUG && status != -1)
            fprintf(out, "  %s: client %zu, %s: %s\n", f->results[i].verdict, i + 1, client_text(f->calls, &f->clients[i]),
                printable(f->results[i].reason));
    }
    if (s->invariants && !f->invariants)
        fprintf(out, "invariants: none are told: %s\n", f->stopped_by ? "the clients were not all checked" : "there is a bug");
    for (size_t i = 0; i < f->invariant_lines.count; i++)
        fprintf(out, "%s\n", f->invariant_lines.at[i]);
    flush_stdout();
}

/* --- files ------------------------------------------------------------------------------------------------------------------- */

static json_t *client_json(const struct clients_found *f, size_t i)
{
    const struct client_result *r = &f->results[i];
    return json_pack("{s:i, s:o, s:I, s:I, s:I, s:s, s:s, s:s, s:o, s:I, s:I, s:f}", "number", (int)i + 1, "threads",
        client_threads(f->calls, &f->clients[i]), "orders", (json_int_t)f->outcomes[i].orders, "outcomes",
        (json_int_t)f->outcomes[i].count, "waiting", (json_int_t)f->outcomes[i].waiting, "verdict", r->verdict, "reason", r->reason,
        "kind", r->kind, "premises", texts_of(&r->premises), "together", (json_int_t)r->together, "states", (json_int_t)r->states,
        "seconds", r->seconds);
}

static json_t *violation_json(const struct clients_found *f)
{
    const struct violation *v = f->violation;
    if (!v)
        return json_null();
    return json_pack("{s:i, s:o, s:s, s:b, s:I, s:o, s:o, s:o, s:s, s:s, s:s}", "client", (int)f->violating + 1, "threads",
        client_threads(f->calls, &v->client), "headline", v->headline, "unexplained", v->unexplained, "waiting", (json_int_t)v->waiting,
        "stuck", texts_of(&v->stuck), "history", texts_of(&v->history), "allowed", texts_of(&v->allowed), "file", v->file,
        "trace_file", v->trace, "command", v->command);
}

static json_t *found_json(const struct clients_settings *s, const struct clients_found *f)
{
    static const char *const names[] = {"sequential", "linearizability", "quiescent"};
    json_t *clients = json_array();
    for (size_t i = 0; i < f->count; i++)
        json_array_append_new(clients, client_json(f, i));
    json_t *settings = json_pack("{s:I, s:I, s:I, s:I, s:I, s:b, s:b, s:b, s:s}", "threads", (json_int_t)s->bounds.threads, "calls",
        (json_int_t)s->bounds.calls, "clients", (json_int_t)s->bounds.clients, "values", (json_int_t)s->bounds.values, "seed",
        (json_int_t)s->bounds.seed, "exact", s->bounds.exact, "exhaustive", s->bounds.exhaustive, "uniform",
        s->bounds.uniform, "consistency", names[s->consistency]);
    return json_pack("{s:s, s:i, s:s, s:s, s:s, s:i, s:s, s:s, s:o, s:o, s:I, s:I, s:o, s:o, s:o}", "schema", "mazurka-clients",
        "schema_version", 1, "mazurka_version", MZ_VERSION, "verdict", f->verdict, "reason", f->reason, "exit_code", f->status,
        "specification", f->spec->path, "fingerprint", clients_fingerprint(s, f->spec), "settings", settings, "premises",
        texts_of(&f->premises), "complete_up_to_calls", (json_int_t)f->complete, "left_out", (json_int_t)f->left_out,
        "clients", clients, "violation", violation_json(f), "invariants",
        f->invariants ? invariants_json(f->invariants, f->calls) : json_null());
}

static bool write_junit(const struct clients_found *f, const char *path)
{
    struct test_results all = {.at = allocate((f->count + 1) * sizeof *all.at), .program = f->spec->path,
        .incomplete = f->count ? NULL : f->reason};
    for (size_t i = 0; i < f->count; i++) {
        const struct client_result *r = &f->results[i];
        bool not_run = r->status == -1;
        if (not_run && !f->stopped_by)
            continue;
        char *name = client_text(f->calls, &f->clients[i]);
        all.at[all.count++] = (struct test_result){.name = name, .suite = f->spec->name, .of_suite = name,
            .status = not_run ? EXIT_UNKNOWN : r->status, .not_run = not_run, .verdict = r->verdict, .reason = r->reason,
            .said = r->reason, .trace = "", .seconds = r->seconds, .states = r->states};
    }
    return test_junit(&all, path);
}

bool clients_write_files(const struct clients_settings *s, const struct clients_found *f)
{
    bool written = true;
    if (s->json && json_file_write(found_json(s, f), s->json) != 0) {
        warn("cannot write the JSON file %s: %s", s->json, strerror(errno));
        written = false;
    }
    if (s->junit && !write_junit(f, s->junit)) {
        warn("cannot write the JUnit file %s: %s", s->junit, strerror(errno));
        written = false;
    }
    return written;
}
