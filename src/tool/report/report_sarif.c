/* report_sarif.c - findings as SARIF 2.1.0, which code hosts and editors show beside the source: one result for each finding, with a code
 * flow that has one thread flow for each thread, and executionOrder to put their steps into one order. */
#include "tool/binary/names/steps.h"
#include "tool/cli/json_file.h"
#include "tool/cli/json_text.h"
#include "tool/cli/sha256.h"
#include "tool/report/report.h"
#include "tool/report/repository.h"
#include "tool/result/headline.h"

#define SOURCE_ROOT "%SRCROOT%"
#define SARIF_SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"

static json_t *message_of(const char *text)
{
    json_t *o = json_object();
    put(o, "text", text_or_null(text ? text : ""));
    return o;
}

/* Characters that a URI may not hold are written as %20; a path of the file system is a reference, relative unless it begins with /. */
static char *uri_of(const char *path)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    char *text = allocate(3 * strlen(path) + sizeof "file://"), *to = text;
    if (path[0] == '/')
        to = stpcpy(to, "file://");
    for (; *path; path++)
        to += strchr(plain, *path) ? sprintf(to, "%c", *path) : sprintf(to, "%%%02X", (unsigned char)*path);
    return text;
}

static json_t *artifact_of(const char *file)
{
    json_t *artifact = json_object();
    struct repository_path at = repository_path_of(file);
    put(artifact, "uri", text_or_null(uri_of(at.path)));
    if (at.inside)
        put(artifact, "uriBaseId", json_string(SOURCE_ROOT));
    return artifact;
}

static json_t *location_of(const struct place *p, const char *text)
{
    json_t *location = json_object();
    if (p->file) {
        json_t *physical = json_object();
        put(physical, "artifactLocation", artifact_of(p->file));
        if (p->line > 0) {
            json_t *region = json_object();
            put(region, "startLine", json_integer(p->line));
            put(physical, "region", region);
        }
        put(location, "physicalLocation", physical);
    }
    if (p->function) {
        json_t *logical = json_object(), *array = json_array();
        put(logical, "fullyQualifiedName", text_or_null(p->function));
        put(logical, "kind", json_string("function"));
        append(array, logical);
        put(location, "logicalLocations", array);
    }
    if (text)
        put(location, "message", message_of(text));
    return location;
}

/* --- the interleaving -------------------------------------------------------------------------------------------------- */

static json_t *flow_location(const struct naming *n, const struct step *s, size_t order, bool fatal)
{
    json_t *o = json_object();
    struct place place = step_place(n, s);
    put(o, "location", location_of(&place, step_text(n, s)));
    put(o, "executionOrder", json_integer((json_int_t)order + 1));
    put(o, "importance", json_string(fatal ? "essential" : s->kind == STEP_DONE ? "important" : "unimportant"));
    return o;
}

/* Steps of one thread; NULL if it has none. */
static json_t *thread_flow(const struct finding *f, const struct steps *steps, unsigned thread)
{
    const struct naming *n = &f->naming;
    json_t *locations = json_array();
    char *name = NULL;
    for (size_t i = steps_left_out(steps); i < steps->count; i++) {
        const struct step *s = &steps->at[i];
        if (s->thread != thread)
            continue;
        bool fatal = f->fate.kind == WIRE_FATE_STEP && step_is_decision(n, s, f->fate.step);
        append(locations, flow_location(n, s, i, fatal));
        name = name ? name : name_thread(n, thread, s->event);
    }
    if (!name)
        return NULL;
    json_t *flow = json_object();
    put(flow, "id", text_or_null(name));
    put(flow, "locations", locations);
    return flow;
}

static json_t *code_flows(const struct finding *f)
{
    struct steps *steps = steps_make(&f->naming);
    size_t left_out = steps_left_out(steps);
    json_t *flows = json_array(), *flow = json_object(), *all = json_array();
    for (unsigned t = 0; t < WIRE_MAX_THREADS; t++) {
        json_t *one = thread_flow(f, steps, t);
        if (one)
            append(flows, one);
    }
    steps_free(steps);
    if (json_array_size(flows) == 0)
        return all;
    put(flow, "message", message_of(left_out ? format_text("the interleaving; its first %zu steps are left out", left_out)
                                             : "the interleaving"));
    put(flow, "threadFlows", flows);
    append(all, flow);
    return all;
}

/* --- the document ------------------------------------------------------------------------------------------------------ */

/* By which a code host knows a finding again: `nth` of those that are told alike. */
static json_t *fingerprints_of(const char *lasting, size_t nth)
{
    char digest[SHA256_TEXT];
    json_t *o = json_object();
    sha256(lasting, strlen(lasting), digest);
    put(o, "mazurkaHeadline/v1", json_string(format_text("%s:%zu", digest, nth)));
    return o;
}

static json_t *result_of(const struct finding *f, struct strings *told)
{
    json_t *o = json_object(), *locations = json_array(), *flows = code_flows(f);
    char *lasting = headline_lasting(f->headline);
    size_t nth = 1;
    for (size_t i = 0; i < told->count; i++)
        nth += strcmp(told->at[i], lasting) == 0;
    strings_add(told, lasting);
    put(o, "ruleId", json_string(fault_words[f->fault.kind]));
    put_number(o, "ruleIndex", f->fault.kind);
    put(o, "level", json_string("error"));
    put(o, "message", message_of(f->headline));
    append(locations, location_of(&f->place, NULL));
    put(o, "locations", locations);
    put(o, "partialFingerprints", fingerprints_of(lasting, nth));
    if (json_array_size(flows) > 0)
        put(o, "codeFlows", flows);
    return o;
}

/* Every kind of fault; its index is its number. */
static json_t *rules(void)
{
    json_t *array = json_array();
    for (unsigned kind = 0; kind < FAULT_KINDS; kind++) {
        json_t *rule = json_object();
        put(rule, "id", json_string(fault_words[kind]));
        put(rule, "shortDescription", message_of(fault_meanings[kind]));
        append(array, rule);
    }
    return array;
}

static json_t *tool(void)
{
    json_t *o = json_object(), *driver = json_object();
    put(driver, "name", json_string("Mazurka"));
    put(driver, "version", json_string(MZ_VERSION));
    put(driver, "rules", rules());
    put(o, "driver", driver);
    return o;
}

/* Whether the check came to its end, and its verdict in words. */
static json_t *invocation_of(const struct report *r)
{
    json_t *o = json_object(), *told = json_array(), *note = json_object();
    bool ended = r->verdict != VERDICT_ERROR && r->verdict != VERDICT_INTERNAL && r->verdict != VERDICT_UNSOUND;
    put(o, "executionSuccessful", json_boolean(ended));
    put_number(o, "exitCode", (uint64_t)verdict_exit_code(r->verdict));
    put(note, "level", json_string(r->verdict == VERDICT_VERIFIED || r->verdict == VERDICT_BUG ? "note" : "warning"));
    put(note, "message", message_of(format_text("%s: %s", verdict_word(r->verdict), r->reason ? r->reason : "")));
    append(told, note);
    put(o, "toolExecutionNotifications", told);
    return o;
}

/* What paths are relative to. */
static json_t *roots(void)
{
    json_t *o = json_object(), *root = json_object();
    put(root, "uri", text_or_null(uri_of(repository_top())));
    put(o, SOURCE_ROOT, root);
    return o;
}

int report_sarif(const struct report *r, const char *path)
{
    json_t *document = json_object(), *runs = json_array(), *run = json_object(), *results = json_array(), *invocations = json_array();
    struct strings told = {0};
    for (size_t i = 0; i < r->finding_count; i++)
        if (is_about_the_program(r, &r->findings[i]) && !r->findings[i].doubt)
            append(results, result_of(&r->findings[i], &told));
    append(invocations, invocation_of(r));
    put(run, "tool", tool());
    put(run, "originalUriBaseIds", roots());
    put(run, "invocations", invocations);
    put(run, "results", results);
    append(runs, run);
    put(document, "$schema", json_string(SARIF_SCHEMA));
    put(document, "version", json_string("2.1.0"));
    put(document, "runs", runs);
    return json_file_write(document, path);
}
