/* test_json.c - all cases of `mazurka test` in one document: what became of each, with the document of its check (docs/use/json.md). */
#include "apps/test/test_junit.h"
#include "tool/cli/json_file.h"
#include "tool/cli/json_text.h"

static json_t *text(const char *text)
{
    return text_or_null(text && *text ? text : NULL);
}

static json_t *case_of(const struct test_result *r)
{
    json_t *o = json_object();
    put(o, "name", text(r->name));
    put(o, "suite", text(r->suite));
    put(o, "verdict", text(r->verdict));
    put(o, "reason", text(r->reason));
    put(o, "message", text(r->message));
    put(o, "exit_code", json_integer(r->status));
    put(o, "seconds", json_real(r->seconds));
    put(o, "cached", json_boolean(r->cached));
    put(o, "known", json_boolean(r->known));
    put(o, "check", r->document ? json_incref(r->document) : json_null());
    return o;
}

bool test_json(const struct test_results *all, const char *path)
{
    json_t *document = json_object(), *cases = json_array();
    put(document, "schema", json_string("mazurka-test"));
    put(document, "schema_version", json_integer(1));
    put(document, "mazurka_version", json_string(MZ_VERSION));
    put(document, "program", text(all->program));
    put(document, "exit_code", json_integer(all->status));
    put(document, "baseline", text(all->baseline));
    put(document, "since", text(all->since));
    put(document, "changed", all->since ? texts_of(&all->changed) : json_null());
    put(document, "newer", all->since ? texts_of(&all->newer) : json_null());
    put(document, "incomplete", text(all->incomplete));
    for (size_t i = 0; i < all->count; i++)
        append(cases, case_of(&all->at[i]));
    put(document, "cases", cases);
    return json_file_write_as(document, path, JSON_INDENT(1) | JSON_PRESERVE_ORDER) == 0;
}
