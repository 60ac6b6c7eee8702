/* search_outcome.c - see search_outcome.h. */
#include "apps/diff/search_outcome.h"

#include <jansson.h>
#include <string.h>

static char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? format_text("%s", text) : NULL;
}

static struct strings headlines_of(const json_t *findings)
{
    struct strings all = {0};
    for (size_t i = 0; i < json_array_size(findings); i++) {
        char *headline = text_at(json_array_get(findings, i), "headline");
        if (headline)
            strings_add(&all, headline);
    }
    return all;
}

/* The last line that a process has left. */
static char *last_words(const char *log)
{
    char *text = read_whole_file(log, NULL);
    size_t end = text ? strlen(text) : 0;
    while (end && text[end - 1] == '\n')
        text[--end] = '\0';
    char *line = text ? strrchr(text, '\n') : NULL;
    line = line ? line + 1 : text;
    return !line || !*line ? format_text("no message") : format_text("%s", starts_with(line, "mazurka: ") ? line + 9 : line);
}

struct search_outcome search_outcome_read(const char *json, const char *log, int status)
{
    json_t *document = json_load_file(json, 0, NULL);
    const json_t *numbers = json_object_get(document, "statistics");
    struct search_outcome o = {.verdict = text_at(document, "verdict")};
    if (!o.verdict) {
        o.reason = status > 128 ? format_text("the search was ended by signal %d", status - 128) : last_words(log);
        json_decref(document);
        return o;
    }
    o.reason = text_at(document, "reason");
    o.pair = text_at(json_array_get(json_object_get(document, "pairs"), 0), "verdict");
    o.headlines = headlines_of(json_object_get(document, "findings"));
    o.states = (uint64_t)json_integer_value(json_object_get(numbers, "states"));
    const json_t *reached = json_object_get(document, "reached");
    o.was_reached = allocate(json_array_size(reached) + 1);
    for (o.reached = 0; o.reached < json_array_size(reached); o.reached++)
        o.was_reached[o.reached] = !json_is_false(json_array_get(reached, o.reached));
    o.births = (size_t)json_integer_value(json_object_get(numbers, "threads"));
    o.unfinished = strcmp(o.verdict, "unknown") == 0 && starts_with(o.reason ? o.reason : "", "stopped by --time");
    json_decref(document);
    return o;
}
