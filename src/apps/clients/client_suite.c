/* client_suite.c - see client_suite.h.
 *
 * A client has two forms: "buggy", in which results that no order of the calls explains are a bug, and "fixed", in which nobody compares
 * them, so that everything is explored whatever the library does. */
#include "apps/clients/client_suite.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "apps/clients/call_source.h"
#include "apps/clients/client_source.h"
#include "tool/cli/json_text.h"

static void make_folder(const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        die("cannot make the folder %s: %s", path, strerror(errno));
}

/* From wherever the compiler is called. */
static char *absolute(const char *word)
{
    bool option = starts_with(word, "-I") || starts_with(word, "-L");
    char *path = *word != '-' || option ? realpath(option ? word + 2 : word, NULL) : NULL;
    return !path ? format_text("%s", word) : option ? format_text("%.2s%s", word, path) : path;
}

static void write_source(const struct clients_settings *s, const struct clients_found *f, size_t i, const char *path)
{
    FILE *out = fopen(path, "we");
    if (out)
        clients_write(out, f->spec, f->calls, &f->clients[i], &f->outcomes[i], 1, s->consistency,
            "/* A client, made by `mazurka clients`. */\n");
    if (!out || fclose(out) != 0)
        die("%s: %s", path, strerror(errno));
}

static json_t *facts_of(const struct clients_settings *s, const struct clients_found *f, size_t i, const char *name, const char *source)
{
    struct strings sources = {0}, flags = {0}, words = source_words(f->spec, source, false);
    strings_add(&sources, path_base(source));
    for (size_t k = 0; k < words.count; k++)
        if (strcmp(words.at[k], source) != 0)
            strings_add(*words.at[k] == '-' ? &flags : &sources, absolute(words.at[k]));
    return json_pack("{s:s, s:s, s:[s], s:o, s:o, s:o, s:i, s:{s:s, s:[s,s,s]}, s:{s:[], s:[s]}}", "name", name, "title",
        client_text(f->calls, &f->clients[i]), "papers", "001", "sources", texts_of(&sources), "flags", texts_of(&flags), "options",
        texts_of(&s->check), "threads", (int)f->clients[i].threads + 1, "bug", "kind", "assertion", "also", "crash",
        "memory", "deadlock", "forms", "buggy", "fixed", "-DUNCHECKED");
}

void clients_write_suite(const struct clients_settings *s, const struct clients_found *f, const char *directory, const char *name)
{
    make_folder(directory);
    for (size_t i = 0; i < f->count; i++) {
        char *one = format_text("%s_%03zu", name, i + 1), *folder = path_join(directory, one);
        char *source = path_join(folder, format_text("%s.%s", one, f->spec->cxx ? "cpp" : "c"));
        make_folder(folder);
        write_source(s, f, i, source);
        json_t *facts = facts_of(s, f, i, one, source);
        char *path = path_join(folder, "facts.json");
        if (!facts || json_dump_file(facts, path, JSON_INDENT(2)) != 0)
            die("cannot write %s", path);
        json_decref(facts);
    }
}
