/* case_run.c - the words by which a case is run alone, and what its document says. */
#include "apps/test/case_run.h"

#include <stdlib.h>
#include <string.h>

#include "apps/test/test_baseline.h"
#include "apps/test/test_cache.h"
#include "tool/cli/json_text.h"
#include "tool/cli/workers.h"

/* For a file: letters that need no quotes. */
static char *file_name(const char *program, const char *name, const char *suffix)
{
    char *file = format_text("%s-%s.%s", path_base(program), name, suffix);
    for (char *c = file; *c; c++) {
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.", *c))
            *c = '_';
    }
    return file;
}

/* What the program has printed on the way to the bug. */
static char *output_of(const json_t *finding)
{
    char *output = format_text("%s", "");
    const json_t *steps = json_object_get(finding, "steps");
    for (size_t i = 0; i < json_array_size(steps); i++)
        if (*json_text_at(json_array_get(steps, i), "stream"))
            output = format_text("%s%s", output, json_text_at(json_array_get(steps, i), "output"));
    return output;
}

/* A case that has failed has not always failed. */
static const char *how_often(const json_t *finding)
{
    if (strcmp(json_text_at(finding, "kind"), "exit-status") != 0)
        return "";
    return json_is_true(json_object_get(finding, "never_ends_well")) ? "; so in every interleaving"
         : json_is_integer(json_object_get(finding, "fatal_step"))   ? "; passes in other interleavings" : "";
}

static void take_bug(struct test_result *r, const struct framework *f, const json_t *finding)
{
    bool fails = strcmp(json_text_at(finding, "kind"), "exit-status") == 0;
    r->message = fails ? framework_message(f, output_of(finding)) : NULL;
    r->cause = format_text("%s", json_text_at(finding, "cause"));
    r->token = format_text("%s", json_text_at(finding, "token"));
    r->trace = format_text("%s", json_text_at(finding, "trace_file"));
    r->reason = format_text("%s%s", r->reason, how_often(finding));
}

void case_not_run(struct test_result *r)
{
    r->status = EXIT_UNKNOWN;
    r->verdict = "unknown";
    r->reason = "not checked: stopped by a signal";
    r->not_run = true;
    r->said = r->cause = r->token = r->trace = "";
}

static void take_check(struct test_result *r, const struct framework *f)
{
    const json_t *statistics = json_object_get(r->document, "statistics");
    r->seconds = json_number_value(json_object_get(statistics, "total_seconds"));
    r->states = (uint64_t)json_integer_value(json_object_get(statistics, "states"));
    r->skipped = r->status == EXIT_VERIFIED && json_is_true(json_object_get(r->document, "noticed"));
    if (r->skipped) {
        r->verdict = "skipped";
        r->reason = "the case skips itself in some interleaving";
    }
    if (r->status == EXIT_BUG)
        take_bug(r, f, json_array_get(json_object_get(r->document, "findings"), 0));
}

static void take_hunt(struct test_result *r, const struct framework *f)
{
    if (r->status != EXIT_BUG)
        return;
    r->reason = format_text("%s", json_text_at(r->document, "fault"));
    r->message = framework_message(f, format_text("%s", json_text_at(r->document, "output")));
    r->trace = format_text("%s", json_text_at(r->document, "trace"));
}

static char *without_last_newline(const char *text)
{
    size_t length = strlen(text);
    return format_text("%.*s", (int)(length > 0 && text[length - 1] == '\n' ? length - 1 : length), text);
}

/* The status of a check that was ended by a signal is in its document. */
static void take_result(const struct test_settings *s, struct test_result *r, const struct framework *f, const struct case_documents *of)
{
    const char *said = of->said ? of->said : "";
    r->status = of->status;
    r->seconds = of->seconds;
    r->document = of->document;
    r->sarif = of->sarif;
    if (r->status < 0 && r->document && !s->hunt)
        r->status = (int)json_integer_value(json_object_get(r->document, "exit_code"));
    if (r->status < 0) {
        case_not_run(r);
        return;
    }
    r->verdict = format_text("%s", r->document ? json_text_at(r->document, "verdict") : "error");
    r->reason = r->document ? format_text("%s", json_text_at(r->document, "reason")) : without_last_newline(said);
    r->cause = r->token = r->trace = format_text("%s", "");
    r->said = format_text("%s", said);
    if (s->hunt)
        take_hunt(r, f);
    else
        take_check(r, f);
}

/* The words of `mazurka check`, or hunt, for the case, but for the files that are read here. A case that fails is a bug, whatever others
 * do. */
static struct strings words_of(const struct test_settings *s, const struct framework *f, const char *trace)
{
    struct strings argv = {0};
    strings_add(&argv, self_path());
    strings_add(&argv, s->hunt ? "hunt" : "check");
    strings_add(&argv, s->program);
    strings_addf(&argv, "--time=%jums", (uintmax_t)s->budget);
    strings_add(&argv, s->hunt ? "--status=zero" : "--exit-status=zero");
    strings_addf(&argv, "--trace=%s", trace);
    if (!s->hunt && f && f->skipped)
        strings_addf(&argv, "--notice=%s", f->skipped);
    strings_append(&argv, &s->check);
    return argv;
}

/* Arguments of the program. */
static struct strings arguments_of(const struct test_settings *s, const struct framework *f, const char *selecting)
{
    struct strings argv = {0};
    strings_add(&argv, "--");
    if (selecting)
        strings_add(&argv, selecting);
    if (f && f->with)
        strings_add(&argv, f->with);
    strings_append(&argv, &s->arguments);
    return argv;
}

static void take_status(struct task *task, int status, double seconds)
{
    struct case_documents *of = task->self;
    of->status = status;
    of->seconds = seconds;
}

/* Result of a check or hunt that is run now. `key`: its result may be kept. */
static struct case_documents run_now(const struct test_settings *s, struct strings words, const struct strings *arguments,
                                     const char *trace, const char *key)
{
    const char *folder = temp_directory(), *json = path_join(folder, "result.json"), *sarif = path_join(folder, "result.sarif");
    const char *inputs = path_join(folder, "inputs.json");
    struct case_documents of = {.status = -1}; /* it was ended */
    struct workers one = {.at_a_time = 1, .done = take_status};
    strings_addf(&words, "--json=%s", json);
    if (s->sarif || key)
        strings_addf(&words, "--sarif=%s", sarif);
    if (key)
        strings_addf(&words, "--inputs=%s", inputs);
    strings_append(&words, arguments);
    struct task task = {.argv = words, .log = path_join(folder, "said"), .self = &of};
    workers_run(&one, &task, 1);
    of.said = read_whole_file(task.log, NULL);
    of.document = json_load_file(json, 0, NULL);
    of.sarif = s->sarif || key ? json_load_file(sarif, 0, NULL) : NULL;
    if (key)
        test_cache_keep(s->kept, key, inputs, trace, &of);
    return of;
}

void case_run(const struct test_settings *s, const struct framework *f, const struct test_case *c, struct test_result *r)
{
    const char *suffix = s->hunt ? "mzh" : "mzt";
    char *argument = NULL, *variable = NULL;
    char *trace = f ? file_name(s->program, r->name, suffix) : format_text("%s.%s", path_base(s->program), suffix);
    if (f)
        framework_select(f, c, &argument, &variable);
    struct strings words = words_of(s, f, trace), arguments = arguments_of(s, f, argument), all = {0};
    strings_append(&all, &words);
    strings_append(&all, &arguments);
    char *key = test_cache_key(s->kept, &all, variable);
    if (variable && putenv(variable) != 0)
        die("out of memory");
    struct case_documents of;
    r->cached = key && test_cache_take(s->kept, key, &of);
    if (!r->cached)
        of = run_now(s, words, &arguments, trace, key);
    take_result(s, r, f, &of);
    r->setting = variable;
    r->known = s->baseline && baseline_has(s->baseline, r);
}

static bool any_reached(const char *json)
{
    json_t *document = json_load_file(json, 0, NULL);
    const json_t *reached = json_object_get(document, "reached");
    bool any = json_array_size(reached) == 0;
    for (size_t i = 0; i < json_array_size(reached); i++)
        any |= !json_is_false(json_array_get(reached, i));
    json_decref(document);
    return any;
}

bool case_reaches(const struct test_settings *s, const struct framework *f, const struct test_case *c, const char *places)
{
    const char *folder = temp_directory(), *json = path_join(folder, "result.json");
    static const char *const walk[] = {"--search=walk", "--walks=1", "--time=2s", "--race=off", "--no-trace", "--quiet"};
    char *argument = NULL, *variable = NULL;
    struct strings words = {0};
    if (f)
        framework_select(f, c, &argument, &variable);
    struct strings arguments = arguments_of(s, f, argument);
    strings_add(&words, self_path());
    strings_add(&words, "check");
    strings_add(&words, s->program);
    for (size_t i = 0; i < sizeof walk / sizeof *walk; i++)
        strings_add(&words, walk[i]);
    strings_add(&words, places);
    strings_addf(&words, "--json=%s", json);
    strings_append(&words, &arguments);
    if (variable && putenv(variable) != 0)
        die("out of memory");
    struct case_documents of = {0};
    struct task task = {.argv = words, .log = path_join(folder, "said"), .self = &of};
    struct workers one = {.at_a_time = 1, .done = take_status};
    workers_run(&one, &task, 1);
    return any_reached(json);
}
