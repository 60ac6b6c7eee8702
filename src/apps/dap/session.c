/* session.c - see session.h. */
#include "apps/dap/session.h"

#include <stdlib.h>
#include <string.h>

#include "tool/cli/json_text.h"

char *session_file(const json_t *place)
{
    const char *file = json_text_at(place, "file");
    char *full = *file ? realpath(file, NULL) : NULL;
    return full ? full : *file ? format_text("%s", file) : NULL;
}

static bool is_at(const json_t *step, const char *file, json_int_t line)
{
    const json_t *place = json_object_get(step, "place");
    if (json_integer_value(json_object_get(place, "line")) != line || line == 0)
        return false;
    char *of = session_file(place);
    bool same = of && strcmp(of, file) == 0;
    free(of);
    return same;
}

bool session_has_line(const struct session *s, const char *file, json_int_t line)
{
    for (size_t i = 0; i < s->story.count; i++)
        if (is_at(interleaving_step(&s->story, i), file, line))
            return true;
    return is_at(s->story.finding, file, line);
}

/* Why the cursor is to stop before the step; NULL: it is not. */
static const char *stops(const struct session *s, size_t i)
{
    const json_t *step = interleaving_step(&s->story, i);
    if (s->at_preemptions && json_is_true(json_object_get(step, "preempted")))
        return "exception";
    if (strings_contain(&s->data, json_text_at(step, "object")) &&
        strcmp(json_text_at(step, "before"), json_text_at(step, "after")) != 0)
        return "data breakpoint";
    for (size_t k = 0; k < s->line_count; k++)
        if (is_at(step, s->lines[k].file, s->lines[k].number))
            return "breakpoint";
    return NULL;
}

/* What the program has printed on the way. */
static void show_output(struct session *s, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        const json_t *step = interleaving_step(&s->story, i);
        if (strcmp(json_text_at(step, "kind"), "output") == 0)
            message_event(&s->channel, "output", json_pack("{s:s, s:s}", "category",
                strcmp(json_text_at(step, "stream"), "stderr") == 0 ? "stderr" : "stdout", "output", json_text_at(step, "output")));
    }
}

/* What is to be read beside the reason. */
static const char *description(const struct session *s)
{
    const struct interleaving *w = &s->story;
    if (w->at == w->count)
        return json_text_at(w->finding, "headline");
    return json_is_true(json_object_get(interleaving_step(w, w->at), "preempted")) ? "a preemption is before this step" : "";
}

static void stop(struct session *s, size_t at, const char *reason, unsigned thread)
{
    struct interleaving *w = &s->story;
    if (at > w->at)
        show_output(s, w->at, at);
    w->at = at;
    json_t *body = json_pack("{s:s, s:i, s:b}", "reason", at == w->count ? "exception" : reason, "threadId", (int)thread + 1,
        "allThreadsStopped", 1);
    if (*description(s)) {
        put(body, "description", text_or_null(description(s)));
        put(body, "text", text_or_null(description(s)));
    }
    message_event(&s->channel, "stopped", body);
}

/* Forward to `limit`, or to what is to stop before it. */
static void forward(struct session *s, size_t limit, const char *reason, unsigned thread)
{
    struct interleaving *w = &s->story;
    for (size_t i = w->at + 1; i < limit; i++) {
        const char *why = stops(s, i);
        if (why) {
            stop(s, i, why, interleaving_thread(w, i));
            return;
        }
    }
    limit = limit < w->count ? limit : w->count;
    stop(s, limit, reason, limit == w->count ? interleaving_thread(w, limit) : thread);
}

void session_begin(struct session *s)
{
    if (s->stop_on_entry)
        stop(s, 0, "entry", interleaving_thread(&s->story, 0));
    else if (s->story.count && stops(s, 0))
        stop(s, 0, stops(s, 0), interleaving_thread(&s->story, 0));
    else
        forward(s, s->story.count, "step", 0);
}

void session_next(struct session *s, unsigned thread)
{
    long next = interleaving_next(&s->story, thread, s->story.at);
    forward(s, next == NO_STEP ? s->story.count : (size_t)next + 1, "step", thread);
}

void session_step(struct session *s, unsigned thread)
{
    (void)thread;
    size_t to = s->story.at + 1;
    forward(s, to, "step", interleaving_thread(&s->story, to));
}

void session_switch(struct session *s, unsigned thread)
{
    struct interleaving *w = &s->story;
    size_t to = w->at + 1;
    while (to < w->count && interleaving_thread(w, to) == interleaving_thread(w, w->at))
        to++;
    (void)thread;
    forward(s, to, "step", interleaving_thread(w, to));
}

void session_continue(struct session *s, unsigned thread)
{
    forward(s, s->story.count, "step", thread);
}

void session_back(struct session *s, unsigned thread)
{
    long last = interleaving_previous(&s->story, thread, s->story.at);
    stop(s, last == NO_STEP ? 0 : (size_t)last, last == NO_STEP ? "entry" : "step", thread);
}

void session_reverse(struct session *s, unsigned thread)
{
    for (size_t i = s->story.at; i > 0; i--) {
        const char *why = stops(s, i - 1);
        if (why) {
            stop(s, i - 1, why, interleaving_thread(&s->story, i - 1));
            return;
        }
    }
    stop(s, 0, "entry", thread);
}
