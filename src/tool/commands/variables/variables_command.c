/* variables_command.c - `mazurka variables`: the variables of a program, who accesses them how often, and which are shared. The search that
 * counts is search/drivers/profile.c. */
#include <errno.h>
#include <string.h>

#include "tool/cli/command.h"
#include "tool/cli/result_file.h"
#include "tool/commands/check_options.h"
#include "tool/commands/checking.h"
#include "tool/commands/variables/frequencies.h"
#include "tool/result/confirm.h"
#include "tool/result/verdict.h"
#include "tool/run/launch.h"

enum { DEFAULT_TIME = 60000, DEFAULT_EXECUTIONS = 20 };

static const char usage[] =
    "Usage: mazurka variables FILE.c|FILE.cpp... [OPTIONS] [-- ARGUMENTS]\n"
    "       mazurka variables PROGRAM [OPTIONS] [-- ARGUMENTS]\n"
    "\n"
    "Lists the variables of a program as variable bounding has them: globals by name, arrays by element, blocks of the heap by the\n"
    "statement that allocates them and how often it did before, locks. Some executions with random schedules are profiled; for each\n"
    "variable the list says how often it is accessed in one of them, by reads, writes and thread, how many threads share it, and the\n"
    "loop iteration number of a block (allocations before by the same statement with the identical call stack). Shared variables come\n"
    "first, then those of low loop iteration numbers, then those that are accessed most. Below stands how many variables are accessed\n"
    "how often. Sources, programs, options for the compiler and ARGUMENTS are those of `mazurka check`, and so are its options but\n"
    "for those that say how to search.\n"
    "\n"
    "What a thread does while no other one is alive is not counted. A program that does not end, or is too large, is profiled as far\n"
    "as the limits let it: a million steps of each execution, and one minute, unless --time, --depth or --states say otherwise.\n"
    "\n"
    "Options that matter here:\n"
    "  --walks=N             profile N executions (default 20)\n"
    "  --seed=N              of the random schedules\n"
    "  --arrays=whole        an array is one variable, not its elements\n"
    "  --visible=auto        count accesses to memory that threads share only: faster\n"
    "  --time=DURATION       end after this time (default 1m)\n"
    "  --depth=N             cut executions off after N decisions\n"
    "  --top=N               show N variables (default 40); 0: all\n"
    "  --json=FILE           write everything as JSON; - is stdout\n"
    "  --svg=FILE            draw the frequencies\n"
    "  --quiet               no notes\n"
    "\n"
    "Examples:\n"
    "  mazurka variables queue.c\n"
    "  mazurka variables ./server --walks=5 --time=10s -- --port=80\n"
    "  mazurka variables tsp.c --arrays=whole --svg=tsp.svg --json=tsp.json\n"
    "\n"
    "Exit status: 0 the list is there, 2 usage, compiler or system error, 3 nothing could be counted, or interrupted,\n"
    "4 options that together would not be sound.\n";

/* What `check` has no option for. */
struct own_settings {
    const char *svg;
    uint64_t    top;
};
static const struct option_row own_options[] = {
    OPTION_ROW(struct own_settings, "svg", OPTION_TEXT, svg, "FILE", "", .initial = NULL),
    OPTION_ROW(struct own_settings, "top", OPTION_COUNT, top, "N", "", .initial = "40"),
    OPTION_END,
};

/* The words for `check`: the search in front of what the user has said, so that it shows if something else was said. */
static struct strings read_own(int argc, char **argv, struct own_settings *own)
{
    static const char *const usual[] = {"--search=profile", "--visible=all", "--race=off", NULL};
    struct strings words = {0};
    bool arguments = false;
    options_initial(own_options, own);
    strings_add(&words, argv[0]);
    for (size_t i = 0; usual[i]; i++)
        strings_add(&words, usual[i]);
    for (int i = 1; i < argc; i++) {
        char *error;
        arguments |= strcmp(argv[i], "--") == 0;
        if (arguments || !option_of_word(own_options, argv[i]))
            strings_add(&words, argv[i]);
        else if (options_parse(own_options, own, argv, &i, &error) == OPTION_WRONG)
            die("%s", error);
    }
    return words;
}

static void refuse(bool given, const char *option, const char *why)
{
    if (given)
        die("--%s: %s", option, why);
}

static void adjust(struct check_settings *s)
{
    refuse(strcmp(s->how.search, "profile") != 0, "search", "variables are counted by a search of their own");
    refuse(s->how.order != NULL, "order", "the schedules are random");
    refuse(s->how.steering.runs != 0, "runs", "--walks=N says how many executions are profiled");
    refuse(s->how.steering.jobs > 1, "jobs", "one process counts");
    refuse(s->trace != NULL, "trace", "no trace is written: `mazurka check` does");
    refuse(s->uninit, "uninit", "use --fresh=garbage");
    refuse(s->visible_to != NULL, "visible-to", "no such file is written: `mazurka check` does");
    s->write_trace = false;
    s->config.all_faults = true;
    s->config.stacks_inferred = true;
    if (s->how.steering.max_walks == 0)
        s->how.steering.max_walks = DEFAULT_EXECUTIONS;
    if (s->config.max_states == 0 && s->config.max_milliseconds == 0)
        s->config.max_milliseconds = DEFAULT_TIME;
}

/* Did the search end as searches do? */
static bool has_counted(const struct launch *l)
{
    switch (l->wire->verdict) {
    case WIRE_COMPLETE:
    case WIRE_BUG:
    case WIRE_PARTIAL:
    case WIRE_LIMIT_STATES:
    case WIRE_LIMIT_DEPTH:
    case WIRE_LIMIT_MEMORY:
    case WIRE_LIMIT_TIME:
    case WIRE_STOPPED:
        return l->end == LAUNCH_DONE && l->wire->counters.sampled.executions > 0;
    default:
        return false;
    }
}

static int nothing_counted(struct report *r)
{
    confirm_findings(r);
    judge(r);
    warn("no list of variables: %s%s%s", verdict_word(r->verdict), r->reason ? ": " : "", r->reason ? r->reason : "");
    int code = verdict_exit_code(r->verdict);
    return code == EXIT_VERIFIED || code == EXIT_BUG ? EXIT_UNKNOWN : code;
}

static void print_notes(const struct report *r, const struct variable_list *list)
{
    const struct wire *w = r->search->wire;
    for (size_t i = 0; i < r->notes.count; i++)
        warn("note: %s", r->notes.at[i]);
    if (w->findings)
        warn("note: errors were met on the way, %s of them: `mazurka check` shows one", show_count(w->findings));
    if (list->locals)
        warn("note: %s on stacks, used by one thread each, %s not listed", show_things(list->locals, "word"),
            list->locals == 1 ? "is" : "are");
    if (list->full)
        warn("note: there are more variables than can be told apart, and the last one stands for the rest: --arrays=whole makes fewer");
}

/* The last execution once more, as far as so many decisions: half of it shows threads and stacks at work, and most of it all threads that
 * there were; without that names are poorer. */
enum { FOR_VARIABLES = 1000, FOR_THREADS = 20000 };

static const struct wire *replay_some(const struct launch *search, struct launch *replay, uint64_t decisions, uint64_t most)
{
    const struct wire *w = search->wire;
    uint64_t count = decisions < most ? decisions : most;
    if (count == 0 || search->random_addresses || search->interrupted)
        return w;
    launch_replay(replay, search, wire_ranges(w), w->ranges, wire_path(w), count);
    return replay->end == LAUNCH_DONE ? replay->wire : w;
}

static int tell(const struct report *r, const struct own_settings *own)
{
    const struct check_settings *s = r->settings;
    struct launch replay = {0};
    const struct wire *w = r->search->wire;
    struct variable_list list = variable_list_of(w, replay_some(r->search, &replay, w->path_count / 2, FOR_VARIABLES), r->name);
    if (list.nameless) {
        struct launch more = {0};
        variable_list_name_threads(&list, replay_some(r->search, &more, w->path_count, FOR_THREADS));
    }
    struct frequencies f = frequencies_of(&list);
    if (!s->quiet)
        print_notes(r, &list);
    bool taken = is_stdout(s->json) || is_stdout(own->svg);
    variable_list_text(&list, own->top, taken ? stderr : stdout);
    flush_stdout();
    if (s->json && variable_list_json(&list, s->json) != 0) {
        warn("cannot write the JSON file %s: %s", s->json, strerror(errno));
        return EXIT_ERROR;
    }
    if (own->svg && frequencies_svg(&f, r->name, own->svg) != 0) {
        warn("cannot write the picture %s: %s", own->svg, strerror(errno));
        return EXIT_ERROR;
    }
    return r->search->interrupted ? EXIT_UNKNOWN : 0;
}

static int run(int argc, char **argv)
{
    static struct check_settings settings;
    struct own_settings own;
    struct strings words = read_own(argc, argv, &own), arguments = {0};
    check_read_arguments(&settings, (int)words.count, words.at);
    adjust(&settings);
    check_writable("json", settings.json);
    check_writable("svg", own.svg);
    const char *program = check_prepare_program(&settings, &arguments);
    struct launch launch = {0};
    check_search(&launch, &settings, program, arguments.at);
    struct report report = {.settings = &settings, .program = program, .search = &launch,
        .name = settings.compile.count ? path_base(program) : program};
    check_add_notes(&report);
    return has_counted(&launch) ? tell(&report, &own) : nothing_counted(&report);
}

const struct command variables_command = {
    .name = "variables",
    .help = "list the variables of a program: accesses by thread, which are shared, how often each is accessed",
    .example = "mazurka variables queue.c",
    .usage = usage,
    .run = run,
};
