/* test_sarif.c - see test_sarif.h. */
#include "apps/test/test_sarif.h"

#include "tool/cli/json_file.h"
#include "tool/cli/json_text.h"

static json_t *run_of(const json_t *document)
{
    return json_array_get(json_object_get(document, "runs"), 0);
}

/* Says of which case it is, and whether it was there before. */
static void add_result(json_t *results, json_t *result, const struct test_result *r, bool baseline)
{
    json_t *message = json_object_get(result, "message");
    const char *text = json_string_value(json_object_get(message, "text"));
    put(message, "text", text_or_null(format_text("%s: %s", r->name, text ? text : "")));
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
