/* suggestion.c - see suggestion.h. */
#include "tool/advice/suggestion.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "model/op.h"
#include "tool/cli/options.h"
#include "tool/run/deadline.h"

enum { GRACE_MS = 2000 };

/* A store that others have overtaken is none. */
static bool reads_stale(const struct finding *f)
{
    uint64_t count = f->naming.wire ? naming_events(&f->naming) : 0;
    for (uint64_t i = 0; i < count; i++) {
        const struct wire_event *e = naming_event(&f->naming, i);
        if (e->newer > 0 && (e->kind == OP_ATOMIC_LOAD || e->kind == OP_ATOMIC_CAS))
            return true;
    }
    return false;
}

/* A data race is one whatever model was explored, and may be for lack of an order. */
static bool is_of_orders(const struct report *r)
{
    const struct wire *w = r->search->wire;
    bool weaker = w->weak_loose || w->weak_atomics;
    for (size_t i = 0; i < r->finding_count; i++) {
        const struct finding *f = &r->findings[i];
        bool race = f->fault.kind == FAULT_RACE && weaker;
        if (!f->doubt && is_about_the_program(r, f) && (race || reads_stale(f)))
            return true;
    }
    return false;
}

/* What decides how a program is followed holds there, too. */
static void add_options(const struct check_settings *s, struct strings *argv)
{
    for (const struct option_row *row = check_options; row->name || row->help; row++)
        if (row->name && row->trace && strcmp(row->name, "memory-model") != 0 && option_is_given(row, s))
            strings_add(argv, option_written(row, s));
}

static struct strings words_for(const struct report *r, uint64_t milliseconds)
{
    struct strings argv = {0};
    strings_add(&argv, self_path());
    strings_add(&argv, "orders");
    strings_add(&argv, r->program);
    strings_add(&argv, "--quiet");
    strings_add(&argv, "--format=json");
    strings_addf(&argv, "--time=%" PRIu64 "ms", milliseconds);
    add_options(r->settings, &argv);
    strings_add(&argv, "--");
    strings_append(&argv, &r->settings->arguments);
    return argv;
}

static char *read_fix(const char *text)
{
    json_t *document = json_loads(text, 0, NULL), *fix = json_object_get(document, "fix");
    const char *end = json_string_value(json_object_get(fix, "end")), *found = json_string_value(json_object_get(fix, "text"));
    char *sentence = NULL;
    if (found)
        sentence = format_text("%s%s", found, json_is_true(json_object_get(fix, "confirmed")) ? "" :
            " (there was no time to confirm this without a reduction: --suggest)");
    else if (end ? strcmp(end, "undecided") == 0 : json_integer_value(json_object_get(document, "exit_code")) == EXIT_UNKNOWN)
        sentence = format_text("none was found in the time that there was (--suggest, or mazurka orders, has more)");
    json_decref(document);
    return sentence;
}

void suggestion_add(struct report *r)
{
    const struct check_settings *s = r->settings;
    uint64_t left = deadline_left(), limit = s->suggest < left ? s->suggest : left;
    int status;
    bool weak = s->models >= MODELS_BOTH || r->search->config.memory_model == WIRE_MEMORY_C11;
    if (limit == 0 || s->quiet || s->atomic_orders || r->verdict != VERDICT_BUG || !weak || !is_of_orders(r))
        return;
    unsetenv(CHECK_VARIABLE); /* what it says is among the options */
    r->fix = read_fix(capture_process_for(words_for(r, limit).at, limit + GRACE_MS, &status));
}
