/* doctor_command.c - `mazurka doctor`: what of this machine is there for checks, what is missing, and how to get it. */
#include <stdio.h>
#include <string.h>

#include "apps/doctor/looks.h"
#include "tool/cli/command.h"
#include "tool/cli/json_file.h"
#include "tool/cli/options.h"
#include "tool/cli/printable.h"
#include "tool/cli/result_file.h"
#include "tool/cli/util.h"

static const char usage[] =
    "Usage: mazurka doctor [--json=FILE]\n"
    "\n"
    "Looks at what checks need on this machine: compilers and their plugins, the runtime, other commands. Two small programs are\n"
    "compiled and checked, so that whatever is in the way shows. One line is printed for each, with the way to get what is\n"
    "missing.\n";

static const char examples[] =
    "\n"
    "Examples:\n"
    "  mazurka doctor\n"
    "  MAZURKA_CC=clang mazurka doctor     with another compiler\n"
    "\n"
    "Exit status: 0 all that every check needs is there, 2 it is not.\n";

struct doctor_settings {
    const char *json;
};

#define ROW(...) OPTION_ROW(struct doctor_settings, __VA_ARGS__)
static const struct option_row doctor_options[] = {
    OPTION_HEADING_ROW("Options"),
    ROW("json", OPTION_TEXT, json, "FILE", "write what was seen as JSON; - is stdout"),
    OPTION_END,
};

static const char *const words[] = {[LOOK_OK] = "ok", [LOOK_MISSING] = "missing", [LOOK_FAILS] = "fails"};

static void print(const struct look *l, const struct seen *s, FILE *out)
{
    fprintf(out, "%-8s %s: %s\n", words[s->state], l->name, printable(s->text));
    if (s->state != LOOK_OK && l->use)
        fprintf(out, "         only for %s\n", l->use);
    if (s->state != LOOK_OK && l->way)
        fprintf(out, "         %s\n", l->way);
    fflush(out);
}

static json_t *described(const struct look *l, const struct seen *s)
{
    return json_pack("{s:s,s:s,s:b,s:s,s:s*,s:s*}", "name", l->name, "state", words[s->state], "needed", l->needed, "text",
        printable(s->text), "for", l->use, "way", s->state == LOOK_OK ? NULL : l->way);
}

static int run(int argc, char **argv)
{
    struct doctor_settings settings = {0};
    int status = EXIT_VERIFIED;
    json_t *all = json_array();
    options_initial(doctor_options, &settings);
    for (int i = 1; i < argc; i++)
        if (!options_take(doctor_options, &settings, "doctor", argv, &i))
            die("unexpected argument %s: doctor takes none", argv[i]);
    FILE *out = is_stdout(settings.json) ? stderr : stdout;
    for (const struct look *l = looks; l->name; l++) {
        struct seen seen = l->look(l->argument);
        print(l, &seen, out);
        json_array_append_new(all, described(l, &seen));
        if (seen.state != LOOK_OK && l->needed)
            status = EXIT_ERROR;
    }
    fprintf(out, status == EXIT_VERIFIED ? "all that every check needs is there\n" : "something that every check needs is not there\n");
    if (settings.json)
        json_file_put(json_pack("{s:s,s:i,s:s,s:i,s:o}", "schema", "mazurka-doctor", "schema_version", 1, "mazurka_version", MZ_VERSION,
            "exit_code", status, "looks", all), settings.json);
    return status;
}

const struct command doctor_command = {
    .name = "doctor",
    .help = "look at what checks need on this machine, and how to get what is missing",
    .example = "mazurka doctor",
    .usage = usage,
    .options = doctor_options,
    .examples = examples,
    .run = run,
};
