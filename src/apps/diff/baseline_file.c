/* baseline_file.c - see baseline_file.h. */
#include "apps/diff/baseline_file.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/json_file.h"
#include "tool/cli/util.h"

#define SCHEMA "mazurka-diff-baseline"
enum { SCHEMA_VERSION = 1, MOST_ENTRIES = 20000 };

struct baseline {
    const char *path;
    json_t     *known; /* key -> states, or false: the first thread does not come to the fragment */
    bool        changed;
};

static bool is_ours(const json_t *document)
{
    const char *schema = json_string_value(json_object_get(document, "schema"));
    return schema && strcmp(schema, SCHEMA) == 0 && json_integer_value(json_object_get(document, "schema_version")) == SCHEMA_VERSION &&
           json_is_object(json_object_get(document, "covered"));
}

struct baseline *baseline_open(const char *path)
{
    if (!path)
        return NULL;
    struct baseline *b = allocate(sizeof *b);
    json_error_t error;
    json_t *document = file_exists(path) ? json_load_file(path, 0, &error) : NULL;
    bool ours = is_ours(document);
    if (file_exists(path) && !ours)
        warn("the baseline %s cannot be read: all pairs are explored, and the file is written anew", path);
    b->path = path;
    b->known = ours ? json_incref(json_object_get(document, "covered")) : json_object();
    json_decref(document);
    return b;
}

enum baseline_entry baseline_find(const struct baseline *b, const char *key, uint64_t *states)
{
    const json_t *entry = json_object_get(b->known, key);
    if (json_is_false(entry))
        return BASELINE_ABSENT;
    if (!json_is_integer(entry) || json_integer_value(entry) < 0)
        return BASELINE_NONE;
    *states = (uint64_t)json_integer_value(entry);
    return BASELINE_COVERED;
}

void baseline_set(struct baseline *b, const char *key, enum baseline_entry entry, uint64_t states)
{
    b->changed = true;
    if (entry == BASELINE_NONE)
        json_object_del(b->known, key);
    else
        json_object_set_new(b->known, key, entry == BASELINE_ABSENT ? json_false() : json_integer((json_int_t)states));
}

/* The oldest come first. */
static void forget_some(json_t *known)
{
    const char *key;
    json_t *value;
    void *next;
    size_t surplus = json_object_size(known) > MOST_ENTRIES ? json_object_size(known) - MOST_ENTRIES : 0;
    json_object_foreach_safe(known, next, key, value)
    {
        if (surplus == 0)
            break;
        json_object_del(known, key);
        surplus--;
    }
}

/* The old file stays where writing is interrupted. */
void baseline_close(struct baseline *b)
{
    if (!b)
        return;
    forget_some(b->known);
    json_t *document = json_pack("{s:s, s:i, s:O}", "schema", SCHEMA, "schema_version", SCHEMA_VERSION, "covered", b->known);
    if (b->changed && json_file_write_as(document, b->path, JSON_INDENT(1)) != 0)
        warn("the baseline %s cannot be written: %s", b->path, strerror(errno));
    json_decref(b->known);
    free(b);
}
