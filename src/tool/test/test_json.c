/* test_json.c - all cases of `mazurka test` in one document: what became of each, with the document of its check (docs/json.md). */
#include <jansson.h>

#include "tool/result_file.h"
#include "tool/test/test_junit.h"
#include "tool/util.h"

static json_t *text(const char *text)
{
    return text && *text ? json_string(text) : json_null();
}

static json_t *case_of(const struct test_result *r)
{
    json_t *o = json_object();
    json_object_set_new(o, "name", text(r->name));
    json_object_set_new(o, "suite", text(r->suite));
    json_object_set_new(o, "verdict", text(r->verdict));
    json_object_set_new(o, "reason", text(r->reason));
    json_object_set_new(o, "message", text(r->message));
    json_object_set_new(o, "exit_code", json_integer(r->status));
    json_object_set_new(o, "seconds", json_real(r->seconds));
    json_object_set_new(o, "check", r->document ? json_incref(r->document) : json_null());
    return o;
}

bool test_json(const struct test_result *results, size_t count, const char *program, int status, const char *path)
{
    FILE *out = result_open(path);
    json_t *document = json_object(), *cases = json_array();
    if (!out)
        return false;
    json_object_set_new(document, "schema", json_string("mazurka-test"));
    json_object_set_new(document, "schema_version", json_integer(1));
    json_object_set_new(document, "mazurka_version", json_string(MZ_VERSION));
    json_object_set_new(document, "program", text(program));
    json_object_set_new(document, "exit_code", json_integer(status));
    for (size_t i = 0; i < count; i++)
        json_array_append_new(cases, case_of(&results[i]));
    json_object_set_new(document, "cases", cases);
    bool dumped = json_dumpf(document, out, JSON_INDENT(1) | JSON_PRESERVE_ORDER) == 0 && fputc('\n', out) != EOF;
    json_decref(document);
    return result_close(out) == 0 && dumped;
}
