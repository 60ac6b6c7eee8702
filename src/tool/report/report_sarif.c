/* report_sarif.c - findings as SARIF: one result for each finding, with a code flow that has one thread flow for each thread, and
 * executionOrder to put their steps into one order. */
#include "tool/binary/names/steps.h"
#include "tool/cli/json_text.h"
#include "tool/cli/sarif.h"
#include "tool/report/report.h"
#include "tool/result/headline.h"

/* --- the interleaving -------------------------------------------------------------------------------------------------- */

static json_t *flow_location(const struct naming *n, const struct step *s, size_t order, bool fatal)
{
    json_t *o = json_object();
    struct place place = step_place(n, s);
    put(o, "location", sarif_location(place.file, place.line, place.function, step_text(n, s)));
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
    put(flow, "message", sarif_message(left_out ? format_text("the interleaving; its first %zu steps are left out", left_out)
                                             : "the interleaving"));
    put(flow, "threadFlows", flows);
    append(all, flow);
    return all;
}

/* --- the document ------------------------------------------------------------------------------------------------------ */

/* Place of the last step in the repository's own sources. */
static json_t *last_of_repository(const json_t *flows)
{
    const json_t *steps = json_object_get(json_array_get(json_object_get(json_array_get(flows, 0), "threadFlows"), 0), "locations");
    for (size_t i = json_array_size(steps); i > 0; i--) {
        json_t *physical = json_object_get(json_object_get(json_array_get(steps, i - 1), "location"), "physicalLocation");
        if (json_object_get(json_object_get(physical, "artifactLocation"), "uriBaseId"))
            return physical;
    }
    return NULL;
}

/* Code hosts refuse a result without a place: that of an end in no line of the program is where it came to last. */
static json_t *location_of_finding(const struct finding *f, const json_t *flows)
{
    json_t *location = sarif_location(f->place.file, f->place.line, f->place.function, NULL);
    json_t *last = json_object_get(location, "physicalLocation") ? NULL : last_of_repository(flows);
    if (last)
        put(location, "physicalLocation", json_incref(last));
    return location;
}

static json_t *result_of(const struct finding *f, struct strings *told)
{
    json_t *o = json_object(), *locations = json_array(), *flows = code_flows(f);
    put(o, "ruleId", json_string(fault_words[f->fault.kind]));
    put_number(o, "ruleIndex", f->fault.kind);
    put(o, "level", json_string("error"));
    put(o, "message", sarif_message(f->headline));
    append(locations, location_of_finding(f, flows));
    put(o, "locations", locations);
    put(o, "partialFingerprints", sarif_fingerprints(headline_lasting(f->headline), told));
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
        put(rule, "shortDescription", sarif_message(fault_meanings[kind]));
        append(array, rule);
    }
    return array;
}

/* Its verdict in words, too. */
static struct sarif_end end_of(const struct report *r)
{
    bool ended = r->verdict != VERDICT_ERROR && r->verdict != VERDICT_INTERNAL && r->verdict != VERDICT_UNSOUND;
    bool decided = r->verdict == VERDICT_VERIFIED || r->verdict == VERDICT_BUG;
    return (struct sarif_end){.successful = ended, .exit_code = verdict_exit_code(r->verdict), .level = decided ? "note" : "warning",
        .told = format_text("%s: %s", verdict_word(r->verdict), r->reason ? r->reason : "")};
}

int report_sarif(const struct report *r, const char *path)
{
    json_t *results = json_array();
    struct strings told = {0};
    struct sarif_end end = end_of(r);
    for (size_t i = 0; i < r->finding_count; i++)
        if (is_about_the_program(r, &r->findings[i]) && !r->findings[i].doubt)
            append(results, result_of(&r->findings[i], &told));
    return sarif_write(rules(), results, &end, path);
}
