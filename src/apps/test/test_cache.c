/* test_cache.c - see test_cache.h. */
#include "apps/test/test_cache.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apps/test/cache_key.h"
#include "tool/binary/elf/program_cache.h"
#include "tool/cli/json_text.h"
#include "tool/cli/result_file.h"
#include "tool/commands/result_inputs.h"

enum { ENTRY_VERSION = 1, MOST_BYTES = 256 << 20 };

struct test_cache {
    const struct test_settings *settings;
    const char *folder;
    json_t     *base; /* cache_key.h; NULL: nothing can be kept */
    bool        kept; /* something is new */
};

/* --- the folder -------------------------------------------------------------------------------------------------------- */

static const char *folder_of(const char *asked)
{
    if (!asked)
        return program_cache_folder("results");
    if (strcmp(asked, "off") == 0)
        return NULL;
    if (!make_folders(path_join(asked, "result")))
        die("--cache=%s: %s", asked, strerror(errno));
    return realpath(asked, NULL);
}

/* Anybody who can write there can write verdicts. */
static bool is_ours(const char *folder)
{
    struct stat s;
    return stat(folder, &s) != 0 || (s.st_uid == geteuid() && !(s.st_mode & S_IWOTH));
}

struct test_cache *test_cache_open(const struct test_settings *s)
{
    const char *folder = folder_of(s->cache), *why = NULL;
    if (!folder || s->list)
        return NULL;
    if (!is_ours(folder)) {
        warn("note: results are not kept in %s, where others may write", folder);
        return NULL;
    }
    struct test_cache *c = allocate(sizeof *c);
    c->settings = s;
    c->folder = folder;
    c->base = cache_key_base(s, &why);
    if (why && s->cache)
        warn("note: no result is kept: %s", why);
    return c->base ? c : NULL;
}

/* A file was built anew, or a source written, since the last case. */
static void look_again(struct test_cache *c)
{
    const char *why;
    if (inputs_are_same(json_object_get(c->base, "files")))
        return;
    json_decref(c->base);
    c->base = cache_key_base(c->settings, &why);
}

char *test_cache_key(struct test_cache *c, const struct strings *words, const char *variable)
{
    if (c && c->base)
        look_again(c);
    return c && c->base ? cache_key_of(c->base, words, variable) : NULL;
}

static char *entry_file(const struct test_cache *c, const char *key)
{
    return program_cache_file_in(c->folder, ENTRY_VERSION, c->settings->program, key);
}

/* --- taking ------------------------------------------------------------------------------------------------------------ */

/* What is there already is left alone. */
static bool write_trace(const char *path, const json_t *trace)
{
    const char *text = json_string_value(trace);
    char *there = read_whole_file(path, NULL);
    bool same = text && there && strcmp(there, text) == 0;
    free(there);
    return same || (text && result_write(path, text, strlen(text)) == 0);
}

static bool write_traces(const json_t *traces)
{
    const char *path;
    json_t *trace;
    json_object_foreach((json_t *)traces, path, trace)
        if (!write_trace(path, trace))
            return false;
    return true;
}

static json_t *entry_of(const char *file, const char *key)
{
    size_t size;
    char *content = program_cache_read(file, &size);
    json_t *entry = content ? json_loadb(content, size, 0, NULL) : NULL;
    free(content);
    if (entry && strcmp(json_text_at(entry, "key"), key) == 0 && json_is_object(json_object_get(entry, "document")))
        return entry;
    json_decref(entry);
    return NULL;
}

bool test_cache_take(const struct test_cache *c, const char *key, struct case_documents *of)
{
    const char *file = entry_file(c, key);
    json_t *entry = file ? entry_of(file, key) : NULL;
    if (!entry || !inputs_are_same(json_object_get(entry, "files")) || !write_traces(json_object_get(entry, "traces"))) {
        json_decref(entry);
        return false;
    }
    program_cache_used(file);
    *of = (struct case_documents){.status = (int)json_integer_value(json_object_get(entry, "status")),
        .seconds = json_number_value(json_object_get(entry, "seconds")), .said = json_copy_at(entry, "said"),
        .document = json_incref(json_object_get(entry, "document")), .sarif = json_incref(json_object_get(entry, "sarif"))};
    json_decref(entry);
    return true;
}

/* --- keeping ----------------------------------------------------------------------------------------------------------- */

/* By their names; NULL: one of them cannot be kept, or has another name than it was to have. */
static json_t *traces_of(const json_t *document, const char *first)
{
    const json_t *findings = json_object_get(document, "findings");
    json_t *traces = json_object();
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const char *path = json_text_at(json_array_get(findings, i), "trace_file");
        size_t length;
        char *content = *path ? read_whole_file(path, &length) : NULL;
        json_t *text = content ? json_stringn(content, length) : NULL;
        free(content);
        if (!*path)
            continue;
        if (!text || json_object_set_new(traces, path, text) != 0 || (i == 0 && strcmp(path, first) != 0)) {
            json_decref(traces);
            return NULL;
        }
    }
    return traces;
}

static void write_entry(struct test_cache *c, const char *key, json_t *entry)
{
    char *text = entry ? json_dumps(entry, JSON_COMPACT) : NULL, *file = entry_file(c, key);
    if (text && file) {
        program_cache_write(file, text, strlen(text));
        c->kept = true;
    }
    free(text);
    json_decref(entry);
}

void test_cache_keep(struct test_cache *c, const char *key, const char *inputs, const char *trace, const struct case_documents *of)
{
    json_t *told = json_load_file(inputs, 0, NULL), *traces = of->document ? traces_of(of->document, trace) : NULL;
    bool lasting = json_is_true(json_object_get(told, "lasting")) && of->sarif && traces;
    if (lasting && inputs_are_same(json_object_get(c->base, "files")))
        write_entry(c, key, json_pack("{s:s, s:i, s:f, s:o, s:O, s:O, s:O, s:O}", "key", key, "status", of->status, "seconds", of->seconds,
            "said", text_or_null(of->said), "document", of->document, "sarif", of->sarif, "files", json_object_get(told, "files"),
            "traces", traces));
    json_decref(traces);
    json_decref(told);
}

void test_cache_close(const struct test_cache *c)
{
    if (c && c->kept)
        program_cache_bound(c->folder, MOST_BYTES);
}
