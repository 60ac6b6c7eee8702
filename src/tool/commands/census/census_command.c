/* census_command.c - `mazurka census`: how dense the errors of a program are (section 5.1.1 of the paper on DFS-RB). The search that counts
 * is search/drivers/census.c. */
#include <errno.h>
#include <string.h>

#include "tool/cli/command.h"
#include "tool/cli/result_file.h"
#include "tool/commands/census/census_result.h"
#include "tool/commands/check_options.h"
#include "tool/commands/checking.h"
#include "tool/report/report.h"
#include "tool/result/confirm.h"
#include "tool/result/verdict.h"
#include "tool/run/launch.h"

enum { DEFAULT_TIME = 60000 };

static const char usage[] =
    "Usage: mazurka census FILE.c|FILE.cpp... [OPTIONS] [-- ARGUMENTS]\n"
    "       mazurka census PROGRAM [OPTIONS] [-- ARGUMENTS]\n"
    "\n"
    "Measures how hard the bugs of a program are to find: the ratio of error states, the ratio of error paths, and the least and\n"
    "average length of error paths. Where all states are explored within the limits (--states, --time; one minute, if neither is\n"
    "given) the numbers are exact. Otherwise they are estimated from samples of a random search, with intervals of 95 %\n"
    "confidence. Sources, programs, options for the compiler and ARGUMENTS are those of `mazurka check`, and so are its options but\n"
    "for those that say how to search.\n"
    "\n"
    "The search goes on after every error. A path ends at an end of the program, at a known state or at an error; states and paths\n"
    "count as often as they are met. With --race=error --race-rule=poised a state in which two threads are about to make\n"
    "conflicting accesses is an error, as in Java PathFinder.\n"
    "\n"
    "Options that matter here:\n"
    "  --states=N            count until N states are known\n"
    "  --time=DURATION       or until then\n"
    "  --seed=N              of the random order\n"
    "  --race=error          data races are errors; --race=off: nobody looks for them\n"
    "  --race-rule=poised    what a race is\n"
    "  --json=FILE           write the numbers as JSON; - is stdout\n"
    "  --quiet               no notes\n"
    "\n"
    "Examples:\n"
    "  mazurka census account.c                                  the bug's own errors\n"
    "  mazurka census account.c --race=error --race-rule=poised  races count as well\n"
    "  mazurka census daisy.c --states=10M --json=daisy.json\n"
    "\n"
    "Exit status: 0 the numbers are there, 2 usage, compiler or system error, 3 nothing could be counted, or interrupted,\n"
    "4 options that together would not be sound.\n";

/* In front of what the user has said, so that it shows if something else was said. */
static struct strings with_the_search(int argc, char **argv)
{
    struct strings words = {0};
    strings_add(&words, argv[0]);
    strings_add(&words, "--search=census");
    for (int i = 1; i < argc; i++)
        strings_add(&words, argv[i]);
    return words;
}

static void refuse(bool given, const char *option, const char *why)
{
    if (given)
        die("--%s: %s", option, why);
}

static void read_arguments(struct check_settings *s)
{
    refuse(strcmp(s->how.search, "census") != 0, "search", "a census has a search of its own");
    refuse(s->how.order != NULL, "order", "the order of a census is random");
    refuse(s->how.steering.runs != 0, "runs", "a census is one run; --seed=N gives another one");
    refuse(s->trace != NULL, "trace", "a census writes no trace: `mazurka check` does");
    refuse(s->uninit, "uninit", "a census searches once: use --fresh=garbage");
    refuse(s->visible_to != NULL, "visible-to", "a census writes no such file: `mazurka check` does");
    s->write_trace = false;
    s->config.all_faults = true;
    if (s->config.max_states == 0 && s->config.max_milliseconds == 0)
        s->config.max_milliseconds = DEFAULT_TIME;
}

/* Was anything counted that means something? Else `check` says the same of the program, and why. */
static bool has_counted(const struct report *r)
{
    if (r->verdict == VERDICT_ERROR || r->verdict == VERDICT_UNSOUND || r->verdict == VERDICT_INTERNAL)
        return false;
    for (size_t i = 0; i < r->finding_count; i++)
        if (!is_about_the_program(r, &r->findings[i]))
            return false;
    return r->search->end == LAUNCH_DONE && r->search->wire->census.all.states > 0;
}

static int nothing_counted(const struct report *r)
{
    warn("no census: %s%s%s", verdict_word(r->verdict), r->reason ? ": " : "", r->reason ? r->reason : "");
    int code = verdict_exit_code(r->verdict);
    return code == EXIT_VERIFIED || code == EXIT_BUG ? EXIT_UNKNOWN : code;
}

static int tell(const struct report *r)
{
    const struct check_settings *s = r->settings;
    struct census_result result = census_result_of(r);
    for (size_t i = 0; !s->quiet && i < r->notes.count; i++)
        warn("note: %s", r->notes.at[i]);
    if (result.complete && r->verdict == VERDICT_UNKNOWN)
        warn("note: %s", r->reason); /* what keeps a check from a verdict stands against these numbers, too */
    census_text(&result, is_stdout(s->json) ? stderr : stdout);
    flush_stdout();
    if (!s->quiet)
        report_summary(r, stderr);
    if (s->json && census_json(&result, s->json) != 0) {
        warn("cannot write the JSON file %s: %s", s->json, strerror(errno));
        return EXIT_ERROR;
    }
    return r->search->interrupted ? EXIT_UNKNOWN : 0;
}

static int run(int argc, char **argv)
{
    static struct check_settings settings;
    struct strings words = with_the_search(argc, argv), arguments = {0};
    check_read_arguments(&settings, (int)words.count, words.at);
    read_arguments(&settings);
    check_writable("json", settings.json);
    const char *program = check_prepare_program(&settings, &arguments);
    struct launch launch = {0};
    check_search(&launch, &settings, program, arguments.at);
    struct report report = {.settings = &settings, .program = program, .search = &launch,
        .name = settings.compile.count ? path_base(program) : program};
    check_add_notes(&report);
    confirm_findings(&report);
    judge(&report);
    return has_counted(&report) ? tell(&report) : nothing_counted(&report);
}

const struct command census_command = {
    .name = "census",
    .help = "measure how dense the errors of a program are: error states, error paths and their lengths",
    .example = "mazurka census account.c",
    .usage = usage,
    .run = run,
};
