/* views.c - see views.h. */
#include "apps/dap/views.h"

#include <stdlib.h>
#include <string.h>

#include "apps/dap/session.h"
#include "tool/cli/json_text.h"

/* Numbers that stand for something: of a scope, and of a frame. */
enum { SCOPE_MEMORY = 1, SCOPE_LOCKS = 2, SCOPE_STEP = 16, FRAMES = 1000 };

static json_int_t number_at(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

/* --- threads and their frames -------------------------------------------------------------------------------------------------- */

static json_t *threads(const struct interleaving *w, const json_t *arguments, const char **why)
{
    json_t *all = json_array(), *thread;
    size_t i;
    (void)arguments, (void)why;
    json_array_foreach(w->threads, i, thread) {
        unsigned number = (unsigned)number_at(thread, "number");
        if (interleaving_phase(w, number) == THREAD_ALIVE)
            append(all, json_pack("{s:i, s:o}", "id", (int)number + 1, "name",
                text_or_null(format_text("thread %u (%s)", number, json_text_at(thread, "start")))));
    }
    return json_pack("{s:o}", "threads", all);
}

static json_t *frame(unsigned thread, size_t depth, const char *name, char *file, json_int_t line)
{
    json_t *o = json_pack("{s:I, s:o, s:I, s:i}", "id", (json_int_t)thread * FRAMES + (json_int_t)depth, "name", text_or_null(name), "line",
        line, "column", line ? 1 : 0);
    if (file)
        put(o, "source", json_pack("{s:o, s:o}", "name", text_or_null(path_base(file)), "path", text_or_null(file)));
    return o;
}

/* The function, and what the thread does there next. */
static char *title(const char *function, const char *text)
{
    return *function ? format_text("%s: %s", function, text) : format_text("%s", text);
}

/* "f.c:30 main" */
static json_t *frame_of_caller(unsigned thread, size_t depth, const char *caller)
{
    const char *space = strchr(caller, ' '), *colon = space ? memrchr(caller, ':', (size_t)(space - caller)) : NULL;
    if (!colon)
        return frame(thread, depth, caller, NULL, 0);
    char *file = format_text("%.*s", (int)(colon - caller), caller), *full = realpath(file, NULL);
    return frame(thread, depth, space + 1, full ? full : file, atoll(colon + 1));
}

static json_t *stack_trace(const struct interleaving *w, const json_t *arguments, const char **why)
{
    json_int_t id = number_at(arguments, "threadId");
    unsigned thread = id > 0 ? (unsigned)id - 1 : 0;
    const json_t *at = interleaving_position(w, thread), *place = json_object_get(at, "place"), *callers = json_object_get(at, "callers");
    json_t *frames = json_array();
    (void)why;
    if (!at)
        append(frames, frame(thread, 0, interleaving_phase(w, thread) == THREAD_ENDED ? "ended" : "no further step", NULL, 0));
    else
        append(frames, frame(thread, 0, title(json_text_at(place, "function"), json_text_at(at, "text")), session_file(place),
            number_at(place, "line")));
    for (size_t i = 0; i < json_array_size(callers) && i + 1 < FRAMES; i++)
        append(frames, frame_of_caller(thread, i + 1, json_string_value(json_array_get(callers, i))));
    return json_pack("{s:I, s:o}", "totalFrames", (json_int_t)json_array_size(frames), "stackFrames", frames);
}

/* --- memory ------------------------------------------------------------------------------------------------------------------ */

static json_t *scope(const char *name, json_int_t reference)
{
    return json_pack("{s:s, s:I, s:b}", "name", name, "variablesReference", reference, "expensive", 0);
}

static json_t *scopes(const struct interleaving *w, const json_t *arguments, const char **why)
{
    (void)w, (void)why;
    return json_pack("{s:[ooo]}", "scopes", scope("Memory", SCOPE_MEMORY), scope("Locks", SCOPE_LOCKS),
        scope("Next step", SCOPE_STEP + number_at(arguments, "frameId") / FRAMES));
}

/* What the thread is about to do, in parts. */
static json_t *step_fields(const struct interleaving *w, unsigned thread)
{
    static const char *const fields[] = {"text", "operation", "object", "before", "after", "takes", "gives_up"};
    const json_t *step = interleaving_position(w, thread);
    json_t *pairs = json_array();
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (*json_text_at(step, fields[i]))
            append(pairs, json_pack("[ss]", fields[i], json_text_at(step, fields[i])));
    return pairs;
}

static json_t *variables(const struct interleaving *w, const json_t *arguments, const char **why)
{
    json_int_t reference = number_at(arguments, "variablesReference");
    json_t *all = json_array(), *pair, *pairs = reference == SCOPE_MEMORY ? interleaving_memory(w)
        : reference == SCOPE_LOCKS ? interleaving_locks(w) : step_fields(w, (unsigned)(reference - SCOPE_STEP));
    size_t i;
    (void)why;
    json_array_foreach(pairs, i, pair) {
        json_t *name = json_array_get(pair, 0);
        append(all, json_pack("{s:O, s:O, s:i}", "name", name, "value", json_array_get(pair, 1), "variablesReference", 0));
        if (reference == SCOPE_MEMORY)
            put(json_array_get(all, i), "evaluateName", json_incref(name));
    }
    json_decref(pairs);
    return json_pack("{s:o}", "variables", all);
}

static json_t *evaluate(const struct interleaving *w, const json_t *arguments, const char **why)
{
    const char *name = json_text_at(arguments, "expression"), *value = interleaving_value(w, name);
    if (value)
        return json_pack("{s:s, s:i}", "result", value, "variablesReference", 0);
    *why = format_text("no step of this interleaving touches %s: only objects that steps touch have values", name);
    return NULL;
}

static json_t *exception_info(const struct interleaving *w, const json_t *arguments, const char **why)
{
    (void)arguments, (void)why;
    return json_pack("{s:s, s:s, s:s, s:{s:s}}", "exceptionId", json_text_at(w->finding, "kind"), "description",
        json_text_at(w->finding, "headline"), "breakMode", "always", "details", "message", json_text_at(w->finding, "cause"));
}

json_t *view_of(const struct interleaving *w, const char *command, const json_t *arguments, const char **why)
{
    static const struct {
        const char *command;
        json_t *(*view)(const struct interleaving *w, const json_t *arguments, const char **why);
    } views[] = {{"threads", threads}, {"stackTrace", stack_trace}, {"scopes", scopes}, {"variables", variables}, {"evaluate", evaluate},
        {"exceptionInfo", exception_info}};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++)
        if (strcmp(views[i].command, command) == 0)
            return views[i].view(w, arguments, why);
    return NULL;
}
