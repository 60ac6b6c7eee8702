/* search_outcome.c - see search_outcome.h. */
#include "apps/diff/search_outcome.h"

#include <string.h>

#include "tool/cli/json_text.h"
#include "tool/cli/workers.h"

static struct strings headlines_of(const json_t *findings)
{
    struct strings all = {0};
    for (size_t i = 0; i < json_array_size(findings); i++) {
        char *headline = json_copy_at(json_array_get(findings, i), "headline");
        if (headline)
            strings_add(&all, headline);
    }
    return all;
}

struct search_outcome search_outcome_read(const char *json, const char *log, int status)
{
    json_t *document = json_load_file(json, 0, NULL);
    const json_t *numbers = json_object_get(document, "statistics");
    struct search_outcome o = {.verdict = json_copy_at(document, "verdict")};
    if (!o.verdict) {
        o.reason = status > 128 ? format_text("the search was ended by signal %d", status - 128) : task_last_words(log);
        json_decref(document);
        return o;
    }
    o.reason = json_copy_at(document, "reason");
    o.pair = json_copy_at(json_array_get(json_object_get(document, "pairs"), 0), "verdict");
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
