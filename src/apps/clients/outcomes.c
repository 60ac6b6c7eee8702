/* outcomes.c - see outcomes.h. */
#include "apps/clients/outcomes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/workers.h"

static size_t sorted_slots; /* of the outcomes that are being sorted */

static int by_results(const void *a, const void *b)
{
    const long long *x = ((const struct outcome *)a)->result, *y = ((const struct outcome *)b)->result;
    for (size_t i = 0; i < sorted_slots; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

static void write_client(FILE *out, const struct client *c, enum consistency consistency)
{
    fprintf(out, "%d ", consistency == CONSISTENCY_LINEARIZABILITY);
    if (consistency != CONSISTENCY_QUIESCENT) {
        fprintf(out, "%zu", c->threads);
        for (size_t t = 0; t < c->threads; t++) {
            fprintf(out, " %zu %zu", t, c->calls[t]);
            for (size_t i = 0; i < c->calls[t]; i++)
                fprintf(out, " %zu", c->call[t][i]);
        }
    } else { /* each call by itself: any order will do */
        fprintf(out, "%zu", client_calls(c));
        for (size_t t = 0; t < c->threads; t++)
            for (size_t i = 0; i < c->calls[t]; i++)
                fprintf(out, " %zu 1 %zu", t, c->call[t][i]);
    }
    fputc('\n', out);
}

static void die_of_library(const struct spec *s, const struct calls *calls, const struct client *c, const char *line)
{
    int call = -1, signal_number = 0;
    const char *client = client_text(calls, c);
    bool hangs = sscanf(line, "hangs %d", &call) == 1;
    if (!hangs)
        sscanf(line, "crashes %d %d", &call, &signal_number);
    const struct operation *o = call >= 0 ? calls->at[call].operation : NULL;
    const char *name = o ? call_text(&calls->at[call]) : "the constructor or the destructor";
    size_t at = o ? o->line : s->constructor.line ? s->constructor.line : s->object.line;
    if (hangs)
        die("%s:%zu: %s does not return when nobody else is there (client: %s). If it waits for others, say so: blocks", s->path, at, name,
            client);
    if (signal_number)
        die("%s:%zu: %s crashes without any other thread (%s; client: %s)", s->path, at, name, strsignal(signal_number), client);
    if (starts_with(line, "differs"))
        die("%s: the library is not deterministic: the same calls, one after the other, have returned different results in two runs "
            "(client: %s)", s->path, client);
    if (starts_with(line, "keeps"))
        die("%s: the library keeps something from one object to the next: the same calls on a new object have returned different results "
            "(client: %s). A constructor that makes everything new would help", s->path, client);
    die("%s: the calls of a client could not be made one after the other: %s", s->path, *line ? line : "the program has ended");
}

bool outcome_waits(const struct outcomes *o, const long long *result, const struct client *c, size_t thread, size_t call)
{
    return o->counts > 0 && call < c->calls[thread] && result[o->slots + thread] == (long long)call;
}

static bool waits_somewhere(const struct outcomes *o, const long long *result, const struct client *c)
{
    for (size_t t = 0; t < o->counts; t++)
        if (result[o->slots + t] < (long long)c->calls[t])
            return true;
    return false;
}

/* The outcomes of one client; *text is behind them then. */
static struct outcomes read_outcomes(char **text, const struct spec *s, const struct calls *calls, const struct client *c)
{
    struct outcomes o = {.slots = client_slots(calls, c)};
    unsigned long long orders;
    size_t counts = spec_blocks(s) ? c->threads : 0; /* that are told: of clients without a call that may wait they say nothing */
    int spins, end = 0;
    if (sscanf(*text, "client %zu %llu %d\n%n", &o.count, &orders, &spins, &end) != 3)
        die_of_library(s, calls, c, format_text("%.*s", (int)strcspn(*text, "\n"), *text));
    o.orders = orders;
    o.spins = spins != 0;
    o.counts = client_blocks(calls, c) ? c->threads : 0;
    o.at = allocate((o.count + 1) * sizeof *o.at);
    *text = strchr(*text, '\n') + 1;
    for (size_t i = 0; i < o.count; i++) {
        o.at[i].result = allocate((o.slots + counts + 1) * sizeof *o.at[i].result);
        for (size_t slot = 0; slot < o.slots + counts; slot++)
            o.at[i].result[slot] = strtoll(*text, text, 10);
        o.waiting += waits_somewhere(&o, o.at[i].result, c);
        char *bar = strchr(*text, '|'), *stop = bar ? strchr(bar, '\n') : NULL;
        if (!stop)
            die_of_library(s, calls, c, "");
        o.at[i].orders = format_text("%.*s", (int)(stop - bar - 1), bar + 1);
        *text = stop + 1;
    }
    if (!starts_with(*text, "done\n"))
        die_of_library(s, calls, c, "");
    *text = strchr(*text, '\n') + 1;
    sorted_slots = o.slots + o.counts;
    qsort(o.at, o.count, sizeof *o.at, by_results);
    return o;
}

static void write_clients(const char *path, const struct client *clients, size_t count, enum consistency consistency)
{
    FILE *out = fopen(path, "we");
    if (!out)
        die("%s: %s", path, strerror(errno));
    for (size_t i = 0; i < count; i++)
        write_client(out, &clients[i], consistency);
    if (fclose(out) != 0)
        die("%s: %s", path, strerror(errno));
}

/* The status says nothing: the program prints how it ended. */
static void ended(struct task *task, int status, double seconds)
{
    (void)task, (void)status, (void)seconds;
}

/* The output of the program about the clients; NULL: it was ended. */
static char *run_program(const char *program, const struct spec *s, const char *clients, uint64_t end)
{
    struct task task = {.log = format_text("%s.said", clients)};
    struct workers how = {.at_a_time = 1, .done = ended, .seconds = seconds_until(end)};
    strings_add(&task.argv, "sh");
    strings_add(&task.argv, "-c");
    strings_addf(&task.argv, "exec %s %s < %s 2>/dev/null", shell_quote(program), s->callers_alike ? "alike" : "", shell_quote(clients));
    return workers_run(&how, &task, 1) ? read_whole_file(task.log, NULL) : NULL;
}

struct outcomes *outcomes_of(const char *program, const struct spec *s, const struct calls *calls, const struct client *clients,
    size_t count, enum consistency consistency, uint64_t end)
{
    struct outcomes *all = allocate((count + 1) * sizeof *all);
    char *path = path_join(temp_directory(), "clients");
    int by_threads = 0, length = 0;
    write_clients(path, clients, count, consistency);
    char *text = run_program(program, s, path, end);
    if (!text)
        return NULL;
    if (sscanf(text, "threads %d\n%n", &by_threads, &length) == 1)
        text += length;
    for (size_t i = 0; i < count; i++) {
        all[i] = read_outcomes(&text, s, calls, &clients[i]);
        all[i].by_threads = by_threads != 0;
    }
    return all;
}
