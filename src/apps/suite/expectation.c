/* expectation.c - the expectation of a program: its bug is found in the forms that have it, and nothing in the others. */
#include <string.h>

#include "apps/suite/outcome.h"

static bool is_line_of(const struct program *p, const json_t *place)
{
    const char *file = json_string_value(json_object_get(place, "file"));
    json_int_t line = json_integer_value(json_object_get(place, "line"));
    if (!file || strcmp(path_base(file), path_base(p->line_file)) != 0)
        return false;
    for (size_t i = 0; i < p->line_count; i++)
        if (p->lines[i] == line)
            return true;
    return false;
}

/* The line is that of the kind that the bug has; of others, as which it may show itself, nobody has said where. A deadlock has no line. */
static bool is_at_its_line(const struct program *p, const char *kind, const json_t *finding)
{
    size_t i;
    json_t *access;
    if (!p->line_file || strcmp(kind, p->kinds.at[0]) != 0 || strcmp(kind, "deadlock") == 0)
        return true;
    json_array_foreach(json_object_get(finding, "accesses"), i, access)
        if (is_line_of(p, json_object_get(access, "place")))
            return true;
    return is_line_of(p, json_object_get(finding, "place"));
}

static bool is_race(const char *kind)
{
    return kind && strcmp(kind, "race") == 0;
}

bool finding_is_expected(const struct experiment *e, const json_t *finding)
{
    const struct program *p = e->build->program;
    const char *kind = json_string_value(json_object_get(finding, "kind"));
    if (!e->build->form->buggy || !kind)
        return false;
    if (e->races && is_race(kind))
        return true;
    return strings_contain(&p->kinds, kind) && is_at_its_line(p, kind, finding);
}

/* --- a form with the bug --------------------------------------------------------------------------------------------- */

/* Some run has explored everything, it is said, and has not found it. */
static bool has_run_past_it(const json_t *json)
{
    size_t i;
    json_t *run;
    json_array_foreach(json_object_get(json_object_get(json, "runs"), "each"), i, run)
        if (json_is_true(json_object_get(run, "complete")) && !json_is_true(json_object_get(run, "found")))
            return true;
    return false;
}

static char *told(const json_t *finding)
{
    const char *headline = json_string_value(json_object_get(finding, "headline"));
    return format_text("%s", headline ? headline : "something");
}

/* Races that are only noticed by the way are no bug of this suite, unless nothing else was found. */
static char *judge_buggy(const struct experiment *e, const struct outcome *o)
{
    size_t i, expected = 0;
    json_t *finding;
    json_array_foreach(json_object_get(o->json, "findings"), i, finding) {
        bool noticed = e->configuration->by == BY_CHECK && is_race(json_string_value(json_object_get(finding, "kind")));
        if (finding_is_expected(e, finding))
            expected++;
        else if (!noticed)
            return format_text("another fault than the bug was found: %s", told(finding));
    }
    if (strcmp(o->verdict, "verified") == 0 || has_run_past_it(o->json))
        return format_text("all states were explored, and the bug was not found. (A form without it is called fixed, or is in "
                           "\"correct\")");
    if (e->configuration->by == BY_CHECK && expected == 0)
        return format_text("the bug was not found: %s: %s", o->verdict, o->reason);
    return NULL;
}

/* --- a form without it ----------------------------------------------------------------------------------------------- */

/* A search with a limit need not come to its end. */
static char *judge_fixed(const struct experiment *e, const struct outcome *o)
{
    bool limited = e->configuration->options[0] != '\0';
    if (strcmp(o->verdict, "bug") == 0)
        return format_text("there is to be no bug: %s", o->reason);
    if (!limited && strcmp(o->verdict, "verified") != 0)
        return format_text("not verified: %s: %s", o->verdict, o->reason);
    return NULL;
}

/* --- what a process has left ----------------------------------------------------------------------------------------- */

char *log_last_line(const char *log)
{
    char *text = read_whole_file(log, NULL), *last = NULL;
    for (char *line = text ? strtok(text, "\n") : NULL; line; line = strtok(NULL, "\n"))
        last = line;
    return last ? format_text("%s", starts_with(last, "mazurka: ") ? last + strlen("mazurka: ") : last) : format_text("it said nothing");
}

static char *judge_outcome(const struct experiment *e, const struct outcome *o, const char *log)
{
    bool refused = o->exit_code == EXIT_UNSOUND && e->configuration->by != BY_CHECK; /* as options go: no fault of the program's */
    if (refused)
        return NULL;
    if (o->exit_code == EXIT_ERROR || o->exit_code == EXIT_UNSOUND || o->exit_code > EXIT_UNSOUND || !o->json)
        return format_text("it could not be checked: %s", o->reason ? o->reason : log_last_line(log));
    if (e->configuration->by == BY_CENSUS)
        return NULL;
    return e->build->form->buggy ? judge_buggy(e, o) : judge_fixed(e, o);
}

struct outcome outcome_read(const struct experiment *e, const char *json, const char *log, int status, double seconds)
{
    struct outcome o = {.json = json_load_file(json, 0, NULL), .exit_code = status, .seconds = seconds};
    bool census = e->configuration->by == BY_CENSUS;
    o.verdict = json_string_value(json_object_get(o.json, "verdict"));
    o.reason = json_string_value(json_object_get(o.json, census ? "ending" : "reason"));
    if (!o.verdict)
        o.verdict = census && o.json ? "counted" : status == EXIT_UNSOUND ? "unsound" : "error";
    if (!o.reason && !o.json)
        o.reason = log_last_line(log);
    o.why = judge_outcome(e, &o, log);
    return o;
}
