/* test_baseline.c - see test_baseline.h. */
#include "apps/test/test_baseline.h"

#include <string.h>

#include "tool/cli/json_text.h"
#include "tool/result/headline.h"

struct baseline {
    json_t *cases;
};

struct baseline *baseline_read(const char *path)
{
    json_error_t error;
    json_t *document = json_load_file(path, 0, &error);
    if (!document)
        die("--baseline: %s:%d: %s; `mazurka test … --json=FILE` writes one", path, error.line, error.text);
    if (strcmp(json_text_at(document, "schema"), "mazurka-test") != 0 || !json_is_array(json_object_get(document, "cases")))
        die("--baseline: %s was not written by `mazurka test … --json=FILE`", path);
    struct baseline *b = allocate(sizeof *b);
    b->cases = json_incref(json_object_get(document, "cases"));
    json_decref(document);
    return b;
}

static const json_t *case_named(const struct baseline *b, const char *name)
{
    size_t i;
    json_t *c;
    json_array_foreach(b->cases, i, c) {
        if (strcmp(json_text_at(c, "name"), name) == 0)
            return c;
    }
    return NULL;
}

static json_int_t status_of(const json_t *c)
{
    const json_t *status = json_object_get(c, "exit_code");
    return json_is_integer(status) ? json_integer_value(status) : -1;
}

/* The bugs of a document of check, or of hunt, as they are told in any version of the program. */
static struct strings bugs_of(const json_t *document)
{
    struct strings all = {0};
    const json_t *findings = json_object_get(document, "findings"), *fault = json_object_get(document, "fault");
    for (size_t i = 0; i < json_array_size(findings); i++) {
        const json_t *f = json_array_get(findings, i);
        if (json_is_true(json_object_get(f, "confirmed")))
            strings_add(&all, headline_lasting(json_text_at(f, "headline")));
    }
    if (json_is_string(fault))
        strings_add(&all, headline_lasting(json_string_value(fault)));
    return all;
}

/* The status of a case that fails says little, its message what has failed. */
static bool same_message(const char *a, const char *b)
{
    return strcmp(headline_lasting(a), headline_lasting(b)) == 0;
}

static size_t times(const struct strings *all, size_t end, const char *text)
{
    size_t count = 0;
    for (size_t i = 0; i < end; i++)
        count += strcmp(all->at[i], text) == 0;
    return count;
}

/* Is there a bug, and none that is not in the baseline? What is told alike is counted: it lies in other lines. */
static bool knows_bugs(const json_t *before, const struct test_result *r)
{
    if (!same_message(json_text_at(before, "message"), r->message ? r->message : ""))
        return false;
    struct strings then = bugs_of(json_object_get(before, "check")), now = bugs_of(r->document);
    for (size_t i = 0; i < now.count; i++)
        if (times(&now, i + 1, now.at[i]) > times(&then, then.count, now.at[i]))
            return false;
    return now.count > 0;
}

bool baseline_has(const struct baseline *b, const struct test_result *r)
{
    const json_t *before = case_named(b, r->name);
    if (!before || r->not_run)
        return false;
    if (r->status == EXIT_BUG)
        return knows_bugs(before, r);
    return r->status == EXIT_UNKNOWN && status_of(before) == EXIT_UNKNOWN;
}
