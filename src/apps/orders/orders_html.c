/* orders_html.c - see orders_html.h. */
#include "apps/orders/orders_html.h"

#include <errno.h>
#include <string.h>

#include "tool/cli/html_frame.h"
#include "tool/cli/json_text.h"
#include "tool/cli/printable.h"
#include "tool/cli/result_file.h"
#include "tool/cli/xml.h"

static void put_text(FILE *out, const char *element, const char *text)
{
    fprintf(out, "<%s>%s</%s>\n", element, xml_text(printable(text), false), element);
}

/* A cell; with an arrow where both texts differ. */
static void put_cell(FILE *out, const char *from, const char *to)
{
    put_text(out, "td", to && strcmp(from, to) != 0 ? format_text("%s → %s", from, to) : from);
}

static void begin_row(FILE *out, const json_t *place)
{
    fputs("<tr>\n", out);
    put_cell(out, format_text("%s:%d", json_text_at(place, "file"), (int)json_integer_value(json_object_get(place, "line"))), NULL);
    put_cell(out, json_text_at(place, "operation"), NULL);
}

static void put_head(FILE *out, const char *const *titles)
{
    fputs("<div class=\"wide\"><table>\n<thead><tr>\n", out);
    for (; *titles; titles++)
        put_text(out, "th", *titles);
    fputs("</tr></thead>\n<tbody>\n", out);
}

static void end_table(FILE *out)
{
    fputs("</tbody></table></div>\n", out);
}

/* Why a place is as it is, or why the diff leaves it alone. */
static const char *remark_on(const json_t *place)
{
    const char *kept = json_text_at(place, "kept"), *not_in_diff = json_text_at(place, "not_in_diff");
    if (*kept)
        return format_text("kept: %s", kept);
    if (json_is_true(json_object_get(place, "undecided")))
        return "not decided";
    if (json_is_true(json_object_get(place, "not_proven")))
        return "weaker is not proven: mixed with seq_cst";
    const char *buffers = json_is_true(json_object_get(place, "load_buffering")) ? "no weaker for load buffering" : "";
    return *not_in_diff ? format_text("%s%snot in the diff: %s", buffers, *buffers ? "; " : "", not_in_diff) : buffers;
}

static void put_places(FILE *out, const json_t *places)
{
    static const char *const titles[] = {"place", "operation", "order", "x86", "Arm", "", NULL};
    put_head(out, titles);
    for (size_t i = 0; i < json_array_size(places); i++) {
        const json_t *place = json_array_get(places, i), *costs = json_object_get(place, "costs");
        const json_t *was = json_object_get(costs, "written"), *is = json_object_get(costs, "weakest");
        begin_row(out, place);
        put_cell(out, json_text_at(place, "written"), json_text_at(place, "weakest"));
        put_cell(out, json_text_at(was, "x86"), json_text_at(is, "x86"));
        put_cell(out, json_text_at(was, "arm"), json_text_at(is, "arm"));
        put_cell(out, remark_on(place), NULL);
        fputs("</tr>\n", out);
    }
    end_table(out);
}

static void put_mutants(FILE *out, const json_t *mutants)
{
    static const char *const titles[] = {"place", "operation", "order", "tests", NULL};
    put_head(out, titles);
    for (size_t i = 0; i < json_array_size(mutants); i++) {
        const json_t *mutant = json_array_get(mutants, i), *noticed = json_object_get(mutant, "noticed");
        begin_row(out, mutant);
        put_cell(out, json_text_at(mutant, "written"), json_text_at(mutant, "weakened"));
        put_cell(out, json_is_true(noticed) ? "noticed" : json_is_false(noticed) ? "survives" : "not decided", NULL);
        fputs("</tr>\n", out);
    }
    end_table(out);
}

static void put_trial(FILE *out, const char *what, const json_t *trial)
{
    if (trial)
        put_text(out, "p", format_text("%s%s: %s: %s", what, json_text_at(trial, "program"), json_text_at(trial, "verdict"),
            json_text_at(trial, "reason")));
}

static char *names_of(const json_t *programs)
{
    char *text = format_text("%s", "");
    for (size_t i = 0; i < json_array_size(programs); i++)
        text = format_text("%s%s%s", text, i ? ", " : "", json_string_value(json_array_get(programs, i)));
    return text;
}

void orders_html(json_t *document, const char *path)
{
    FILE *out = result_open(path);
    const char *diff = json_text_at(document, "diff"), *fix = json_text_at(json_object_get(document, "fix"), "text");
    if (!out)
        die("cannot write %s: %s", path, strerror(errno));
    html_begin(out, format_text("Memory orders of %s", names_of(json_object_get(document, "programs"))));
    put_trial(out, "As it is written, ", json_object_get(document, "written"));
    put_trial(out, "With the weakest orders, ", json_object_get(document, "result"));
    if (*fix)
        put_text(out, "p", format_text("Fix: %s", fix));
    if (json_object_get(document, "places"))
        put_places(out, json_object_get(document, "places"));
    if (json_object_get(document, "mutants"))
        put_mutants(out, json_object_get(document, "mutants"));
    if (*diff) {
        put_text(out, "h2", "Diff");
        fprintf(out, "<pre class=\"wide\">%s</pre>\n", xml_text(diff, false));
    }
    html_end(out);
    json_decref(document);
    if (result_close(out) != 0)
        die("cannot write %s: %s", path, strerror(errno));
}
