/* interleaving.c - see interleaving.h. */
#include "apps/dap/interleaving.h"

#include <stdio.h>
#include <string.h>

#include "tool/cli/json_text.h"
#include "tool/cli/util.h"

bool interleaving_read(struct interleaving *w, const char *path, char **why)
{
    json_error_t error;
    json_t *document = json_load_file(path, 0, &error);
    const json_t *finding = json_array_get(json_object_get(document, "findings"), 0), *steps = json_object_get(finding, "steps");
    if (!json_is_array(steps)) {
        *why = document ? format_text("%s holds no interleaving", path) : format_text("%s: %s", path, error.text);
        json_decref(document);
        return false;
    }
    *w = (struct interleaving){.document = document, .finding = finding, .steps = steps, .threads = json_object_get(finding, "threads"),
        .count = json_array_size(steps)};
    return true;
}

void interleaving_free(struct interleaving *w)
{
    json_decref(w->document);
    *w = (struct interleaving){0};
}

const json_t *interleaving_step(const struct interleaving *w, size_t step)
{
    return json_array_get(w->steps, step);
}

static unsigned thread_of(const json_t *object)
{
    return (unsigned)json_integer_value(json_object_get(object, "thread"));
}

unsigned interleaving_thread(const struct interleaving *w, size_t step)
{
    return thread_of(step < w->count ? interleaving_step(w, step) : w->finding);
}

static bool is_step_of(const struct interleaving *w, size_t step, unsigned thread)
{
    return thread_of(interleaving_step(w, step)) == thread;
}

long interleaving_next(const struct interleaving *w, unsigned thread, size_t from)
{
    for (size_t i = from; i < w->count; i++)
        if (is_step_of(w, i, thread))
            return (long)i;
    return NO_STEP;
}

long interleaving_previous(const struct interleaving *w, unsigned thread, size_t before)
{
    for (size_t i = before; i > 0; i--)
        if (is_step_of(w, i - 1, thread))
            return (long)i - 1;
    return NO_STEP;
}

static bool creates(const json_t *step, unsigned thread)
{
    unsigned created;
    return strcmp(json_text_at(step, "operation"), "create") == 0 &&
           sscanf(json_text_at(step, "text"), "create thread %u", &created) == 1 && created == thread;
}

enum thread_phase interleaving_phase(const struct interleaving *w, unsigned thread)
{
    enum thread_phase phase = thread == 0 ? THREAD_ALIVE : THREAD_NOT_CREATED;
    for (size_t i = 0; i < w->at; i++) {
        const json_t *step = interleaving_step(w, i);
        if (creates(step, thread) || (is_step_of(w, i, thread) && phase == THREAD_NOT_CREATED))
            phase = THREAD_ALIVE;
        if (is_step_of(w, i, thread) && strcmp(json_text_at(step, "operation"), "thread exit") == 0)
            phase = THREAD_ENDED;
    }
    return phase;
}

const json_t *interleaving_position(const struct interleaving *w, unsigned thread)
{
    long next = interleaving_next(w, thread, w->at);
    if (next != NO_STEP)
        return interleaving_step(w, (size_t)next);
    if (thread_of(w->finding) == thread && json_is_string(json_object_get(json_object_get(w->finding, "place"), "file")))
        return w->finding;
    size_t i;
    json_t *pending;
    json_array_foreach(json_object_get(w->finding, "pending"), i, pending) {
        if (thread_of(pending) == thread)
            return pending;
    }
    return NULL;
}

/* --- values ------------------------------------------------------------------------------------------------------------------ */

/* "state of the C library" and the like are no variables of the program. */
static const char *object_of(const json_t *step)
{
    const char *name = json_text_at(step, "object");
    return strcmp(name, "state of the C library") == 0 || !json_is_string(json_object_get(step, "after")) ? "" : name;
}

const char *interleaving_value(const struct interleaving *w, const char *name)
{
    const char *value = NULL;
    for (size_t i = 0; i < w->count && (i < w->at || !value); i++) {
        const json_t *step = interleaving_step(w, i);
        if (strcmp(object_of(step), name) == 0 && *name)
            value = json_text_at(step, i < w->at ? "after" : "before");
    }
    return value;
}

static bool holds_name(const json_t *pairs, const char *name)
{
    for (size_t i = 0; i < json_array_size(pairs); i++)
        if (strcmp(json_string_value(json_array_get(json_array_get(pairs, i), 0)), name) == 0)
            return true;
    return false;
}

json_t *interleaving_memory(const struct interleaving *w)
{
    json_t *pairs = json_array();
    for (size_t i = 0; i < w->count; i++) {
        const char *name = object_of(interleaving_step(w, i));
        if (*name && !holds_name(pairs, name))
            append(pairs, json_pack("[ss]", name, interleaving_value(w, name)));
    }
    return pairs;
}

json_t *interleaving_locks(const struct interleaving *w)
{
    json_t *pairs = json_array();
    for (size_t i = 0; i < w->at; i++) {
        const json_t *step = interleaving_step(w, i);
        const char *takes = json_text_at(step, "takes"), *gives_up = json_text_at(step, "gives_up");
        for (size_t k = json_array_size(pairs); k > 0 && *gives_up; k--)
            if (strcmp(json_string_value(json_array_get(json_array_get(pairs, k - 1), 0)), gives_up) == 0) {
                json_array_remove(pairs, k - 1);
                break;
            }
        if (*takes)
            append(pairs, json_pack("[ss]", takes, format_text("held by thread %u", thread_of(step))));
    }
    return pairs;
}
