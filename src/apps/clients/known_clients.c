/* known_clients.c - see known_clients.h. */
#include "apps/clients/known_clients.h"

#include <stdlib.h>
#include <string.h>

#include "tool/cli/json_text.h"
#include "tool/cli/sha256.h"

/* --- what a result rests on -------------------------------------------------------------------------------------------------------- */

static void put_file(FILE *out, const char *path)
{
    size_t size = 0;
    char *content = read_whole_file(path, &size);
    fprintf(out, "%s %zu\n", path_base(path), size);
    if (content)
        fwrite(content, 1, size, out);
    free(content);
}

/* A header that stands beside the specification. */
static void put_header(FILE *out, const struct spec *s, const char *header)
{
    char *name = format_text("%.*s", (int)strlen(header) - 2, header + 1), *path = path_join(s->folder, name);
    if (file_exists(path))
        put_file(out, path);
    free(path);
    free(name);
}

char *clients_fingerprint(const struct clients_settings *settings, const struct spec *s)
{
    char *text = NULL, *digest = allocate(SHA256_TEXT);
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        die("out of memory");
    fprintf(out, "%s %d\n", MZ_VERSION, (int)settings->consistency);
    put_file(out, s->path);
    for (size_t i = 0; i < s->headers.count; i++)
        put_header(out, s, s->headers.at[i]);
    for (size_t i = 0; i < s->sources.count; i++)
        put_file(out, s->sources.at[i]);
    for (size_t i = 0; i < s->reference.count; i++)
        put_file(out, s->reference.at[i]);
    for (size_t i = 0; i < s->flags.count; i++)
        fprintf(out, "%s\n", s->flags.at[i]);
    for (size_t i = 0; i < settings->check.count; i++)
        fprintf(out, "%s\n", settings->check.at[i]);
    if (fclose(out) != 0)
        die("out of memory");
    sha256(text, size, digest);
    free(text);
    return digest;
}

/* --- what is known ---------------------------------------------------------------------------------------------------------------- */

json_t *client_threads(const struct calls *calls, const struct client *c)
{
    json_t *threads = json_array();
    for (size_t t = 0; t < c->threads; t++) {
        json_t *thread = json_array();
        for (size_t i = 0; i < c->calls[t]; i++)
            json_array_append_new(thread, json_string(call_text(&calls->at[c->call[t][i]])));
        json_array_append_new(threads, thread);
    }
    return threads;
}

/* As the earlier run has it; NULL: it has not verified it. */
static const json_t *known_as(const json_t *clients, const struct calls *calls, const struct client *c)
{
    json_t *threads = client_threads(calls, c), *one;
    const json_t *found = NULL;
    size_t i;
    json_array_foreach(clients, i, one)
        if (strcmp(json_text_at(one, "verdict"), "verified") == 0 && json_equal(json_object_get(one, "threads"), threads))
            found = one;
    json_decref(threads);
    return found;
}

static const char unchanged_premise[] = "as long as files that are included, and libraries, are as they were";

static struct client_result known_result(const struct clients_settings *s, const json_t *known)
{
    struct client_result r = {.status = EXIT_VERIFIED, .verdict = "verified", .reason = format_text("%s", json_text_at(known, "reason")),
        .kind = "", .together = (size_t)json_integer_value(json_object_get(known, "together")),
        .states = (uint64_t)json_integer_value(json_object_get(known, "states")),
        .seconds = json_real_value(json_object_get(known, "seconds"))};
    size_t i;
    json_t *premise;
    json_array_foreach(json_object_get(known, "premises"), i, premise)
        if (!starts_with(json_string_value(premise), unchanged_premise))
            strings_addf(&r.premises, "%s", json_string_value(premise));
    strings_addf(&r.premises, "%s for %s", unchanged_premise, s->known);
    return r;
}

/* Their places. */
static void swap(struct client *clients, struct outcomes *outcomes, size_t a, size_t b)
{
    struct client client = clients[a];
    struct outcomes of = outcomes[a];
    clients[a] = clients[b];
    outcomes[a] = outcomes[b];
    clients[b] = client;
    outcomes[b] = of;
}

size_t clients_take_known(const struct clients_settings *s, const struct clients_found *f, struct client *clients,
    struct outcomes *outcomes)
{
    if (!s->known)
        return f->count;
    json_t *document = json_load_file(s->known, 0, NULL);
    const json_t *list = json_object_get(document, "clients"), *known;
    size_t left = f->count;
    if (strcmp(json_text_at(document, "schema"), "mazurka-clients") != 0)
        die("--known=%s: this is no --json of `mazurka clients`", s->known);
    bool same = strcmp(json_text_at(document, "fingerprint"), clients_fingerprint(s, f->spec)) == 0;
    if (!same)
        warn("%s is of another library or specification, or of other options: all clients are checked", s->known);
    for (size_t i = 0; same && i < left;) {
        if ((known = known_as(list, f->calls, &clients[i]))) {
            swap(clients, outcomes, i, --left);
            f->results[left] = known_result(s, known);
        } else
            i++;
    }
    json_decref(document);
    return left;
}
