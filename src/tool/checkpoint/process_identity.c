/* process_identity.c - see process_identity.h. */
#include "tool/checkpoint/process_identity.h"

#include <string.h>

#include "tool/binary/elf/fingerprint.h"
#include "tool/checkpoint/answers.h"
#include "tool/checkpoint/identity_text.h"
#include "tool/cli/json_text.h"

json_t *process_describe(const struct wire *w)
{
    json_t *o = json_object(), *list = json_array();
    for (uint32_t i = 0; i < w->modules; i++) {
        const struct wire_module *m = &w->module[i];
        struct fingerprint f = {0};
        if (!fingerprint_of(m->path, &f))
            continue; /* the kernel's own */
        json_t *one = json_object();
        put_text(one, "path", m->path);
        put_text(one, "digest", hex(f.digest));
        put_text(one, "at", hex(m->base));
        json_array_append_new(list, one);
    }
    json_object_set_new(o, "libraries", list);
    json_object_set_new(o, "answers", answers_now(w));
    json_object_set_new(o, "wide", json_boolean(w->config.wide));
    put_text(o, "root", format_text("%s%s", hex(w->root.lo), hex(w->root.hi)));
    return o;
}

static char *library_difference(const json_t *a, const json_t *b, bool program, const struct other_process *other)
{
    const char *path = json_text_at(b, "path");
    if (!a)
        return format_text("%s was not loaded %s", path, other->there);
    if (!program && strcmp(json_text_at(a, "path"), path) != 0)
        return format_text("%s is loaded where %s was %s", path, json_text_at(a, "path"), other->there);
    if (strcmp(json_text_at(a, "digest"), json_text_at(b, "digest")) != 0)
        return format_text("%s %s", path, other->changed);
    if (strcmp(json_text_at(a, "at"), json_text_at(b, "at")) != 0)
        return format_text("%s is loaded at 0x%s, and was at 0x%s %s", path, json_text_at(b, "at"), json_text_at(a, "at"), other->there);
    return NULL;
}

char *process_difference(const json_t *there, const json_t *here, const struct other_process *other)
{
    const json_t *then = json_object_get(there, "libraries"), *now = json_object_get(here, "libraries");
    size_t count = json_array_size(now);
    char *why = NULL;
    for (size_t i = 0; i < count && !why; i++)
        why = library_difference(json_array_get(then, i), json_array_get(now, i), i == 0, other);
    const json_t *more = json_array_get(then, count);
    if (!why && more)
        why = format_text("%s is not loaded, and was %s", json_text_at(more, "path"), other->there);
    return why ? why : answers_difference(json_object_get(there, "answers"), json_object_get(here, "answers"), other->there);
}

bool process_begins_alike(const json_t *there, const json_t *here)
{
    return strcmp(json_text_at(there, "root"), json_text_at(here, "root")) == 0;
}
