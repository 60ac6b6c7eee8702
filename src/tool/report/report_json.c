/* report_json.c - the result of a check as JSON; docs/use/json.md describes every field. */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/op.h"
#include "model/threadset.h"
#include "tool/cli/json_file.h"
#include "tool/binary/symbols/demangle.h"
#include "tool/binary/names/steps.h"
#include "tool/binary/names/synchronizes.h"
#include "tool/report/cause.h"
#include "tool/report/atomics_json.h"
#include "tool/cli/json_text.h"
#include "tool/result/memory_orders.h"
#include "tool/result/races.h"
#include "tool/report/report.h"
#include "tool/report/report_json.h"
#include "tool/report/rc11_json.h"
#include "tool/report/search_json.h"
#include "tool/cli/search_options.h"
#include "tool/cli/suppressions.h"

enum { SCHEMA_VERSION = 1, WRITTEN_DECISIONS = 100000 };

static void put_address(json_t *object, const char *key, uint64_t value)
{
    char *text = format_text("0x%" PRIx64, value);
    put(object, key, json_string(text));
}

static json_t *place_of(const struct place *p)
{
    json_t *object = json_object();
    put(object, "file", text_or_null(p->file));
    put(object, "line", p->line ? json_integer(p->line) : json_null());
    put(object, "function", text_or_null(p->function));
    put_address(object, "pc", p->pc);
    return object;
}

/* --- the run ----------------------------------------------------------------------------------------------------------- */

static json_t *value_of(const struct option_row *row, const struct check_settings *s)
{
    switch (row->kind) {
    case OPTION_FLAG:
    case OPTION_CLEAR:
        return json_boolean(option_number(row, s));
    case OPTION_TEXT:
    case OPTION_TEXT_OR_FLAG:
    case OPTION_WORD:
        return text_or_null(option_text(row, s));
    case OPTION_CHOICE:
    case OPTION_CHOICE_OR_FLAG:
        return text_or_null(option_word(row, option_number(row, s)));
    default:
        return json_integer((json_int_t)option_number(row, s));
    }
}

/* As they were given, and where that is left to us as the search was started. */
static json_t *settings_of(const struct report *r)
{
    struct check_settings s = *r->settings;
    json_t *o = json_object();
    char *configuration = search_description(&s);
    s.config = r->search->config;
    s.how.steering = s.config.steering;
    for (const struct option_row *row = check_options; row->help; row++) {
        if (row->json)
            put(o, row->json, value_of(row, &s));
    }
    put(o, "configuration", configuration ? text_or_null(configuration) : json_sprintf("--search=%s", s.how.search));
    put_number(o, "max_depth", s.config.steering.depth.to);
    return o;
}

/* --- findings ---------------------------------------------------------------------------------------------------------- */

static json_t *threads_of(const struct naming *n)
{
    json_t *array = json_array(), *o = json_object();
    put_number(o, "number", 0);
    put(o, "start", json_string("main"));
    json_array_append_new(array, o);
    for (uint32_t i = 0; i < n->wire->threads && i < WIRE_MAX_THREADS; i++) {
        const struct wire_thread *t = &n->wire->thread[i];
        if (!t->start)
            continue;
        struct place created = naming_created(n, t);
        o = json_object();
        put_number(o, "number", t->thread);
        put(o, "start", text_or_null(name_start(n, t->thread, t->event)));
        put_number(o, "parent", t->parent);
        put(o, "created", place_of(&created));
        json_array_append_new(array, o);
    }
    return array;
}

/* The calls that led to an operation, innermost first, as "f.c:30 main". */
static json_t *callers_of(const struct naming *n, const uint64_t *stack, uint32_t used)
{
    json_t *array = json_array();
    for (uint32_t i = 1; i < used && i < WIRE_STACK; i++) {
        struct place p = symbols_call(n->symbols, stack[i]);
        if (symbols_in_runtime(n->symbols, stack[i]))
            continue;
        char *line = symbols_line(n->symbols, &p), *text = format_text("%s %s", line, p.function ? p.function : "?");
        json_array_append_new(array, text_or_null(text));
        free(line);
        free(text);
    }
    return array;
}

static void put_lock(json_t *o, const struct naming *n, const char *key, uint64_t index, uint64_t address)
{
    struct value_type ignored;
    if (address)
        put(o, key, text_or_null(name_data(n, index, address, 1, &ignored)));
}

static void put_operation(json_t *o, const struct naming *n, uint64_t index)
{
    const struct wire_event *e = naming_event(n, index);
    struct value_type type;
    put(o, "operation", json_string(e->kind < OP_KINDS ? op_info[e->kind].name : "?"));
    put(o, "choice_point", json_boolean(e->choice_point));
    put_number(o, "choice", e->choice);
    if (e->addr && e->kind != OP_OUTPUT) {
        char *object = name_data(n, index, e->addr, e->size, &type);
        put(o, "object", text_or_null(object));
        put_address(o, "address", e->addr);
        put_number(o, "size", e->size);
        put(o, "before", text_or_null(name_value(n, index, &type, e->size, e->before)));
        put(o, "after", text_or_null(name_value(n, index, &type, e->size, e->after)));
    }
    put_lock(o, n, "takes", index, steps_takes(e));
    put_lock(o, n, "gives_up", index, steps_gives_up(e));
    if (e->kind == OP_OUTPUT && e->output <= WIRE_MAX_OUTPUT && e->size <= WIRE_MAX_OUTPUT - e->output) {
        if (e->detail <= 2)
            put(o, "stream", json_string(e->detail == 2 ? "stderr" : "stdout"));
        else if (e->arg[0] <= e->output)
            put(o, "file", text_of(wire_output(n->wire) + e->output - e->arg[0], e->arg[0]));
        put(o, "output", text_of(wire_output(n->wire) + e->output, e->size));
    }
    put(o, "callers", callers_of(n, e->stack, e->stack_used));
}

static bool is_of_step(const struct step *s, uint64_t event)
{
    return s->kind != STEP_FOLD && s->kind != STEP_BLOCKED && event >= s->event && event <= s->last;
}

static void add_text(json_t *parts, const char *text, size_t length)
{
    if (length > 0)
        json_array_append_new(parts, text_of(text, length));
}

/* The sentence in pieces: texts, and places with the step that is there. */
static json_t *cause_parts(const struct cause *cause, const struct steps *steps, size_t first)
{
    json_t *parts = json_array();
    size_t at = 0;
    for (size_t i = 0; i < cause->places; i++) {
        const struct cause_place *p = &cause->place[i];
        size_t step = first;
        while (step < steps->count && !is_of_step(&steps->at[step], p->event))
            step++;
        if (step == steps->count)
            continue;
        add_text(parts, cause->text + at, p->start - at);
        json_t *o = json_object();
        put(o, "text", text_of(cause->text + p->start, p->length));
        put_number(o, "step", step - first);
        json_array_append_new(parts, o);
        at = p->start + p->length;
    }
    add_text(parts, cause->text + at, strlen(cause->text + at));
    return parts;
}

static json_t *step_of(const struct naming *n, const struct step *s)
{
    static const char *const kinds[] = {[STEP_DONE] = "step", [STEP_LOCAL] = "local", [STEP_FOLD] = "folded",
        [STEP_OUTPUT] = "output", [STEP_BLOCKED] = "blocked"};
    json_t *o = json_object();
    struct place place = step_place(n, s);
    char *text = step_text(n, s);
    put(o, "kind", json_string(kinds[s->kind]));
    put_number(o, "thread", s->thread);
    put(o, "text", text_or_null(text));
    put(o, "switched", json_boolean(s->switched));
    put(o, "preempted", json_boolean(s->preempted));
    if (s->kind == STEP_FOLD)
        put_number(o, "count", s->folded);
    else
        put(o, "place", place_of(&place));
    if (s->kind != STEP_FOLD && s->kind != STEP_BLOCKED)
        put_operation(o, n, s->event);
    return o;
}

/* Lines of other threads that each line is ordered behind; those before the `first` are not there. */
static void put_order(json_t *array, const struct naming *n, const struct steps *steps, size_t first)
{
    struct edges edges = synchronizes(n, steps);
    for (size_t i = 0; i < edges.count; i++) {
        if (edges.at[i].from < first || edges.at[i].to < first)
            continue;
        json_t *step = json_array_get(array, edges.at[i].to - first), *behind = json_object_get(step, "behind");
        if (!behind)
            put(step, "behind", behind = json_array());
        append(behind, json_integer((json_int_t)(edges.at[i].from - first)));
    }
    free(edges.at);
}

static void put_steps(json_t *o, const struct finding *f, const struct cause *cause)
{
    const struct naming *n = &f->naming;
    struct steps *steps = steps_make(n);
    json_t *array = json_array(), *fatal = json_null();
    size_t first = steps_left_out(steps);
    for (size_t i = first; i < steps->count; i++) {
        json_t *step = step_of(n, &steps->at[i]);
        if (cause_names(cause, &steps->at[i]))
            put(step, "in_cause", json_true());
        json_array_append_new(array, step);
        if (f->fate.kind == WIRE_FATE_STEP && step_is_decision(n, &steps->at[i], f->fate.step))
            fatal = json_integer((json_int_t)(i - first));
    }
    put_order(array, n, steps, first);
    put(o, "fatal_step", fatal);
    put(o, "never_ends_well", json_boolean(f->fate.kind == WIRE_FATE_SEALED));
    put_number(o, "visible_steps", steps->visible);
    put_number(o, "context_switches", steps->switches);
    put_number(o, "preemptions", steps->preemptions);
    if (cause->text)
        put(o, "cause_parts", cause_parts(cause, steps, first));
    put(o, "steps", array);
    if (first)
        put_number(o, "left_out", first);
    steps_free(steps);
}

/* What each thread that is alive in the last state would do next. */
static json_t *pending_of(const struct naming *n)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < n->wire->waiters && i < WIRE_MAX_WAITERS; i++) {
        const struct wire_waiter *w = &n->wire->waiter[i];
        if (w->kind == OP_FAULT)
            continue;
        struct pending pending = steps_pending(w);
        struct place place = naming_place(n, w->stack, w->stack_used);
        json_t *o = json_object(), *holders = json_array();
        THREADSET_EACH(t, threadset_unpack(&w->holders))
            json_array_append_new(holders, json_integer((json_int_t)t));
        put_number(o, "thread", w->thread);
        put(o, "text", text_or_null(name_pending(n, AT_THE_END, &pending)));
        put(o, "operation", json_string(w->kind < OP_KINDS ? op_info[w->kind].name : "?"));
        put(o, "place", place_of(&place));
        put(o, "enabled", json_boolean(w->enabled));
        put(o, "loops", json_boolean(w->loops));
        put(o, "waits_for", w->waits_for < 0 ? json_null() : json_integer(w->waits_for));
        put(o, "held_by", holders);
        const struct wire_event *signal = w->kind == OP_WAKE ? naming_event(n, steps_signal(n, w->addr, true)) : NULL;
        if (signal) {
            struct place lost = symbols_call(n->symbols, signal->pc);
            put(o, "lost_signal", place_of(&lost));
            put_number(o, "lost_signal_by", signal->thread);
        }
        json_array_append_new(array, o);
    }
    return array;
}

/* The trace has all of it. */
static json_t *schedule_of(const struct finding *f)
{
    json_t *array = json_array();
    for (size_t i = 0; i < f->schedule_count && i < WRITTEN_DECISIONS; i++) {
        json_t *pair = json_array();
        json_array_append_new(pair, json_integer(f->schedule[i].thread));
        json_array_append_new(pair, json_integer(f->schedule[i].choice));
        json_array_append_new(array, pair);
    }
    return array;
}

/* Both accesses of a data race. */
static json_t *accesses_of(const struct finding *f)
{
    const struct naming *n = &f->naming;
    json_t *array = json_array();
    for (int i = 0; i < 2; i++) {
        const struct wire_access *a = &f->access[i];
        struct place place = symbols_call(n->symbols, a->pc);
        struct strings held = race_held(n, a);
        const uint64_t *stack;
        uint32_t used = race_stack(n, a, &stack);
        json_t *o = json_object();
        put_number(o, "thread", a->thread);
        put(o, "access", json_string(race_verb(a)));
        put(o, "operation", json_string(a->kind < OP_KINDS ? op_info[a->kind].name : "?"));
        put(o, "performed", json_boolean(a->performed));
        put(o, "object", text_or_null(race_object(n, a)));
        put_address(o, "address", a->addr);
        put_number(o, "size", a->size);
        put(o, "place", place_of(&place));
        put(o, "callers", callers_of(n, stack, used));
        put(o, "holds", texts_of(&held));
        json_array_append_new(array, o);
    }
    return array;
}

/* The heap block that the fault has to do with. */
static json_t *block_of(const struct naming *n, const struct fault_block *b)
{
    json_t *o = json_object();
    struct place allocated = symbols_call(n->symbols, b->pc), freed = symbols_call(n->symbols, b->freed_pc);
    put_address(o, "address", b->start);
    put_number(o, "size", b->size);
    put(o, "allocated", place_of(&allocated));
    put_number(o, "allocated_by", b->thread);
    if (!b->freed_pc)
        return o;
    put(o, "freed", place_of(&freed));
    put_number(o, "freed_by", b->freed_by);
    return o;
}

json_t *report_finding(const struct finding *f)
{
    json_t *o = json_object();
    struct cause cause = cause_of(f);
    put(o, "kind", json_string(f->fault.kind < FAULT_KINDS ? fault_words[f->fault.kind] : "?"));
    put(o, "headline", text_or_null(f->headline));
    put(o, "cause", text_or_null(cause.text));
    put(o, "text", text_or_null(demangle_text(f->fault.text)));
    put_number(o, "thread", f->fault.thread);
    put(o, "code", json_integer(f->fault.code));
    put_address(o, "address", f->fault.addr);
    put(o, "place", place_of(&f->place));
    put(o, "confirmed", json_boolean(!f->doubt));
    put(o, "doubt", text_or_null(f->doubt));
    put(o, "trace_file", text_or_null(f->trace));
    put(o, "token", text_or_null(f->token));
    put_number(o, "states_before", f->states);
    put(o, "schedule", schedule_of(f));
    if (f->schedule_count > WRITTEN_DECISIONS)
        put_number(o, "schedule_left_out", f->schedule_count - WRITTEN_DECISIONS);
    if (!f->naming.wire)
        return o;
    if (f->naming.wire->config.atomic_orders)
        put(o, "atomics", atomics_met(f->naming.wire));
    if (f->fault.kind == FAULT_RACE && !f->doubt)
        put(o, "accesses", accesses_of(f));
    if (f->fault.block.start)
        put(o, "block", block_of(&f->naming, &f->fault.block));
    put(o, "threads", threads_of(&f->naming));
    put_steps(o, f, &cause);
    put(o, "least_preemptions", json_boolean(f->least));
    put(o, "pending", pending_of(&f->naming));
    return o;
}

/* --- what was left out --- */

static json_t *suppressions_of(const struct suppressions *s)
{
    json_t *array = json_array();
    for (size_t i = 0; i < s->count; i++) {
        json_t *o = json_object();
        put(o, "file", text_or_null(s->path));
        put_number(o, "line", s->at[i].line);
        put(o, "suppression", text_or_null(s->at[i].text));
        put_number(o, "count", s->at[i].headlines.count);
        put(o, "findings", texts_of(&s->at[i].headlines));
        json_array_append_new(array, o);
    }
    return array;
}

/* --- the document ------------------------------------------------------------------------------------------------------ */

static json_t *complete_json(const struct report *r)
{
    char *text = complete_text(r);
    json_t *o = text ? json_object() : json_null();
    if (text) {
        put(o, "text", json_string(text));
        put_number(o, "states", r->search->wire->covered.states);
    }
    return o;
}

/* null: there was no way to know it. */
static json_t *reached_of(const struct launch *search)
{
    const struct wire *w = search->wire;
    json_t *array = json_array();
    for (size_t i = 0; i < search->watched_count; i++) {
        uint32_t n = wire_spot_at(w, 0, search->watched[i]);
        bool known = !w->spots_lost && n < WIRE_MAX_SPOTS && w->spot[n].laid;
        json_array_append_new(array, known ? json_boolean(w->spot[n].reached || w->spot[n].in_setup) : json_null());
    }
    return array;
}

json_t *report_document(const struct report *r)
{
    json_t *o = json_object(), *findings = json_array();
    put(o, "schema", json_string("mazurka-check"));
    put_number(o, "schema_version", SCHEMA_VERSION);
    put(o, "mazurka_version", json_string(MZ_VERSION));
    put(o, "verdict", json_string(verdict_word(r->verdict)));
    put(o, "reason", text_or_null(r->reason));
    put(o, "coverage", text_or_null(r->coverage));
    if (r->settings->atomic_orders) {
        put(o, "only_mixed", json_boolean(memory_orders_only_mixed(r)));
        put(o, "mixed", json_boolean(memory_orders_mixed(r)));
    }
    put(o, "complete", complete_json(r));
    put_number(o, "exit_code", (uint64_t)verdict_exit_code(r->verdict));
    put(o, "program", text_or_null(r->name));
    put(o, "compile", texts_of(&r->settings->compile));
    put(o, "arguments", texts_of(&r->settings->arguments));
    put(o, "settings", settings_of(r));
    put(o, "statistics", statistics_json(r));
    if (r->settings->how.steering.runs)
        put(o, "runs", runs_json(r));
    if (search_takes(&r->settings->how, "bug-depth"))
        put(o, "promise", guarantee_json(r));
    if (search_takes(&r->settings->how, "pair"))
        put(o, "pairs", pairs_json(r));
    if (search_takes(&r->settings->how, "cvt"))
        put(o, "ranked", ranked_json(r));
    put(o, "premises", texts_of(&r->premises));
    if (r->settings->notice)
        put(o, "noticed", json_boolean(r->search->wire->noticed));
    if (r->settings->atomic_orders)
        put(o, "atomics", atomics_json(r->search->wire));
    if (r->settings->reached)
        put(o, "reached", reached_of(r->search));
    if (r->rc11)
        put(o, "rc11", rc11_json(r->rc11));
    if (r->fix)
        put(o, "fix", text_or_null(r->fix));
    put(o, "notes", texts_of(&r->notes));
    put(o, "unseen", texts_of(&r->unseen_places));
    put(o, "untracked", texts_of(&r->untracked));
    put(o, "taken_as_one_step", texts_of(&r->sharing));
    put(o, "unreached", texts_of(&r->unreached));
    if (r->settings->suppressions)
        put(o, "suppressions", suppressions_of(r->settings->suppressions));
    for (size_t i = 0; i < r->finding_count; i++)
        json_array_append_new(findings, report_finding(&r->findings[i]));
    put(o, "findings", findings);
    return o;
}

int report_json(const struct report *r, const char *path)
{
    return json_file_write_as(report_document(r), path, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
}
