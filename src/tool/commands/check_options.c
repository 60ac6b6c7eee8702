/* check_options.c - the command line of `mazurka check`: options of its own, words for the compiler, the program. */
#include "tool/commands/check_options.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>

#include "model/reduction_table.h"
#include "model/search_table.h"
#include "tool/binary/elf/program_cache.h"
#include "tool/cli/search_options.h"
#include "tool/cli/suppressions.h"
#include "tool/commands/both_models.h"
#include "tool/compile/compile.h"

#define NO_SEED UINT64_MAX
enum { MOST_JOBS = 4 }; /* of those that nobody has asked for */

/* Options of compilers whose value is the next word. */
static bool takes_next_word(const char *option)
{
    static const char *const options[] = {"-D", "-U", "-I", "-L", "-l", "-include", "-imacros", "-isystem", "-iquote",
        "-idirafter", "-x", "-Xlinker", "-Xpreprocessor", "-Xassembler", "-Xclang", "-mllvm", "-T", "-u", "-z", NULL};
    for (int i = 0; options[i]; i++) {
        if (strcmp(option, options[i]) == 0)
            return true;
    }
    return false;
}

/* Does the compiler know what to do with a file of this name? */
static bool is_compiler_input(const char *name)
{
    static const char *const suffixes[] = {".o", ".a", ".so", ".s", ".S", NULL};
    for (int i = 0; suffixes[i]; i++) {
        if (ends_with(name, suffixes[i]))
            return true;
    }
    return is_source(name) || strstr(path_base(name), ".so.") || name[0] == '@';
}

static void add_input(struct check_settings *s, const char *name)
{
    struct stat status;
    const char *file = name[0] == '@' ? name + 1 : name; /* @FILE: more words for the compiler */
    if (stat(file, &status) != 0)
        die("%s: %s", file, strerror(errno));
    if (S_ISDIR(status.st_mode))
        die("%s is a directory", name);
    if (is_compiler_input(name)) {
        strings_add(&s->compile, name);
        return;
    }
    if (s->program)
        die("more than one program is given: %s and %s. Arguments of the program come after --", s->program, name);
    s->program = name;
}

static bool has_input(const struct strings *compile)
{
    for (size_t i = 0; i < compile->count; i++) {
        if (compile->at[i][0] != '-' && is_compiler_input(compile->at[i]))
            return true;
        if (takes_next_word(compile->at[i]))
            i++;
    }
    return false;
}

/* Without a word about how to search. */
static const char *default_search(const struct check_settings *s)
{
    bool reduced = s->reduction && !reductions_try_all(s->reduction);
    if (s->fragment || s->function || s->how.pair)
        return search_kind_pairwise.name;
    bool weak = s->config.memory_model == WIRE_MEMORY_C11;
    bool plain = search_is_plain(&s->how) && !weak && !s->config.livelock && !s->config.every_step && !reduced;
    return plain ? search_kind_auto.name : search_kind_dfs.name;
}

/* Users who put a search together of parts say whether this is one of them. A search for fair cycles is not. */
static const char *default_reduction(const struct check_settings *s)
{
    bool plain = search_is_plain(&s->how) && strcmp(s->how.search, search_kind_dfs.name) == 0;
    bool fair = s->config.livelock && plain, weak = s->config.memory_model == WIRE_MEMORY_C11 && plain && !s->config.every_step;
    return fair || weak || search_kind_named(s->how.search)->composite ? reduction_kind_sum.name : reduction_kind_none.name;
}

/* The names of forms of some algorithms, separated by commas likewise. */
static const char *forms_of(const char *names, const char *variant)
{
    char *forms = format_text("%s", ""), *rest = names ? format_text("%s", names) : NULL;
    if (!names)
        die("--variant=%s is a form of a reduction: --reduction=NAME says of which", variant);
    for (char *name = strtok(rest, ","); name; name = strtok(NULL, ",")) {
        const struct reduction_kind *form = reduction_variant(name, variant);
        if (!form)
            die("--reduction=%s has no --variant=%s; `mazurka searches` lists what there is", name, variant);
        forms = format_text("%s%s%s", forms, *forms ? "," : "", form->name);
    }
    return forms;
}

/* Preemptions and delays are counted where threads give way. Fair cycles and light executions are made of rounds, and so are loops that
 * may run for ever. */
static uint8_t waiting_that_fits(const struct check_settings *s)
{
    bool rounds = s->config.livelock || s->config.endless || s->track;
    uint8_t fits = rounds ? WIRE_WAITING_STEP : search_is_bounded(&s->how) ? WIRE_WAITING_YIELD : WIRE_WAITING_BLOCK;
    return s->config.waiting > fits ? s->config.waiting : fits;
}

static void check_tracking(const struct check_settings *s)
{
    const char *needs_states = s->config.max_states ? "states" : s->config.livelock ? "livelock" : s->config.self_check ? "self-check"
                             : s->config.every_step ? "every-step" : NULL;
    if (!s->track)
        return;
    if (!search_kind_named(s->how.search)->samples)
        die("--track needs --search=%s", those_that_sample());
    if (strcmp(s->visible, "auto") != 0 || s->visible_from || s->visible_to)
        die("--track says at which accesses threads change: leave --visible out");
    if (s->config.race == WIRE_RACE_ERROR)
        die("--track looks for no data races: leave --race=error out, or --track");
    if (needs_states)
        die("--track tells no states apart: --%s needs that", needs_states);
}

static void check_drawing(const struct check_settings *s)
{
    if (s->dot && s->track)
        die("--track tells no states apart: --dot needs that");
    if (s->dot && (s->how.steering.runs || s->budget))
        die("--dot draws one search: leave --%s out", s->budget ? "budget" : "runs");
}

/* What goes by the shape of a search is refused by the runtime (search/refusal.c). */
static void check_memory_model(const struct check_settings *s)
{
    bool weak = s->config.memory_model == WIRE_MEMORY_C11;
    if (s->models == MODELS_KEPT_TO_SC && s->config.stale)
        die("--stale bounds what may be read under RC11 (--memory-model=c11), and %s", s->one_model);
    if (!weak && s->models < MODELS_BOTH && s->config.stale)
        die("--stale bounds what --memory-model=c11 may read: --memory-model=sc reads the last value");
    if (!weak && s->atomic_orders)
        die("--atomic-orders is about what --memory-model=c11 explores");
    if (!weak)
        return;
    if (strcmp(s->visible, "auto") != 0 || s->visible_from || s->track)
        die("--memory-model=c11 goes by the memory that threads are found to share: leave --%s out",
            s->track ? "track" : s->visible_from ? "visible-from" : "visible");
    if (s->config.race_rule == WIRE_RACE_POISED)
        die("--memory-model=c11 looks for data races by happens-before on the path: leave --race-rule out");
    if (s->config.rounds)
        die("--memory-model=c11 makes all rounds of loops one by one: leave --rounds out");
}

static void check_combination(const struct check_settings *s)
{
    check_memory_model(s);
    bool sources = has_input(&s->compile);
    if (s->budget && s->config.max_milliseconds)
        die("--budget and --time: the one is the other");
    if (s->budget && (!search_is_default(&s->how) || s->track || s->uninit))
        die("--budget chooses the searches by itself: leave parts of a search, --track and --uninit out");
    if (s->how.steering.runs && s->config.all_faults)
        die("--all and --%s: each run ends with its first bug", s->series ? "series" : "runs");
    if (s->config.dead_values == WIRE_DEAD_KEEP && (s->uninit || s->config.fresh))
        die("--dead-values=keep leaves new frames as they are: %s needs clear", s->uninit ? "--uninit" : "--fresh=garbage");
    bool inferred = strcmp(s->visible, "auto") == 0 || strcmp(s->visible, "escaped") == 0;
    if (!inferred && (s->visible_from || s->visible_to))
        die("--visible-%s needs --visible=auto or escaped", s->visible_from ? "from" : "to");
    check_tracking(s);
    check_drawing(s);
    if (s->program && sources)
        die("give either sources or a program: %s is neither a source nor an object. Arguments of the program come after --",
            s->program);
    if (s->program && s->compile.count)
        die("%s is a compiler option, but there is nothing to compile", s->compile.at[0]);
    if (s->program && (s->keep || s->cc))
        die("--%s needs sources to compile", s->keep ? "keep" : "cc");
    if (!s->program && !sources)
        die("nothing to check: give C or C++ files, or a program that was built with `mazurka cc`. --help explains");
}

/* -q is --quiet. */
static bool read_quiet(struct check_settings *s, const char *word)
{
    bool quiet = strcmp(word, "-q") == 0;
    s->quiet |= quiet;
    return quiet;
}

static void read_word(struct check_settings *s, char **argv, int *at)
{
    const char *word = argv[*at];
    char *error;
    int taken = options_parse(check_options, s, argv, at, &error);
    if (taken == OPTION_WRONG)
        die("%s", error);
    if (taken == OPTION_TAKEN || read_quiet(s, word) || options_parse_jobs(check_options, s, argv, at))
        return;
    if (word[0] != '-') {
        add_input(s, word);
        return;
    }
    if (strcmp(word, "-o") == 0)
        die("-o: the program is built in a temporary directory; --keep=FILE keeps it");
    strings_add(&s->compile, word);
    if (takes_next_word(word)) {
        if (!argv[*at + 1])
            die("%s needs an argument", word);
        strings_add(&s->compile, argv[++*at]);
    }
}

/* The searches are those of the file, and their runs are counted. */
static void begin_series(struct check_settings *s)
{
    if (s->how.search || !search_is_plain(&s->how) || s->reduction || s->fragment || s->function || s->how.pair)
        die("--series: parts of a search stand in the lines of %s", s->series);
    if (s->budget || s->track || s->uninit || s->how.steering.jobs > 1)
        die("--series: not together with --budget, --track, --uninit or --jobs");
    s->how.search = search_kind_dfs.name;
    s->how.steering.runs = 1;
}

/* What would end the search must not, if it may be suppressed. */
static void read_suppressions(struct check_settings *s)
{
    size_t length;
    char *why, *text = s->suppress ? read_whole_file(s->suppress, &length) : NULL;
    if (!s->suppress)
        return;
    if (!text)
        die("--suppress=%s: %s", s->suppress, strerror(errno));
    s->suppressions = allocate(sizeof *s->suppressions);
    if (!suppressions_read(s->suppress, text, length, s->suppressions, &why))
        die("%s", why);
    free(text);
    bool ends = suppressions_end_searches(s->suppressions, s->config.race == WIRE_RACE_ERROR);
    if (ends && (s->how.steering.runs || s->uninit))
        die("--suppress=%s: a search that ends with its first bug cannot leave one out: --%s goes with suppressed races only, and not "
            "with --race=error", s->suppress, s->uninit ? "uninit" : "runs");
    s->config.all_faults |= ends;
}

void check_read_arguments(struct check_settings *s, int argc, char **argv)
{
    *s = (struct check_settings){.config = {.mode = WIRE_SEARCH, .seed = NO_SEED, .memory_model = MEMORY_UNSAID}};
    options_initial(check_options, s);
    options_from_environment(check_options, s, CHECK_VARIABLE);
    int i = 1;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++)
        read_word(s, argv, &i);
    if (s->how.rb && strcmp(s->how.rb, "list") == 0) {
        print_rb_configurations();
        exit(EXIT_VERIFIED);
    }
    for (i++; i < argc; i++)
        strings_add(&s->arguments, argv[i]);
    s->seed_given = s->config.seed != NO_SEED;
    s->config.seed = s->seed_given ? s->config.seed : 1;
    both_models_settle(s);
    if (s->series)
        begin_series(s);
    if (!s->how.search)
        s->how.search = default_search(s);
    if (s->variant)
        s->reduction = forms_of(s->reduction, s->variant);
    if (!s->reduction)
        s->reduction = default_reduction(s);
    s->config.waiting = waiting_that_fits(s);
    s->write_trace &= !s->atomic_orders;
    read_suppressions(s);
    if (s->checkpoint && (s->budget || s->uninit || s->series || s->dot))
        die("--checkpoint is of one search: not together with --budget, --uninit, --series or --dot");
    if (s->mpi && (s->budget || s->uninit || s->series || s->dot))
        die("--mpi is of one search: not together with --budget, --uninit, --series or --dot");
    if (s->no_cache)
        program_cache_turn_off();
    search_check_options(s);
    search_settings_read(&s->how);
    check_combination(s);
}

static void copy_name(char *to, size_t size, const char *option, const char *name)
{
    if (strlen(name) >= size)
        die("unknown %s '%s' (`mazurka searches` lists the known ones)", option, name);
    strcpy(to, name);
}

/* So that the search ends with a verdict, before the system ends it without one. */
static uint64_t default_memory(void)
{
    struct sysinfo info;
    return sysinfo(&info) == 0 ? (uint64_t)info.totalram * info.mem_unit / 4 * 3 : 0;
}

/* What one process is done with at once it does alone (portfolio.c). One does all of it where numbers are compared: who has asked for
 * a search, or for a seed, gets the same run again. */
static uint32_t default_jobs(const struct check_settings *s)
{
    cpu_set_t set;
    if (!search_is_default(&s->how) || s->seed_given || s->mpi || sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    return CPU_COUNT(&set) < MOST_JOBS ? (uint32_t)CPU_COUNT(&set) : MOST_JOBS;
}

struct wire_config check_config(const struct check_settings *s)
{
    struct wire_config c = s->config;
    c.visible = strcmp(s->visible, "auto") == 0      ? WIRE_VISIBLE_AUTO
                : strcmp(s->visible, "all") == 0     ? WIRE_VISIBLE_ALL
                : strcmp(s->visible, "escaped") == 0 ? WIRE_VISIBLE_ESCAPED
                                                     : WIRE_VISIBLE_LIST;
    if (s->track) {
        c.light = true;
        c.visible = strcmp(s->track, "all") == 0 ? WIRE_VISIBLE_AUTO : WIRE_VISIBLE_TRACKED;
        c.race = WIRE_RACE_OFF;
        c.foresight = false;
    }
    c.max_memory = c.max_memory ? c.max_memory : default_memory();
    c.inputs = s->inputs;
    c.steering = s->how.steering;
    if (c.steering.jobs == 0)
        c.steering.jobs = default_jobs(s);
    if (s->checkpoint)
        c.steering.checkpoint_milliseconds = s->checkpoint_every ? s->checkpoint_every : 1;
    if (s->trust && strlen(s->trust) >= sizeof c.trust)
        die("the list of --trust is too long; --trust=all trusts all functions");
    strcpy(c.trust, s->trust ? s->trust : "");
    if (s->notice && strlen(s->notice) >= sizeof c.notice)
        die("--notice: at most %zu letters", sizeof c.notice - 1);
    strcpy(c.notice, s->notice ? s->notice : "");
    copy_name(c.search, sizeof c.search, "search", s->how.search);
    copy_name(c.reduction, sizeof c.reduction, "reduction", s->reduction);
    return c;
}
