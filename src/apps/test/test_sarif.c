/* test_sarif.c - see test_sarif.h. */
#include "apps/test/test_sarif.h"

#include <stdlib.h>
#include <string.h>

#include "model/fault.h"
#include "tool/cli/json_file.h"
#include "tool/cli/json_text.h"
#include "tool/cli/sarif.h"

static json_t *run_of(const json_t *document)
{
    return json_array_get(json_object_get(document, "runs"), 0);
}

/* "queue_test.cpp:25:", where there is such a file: what frameworks begin with, or almost. */
static json_t *place_in(const char *message)
{
    for (const char *colon = strchr(message, ':'); colon; colon = strchr(colon + 1, ':')) {
        size_t digits = strspn(colon + 1, "0123456789"), length = 0;
        while (colon - length > message && !strchr(" \t\n:", *(colon - length - 1)))
            length++;
        char *file = format_text("%.*s", (int)length, colon - length);
        if (digits > 0 && digits < 9 && strchr(":\n ", colon[1 + digits]) && length > 0 && file_exists(file))
            return sarif_location(file, (int)strtol(colon + 1, NULL, 10), NULL, NULL);
    }
    return NULL;
}

/* A case that fails ends with a status, in no line of its own: what it has said of that, and where it said so. */
static char *say_what_failed(json_t *result, const char *text, const struct test_result *r)
{
    if (strcmp(json_text_at(result, "ruleId"), fault_words[FAULT_EXIT]) != 0 || !r->message || !*r->message)
        return format_text("%s: %s", r->name, text);
    json_t *place = place_in(r->message);
    if (place)
        json_array_set_new(json_object_get(result, "locations"), 0, place);
    return format_text("%s: %s%s(%s)", r->name, r->message, ends_with(r->message, "\n") ? "" : "\n", text);
}

/* Says of which case it is, and whether it was there before. */
static void add_result(json_t *results, json_t *result, const struct test_result *r, bool baseline)
{
    json_t *message = json_object_get(result, "message");
    const char *text = json_string_value(json_object_get(message, "text"));
    put(message, "text", text_or_null(say_what_failed(result, text ? text : "", r)));
    put(json_object_get(result, "partialFingerprints"), "mazurkaCase/v1", text_or_null(r->name));
    if (baseline)
        put(result, "baselineState", json_string(r->known ? "unchanged" : "new"));
    append(results, json_incref(result));
}

static void add_case(json_t *run, const struct test_result *r, bool baseline)
{
    json_t *of = run_of(r->sarif), *result;
    size_t i;
    json_array_foreach(json_object_get(of, "results"), i, result)
        add_result(json_object_get(run, "results"), result, r, baseline);
    json_array_extend(json_object_get(run, "invocations"), json_object_get(of, "invocations"));
}

/* The frame of the first document that there is, with nothing in it. */
static json_t *empty_document(const struct test_results *all)
{
    for (size_t i = 0; i < all->count; i++) {
        json_t *document = json_deep_copy(all->at[i].sarif), *run = run_of(document);
        if (!run)
            continue;
        put(run, "results", json_array());
        put(run, "invocations", json_array());
        return document;
    }
    return json_pack("{s:s, s:[]}", "version", "2.1.0", "runs");
}

bool test_sarif(const struct test_results *all, const char *path)
{
    json_t *document = empty_document(all);
    for (size_t i = 0; i < all->count; i++)
        add_case(run_of(document), &all->at[i], all->baseline != NULL);
    return json_file_write(document, path) == 0;
}
