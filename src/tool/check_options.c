/* check_options.c - the command line of `mazurka check`: options of its own, words for the compiler, the program. */
#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>

#include "tool/check.h"
#include "tool/compile.h"
#include "tool/dead_values.h"

#define NO_SEED UINT64_MAX
enum { MOST_JOBS = 4 }; /* of those that nobody has asked for */

#define AT(member) offsetof(struct check_settings, member)
const struct option_row check_options[] = {
    {NULL, OPTION_HEADING, 0, NULL, "Limits (without them the search goes on until everything is explored)"},
    {"time", OPTION_DURATION, AT(time_ms), "DURATION", "end the search after this time: 10s, 5m, 2h"},
    {"memory", OPTION_SIZE, AT(memory), "SIZE",
     "memory for the visited states and the path: 512M, 8G (default: three quarters of the machine's)"},
    {"states", OPTION_COUNT, AT(states), "N", "end the search after N states: 100000, 2M"},
    {"depth", OPTION_TEXT, AT(how.depth), "N|A..B[+S]",
     "look no further than N choice points from the start; A..B: try A first, and S more (default 1) while something is cut off"},
    {NULL, OPTION_HEADING, 0, NULL, "What is explored"},
    {"all", OPTION_FLAG, AT(all), NULL, "go on after a bug and list all distinct ones"},
    {"seed", OPTION_COUNT, AT(seed), "N", "seed of everything random (default 1); a seed that is given, without -j, gives the same run"},
    {"entropy", OPTION_COUNT, AT(entropy), "N",
     "which random bytes the program gets from getrandom, /dev/urandom and the like: the same for the same N, whatever the seed "
     "(default 1)"},
    {"visible", OPTION_TEXT, AT(visible), "auto|all|LIST",
     "between which accesses threads may change: those found to be shared (auto, the default), every one (all), or those to "
     "the listed variables (a, file.c, file.c:a; separated by commas). With a list nothing can be verified"},
    {"visible-from", OPTION_TEXT, AT(visible_from), "FILE",
     "begin with the memory that an earlier search of this program has found to be shared, so that numbers can be compared. What "
     "proves to be shared besides is made visible all the same, and a note says so"},
    {"visible-to", OPTION_TEXT, AT(visible_to), "FILE",
     "write the memory that proved to be shared in this search to FILE, for --visible-from"},
    {"reduction", OPTION_TEXT, AT(reduction), "NAME[,NAME...]",
     "which transitions need not be tried: sum (default, unless parts of a search are chosen), none (otherwise), spor, sum-sleep, dlspor, "
     "dljpf, despor, dejpf; for programs whose executions all end: dpor-stateful, and those that match no states: sleep, dpor, "
     "source-dpor, optimal-dpor, dlspor-stateless, despor-stateless; dlspor-paper and despor-paper, which are as printed, lose bugs and "
     "verify nothing. Several: side by side, by as many processes (-j)"},
    {"every-step", OPTION_FLAG, AT(every_step), NULL,
     "store and count the states with a single successor too: for comparing numbers, not for finding bugs"},
    {"no-foresight", OPTION_CLEAR, AT(foresight), NULL,
     "take every transition, also where an equal step has shown before that it leads to a known state: slower, with the same result"},
    {"dead-values", OPTION_WORD, AT(dead_values), "clear|keep|poison",
     "what compilers leave in registers and frames and the program will not read again makes equal states look different: it is "
     "cleared (default), kept as it is, or filled with garbage, which must change nothing"},
    {"fresh", OPTION_WORD, AT(fresh), "zero|garbage", "what new stack frames and blocks from malloc hold (default zero)"},
    {NULL, OPTION_HEADING, 0, NULL, "How the program is explored (`mazurka searches` explains the parts and how they are combined)"},
    {"search", OPTION_TEXT, AT(how.search), "NAME",
     "dfs: depth first, every state once; bfs; random-bfs; best; mixed; portfolio; walk: random walks, which prove nothing and go "
     "on until a limit ends them; auto: dfs, and where that takes long a short portfolio that finds easy bugs first (default, unless "
     "parts of a search are given: then dfs)"},
    {"jobs", OPTION_COUNT, AT(how.jobs), "N",
     "N processes search together; also -j N. Without a reduction they have one set of visited states; with one each has a search of its "
     "own, and the first to finish ends it (default: all processors, up to 4, where --search=auto goes on for long and no --seed is "
     "given; otherwise 1)"},
    {"order", OPTION_TEXT, AT(how.order), "NAME",
     "default, random, preemptions, interference, threads:3,1,2, visited, or visited+ one of the others"},
    {"heuristic", OPTION_TEXT, AT(how.heuristic), "NAME", "of --search=best: blocked (default), conflicts, switches, threads, deep"},
    {"mixed-depth", OPTION_COUNT, AT(how.mixed_depth), "N",
     "the depth from which on --search=mixed goes depth first, without --rb (default 10)"},
    {"walks", OPTION_COUNT, AT(how.walks), "N", "of --search=walk: so many"},
    {"preemptions", OPTION_TEXT, AT(how.preemptions), "N|A..B[+S]", "at most N preemptions on a path; a range as for --depth"},
    {"delays", OPTION_TEXT, AT(how.delays), "N|A..B[+S]", "at most N threads skipped by a round-robin scheduler"},
    {"rb", OPTION_TEXT, AT(how.rb), "TUPLE|list",
     "randomized backtracking (DFS-RB) with a configuration <thb,thm,thr,stg,rtb,rtc> such as '<I,pl,d,Lb,0.75,1.5>', "
     "'<L*0.25,cs,ncs,R,0.90^r,1>' or '<50,pl,d,F,1-d/100,1.2>'; list prints the 7920 of the paper"},
    {"rb-paper", OPTION_FLAG, AT(how.rb_paper), NULL,
     "match states as the paper has it: a state that was left early counts as visited wherever it is met; claims no coverage"},
    {"rb-complete", OPTION_WORD, AT(how.rb_complete), "order|random|again",
     "when the random part is over, explore what was left: in order, at random, or at random and leaving states early again"},
    {"rb-states", OPTION_COUNT, AT(how.rb_states), "N", "limit each iteration of I to N states"},
    {"rb-time", OPTION_DURATION, AT(how.rb_time), "DURATION", "limit each iteration of I to this time (default 1m without --rb-states)"},
    {"restarts", OPTION_WORD, AT(how.restarts), "fixed|luby|walsh",
     "start a random search over with nothing visited, at these multiples of a unit"},
    {"restart-states", OPTION_COUNT, AT(how.restart_states), "N", "the unit of --restarts, in states"},
    {"restart-time", OPTION_DURATION, AT(how.restart_time), "DURATION",
     "the unit of --restarts, in time (default 5s without --restart-states)"},
    {"runs", OPTION_COUNT, AT(how.runs), "N",
     "N runs with the seeds from --seed on, each to its first bug, and their statistics; limits are those of each run"},
    {NULL, OPTION_HEADING, 0, NULL, "What counts as a bug"},
    {"memory-checks", OPTION_WORD, AT(memory_checks), "on|off",
     "use of freed memory, of memory outside of any block of the heap, of the stack of a thread that has ended or of a function "
     "that has returned (default on)"},
    {"reuse", OPTION_WORD, AT(reuse), "never|choose",
     "whether malloc gives out again the block that was freed last: not soon (default), or both, as libc may (ABA)"},
    {"leaks", OPTION_FLAG, AT(leaks), NULL, "blocks of the heap that nothing points to when the program ends"},
    {"held-at-exit", OPTION_FLAG, AT(held_at_exit), NULL,
     "a thread that ends while it holds a mutex (that others then wait for it in vain is a deadlock anyway)"},
    {"exit-status", OPTION_WORD_OR_FLAG, AT(exit_status), "zero|any|mixed",
     "an exit status other than 0 is a bug: always (zero, also without a value), never (any), or if other interleavings end with 0 "
     "(mixed, the default)"},
    {"uninit", OPTION_FLAG, AT(uninit), NULL,
     "what happens only if memory that was never written holds something else than zeros: if nothing else is found, search again "
     "with --fresh=garbage"},
    {"livelock", OPTION_FLAG, AT(livelock), NULL, "threads that run for ever without getting anywhere"},
    {"race", OPTION_WORD, AT(race), "report|error|off",
     "data races: listed at the end, while the search goes on (report, the default), bugs like all others (error), or not looked for"},
    {"race-rule", OPTION_WORD, AT(race_rule), "hb|poised|clocks",
     "hb: no synchronization orders the two accesses, memory orders of atomics included (default); poised: two threads are about to "
     "make conflicting plain accesses in one state; clocks: hb, with states told apart by what is ordered even if that is not needed"},
    {"spurious", OPTION_FLAG, AT(spurious), NULL, "not a bug by itself: let condition variables wake up for no reason"},
    {NULL, OPTION_HEADING, 0, NULL, "The program"},
    {"cc", OPTION_TEXT, AT(cc), "COMPILER", "compile with this compiler: gcc, clang-14, ... (default: MAZURKA_CC, else cc)"},
    {"cxx", OPTION_TEXT, AT(cc), "COMPILER", "the same for C++: g++, clang++-14, ... (default: MAZURKA_CXX, CXX, else c++)"},
    {"keep", OPTION_TEXT, AT(keep), "FILE", "keep the program that was compiled"},
    {"stack", OPTION_SIZE, AT(stack), "SIZE", "size of each thread's stack, at least (default 8M)"},
    {"heap", OPTION_SIZE, AT(heap), "SIZE", "address space for the heap of each thread (default 16G, or what the system allows)"},
    {"trust", OPTION_TEXT, AT(trust), "LIST|all",
     "functions, separated by commas, that are known to change no memory of the program and to keep no state of their own: "
     "calls of them are not guarded"},
    {"hang", OPTION_DURATION, AT(hang_ms), "DURATION",
     "how long a thread may run without calling anything before it counts as hanging (default 10s; 0: for ever)"},
    {"setup-writes", OPTION_WORD, AT(setup_writes), "captured|real",
     "what the program does to files before its first thread or choice: kept from the disk, as later (captured, the default), or done"},
    {"runaway", OPTION_COUNT, AT(runaway), "N",
     "a thread that makes N accesses without a visible one runs away (default 2147483648)"},
    {"no-guard", OPTION_CLEAR, AT(guard), NULL, "do not first run the program twice to see whether it is deterministic"},
    {"self-check", OPTION_FLAG, AT(self_check), NULL, "compare all memory after every step back: finds bugs of Mazurka itself"},
    {NULL, OPTION_HEADING, 0, NULL, "Results"},
    {"trace", OPTION_TEXT, AT(trace), "FILE", "where to write the schedule of a bug (default NAME.mzt; further ones NAME-2.mzt, ...)"},
    {"no-trace", OPTION_CLEAR, AT(write_trace), NULL, "do not write it"},
    {"json", OPTION_TEXT, AT(json), "FILE", "write verdict, statistics and interleavings as JSON; - is stdout"},
    {"explain-calls", OPTION_FLAG, AT(explain_calls), NULL,
     "list the functions that the program imports, and what became of calls of them"},
    {"steps", OPTION_COUNT, AT(steps), "N", "show at most N lines of an interleaving (default 1000; 0: all)"},
    {"quiet", OPTION_FLAG, AT(quiet), NULL, "print the verdict only"},
    {"color", OPTION_WORD, AT(color), "auto|always|never", "colours (auto: on a terminal, unless NO_COLOR is set)"},
    OPTION_END,
};

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
    bool plain = search_is_plain(&s->how) && !s->livelock && !s->every_step && (!s->reduction || strcmp(s->reduction, "none") == 0);
    return plain ? "auto" : "dfs";
}

/* Where a search is put together of parts it is for the user to say whether this is one of them. */
static const char *default_reduction(const struct check_settings *s)
{
    bool whole = strcmp(s->how.search, "auto") == 0 || strcmp(s->how.search, "portfolio") == 0;
    return whole ? "sum" : "none";
}

static void check_combination(const struct check_settings *s)
{
    bool sources = has_input(&s->compile);
    search_steering(&s->how); /* dies on mistakes */
    if (s->how.runs && s->all)
        die("--all does not go with --runs: each run ends with its first bug");
    if (dead_values_mode(s->dead_values) == WIRE_DEAD_KEEP && (s->uninit || strcmp(s->fresh, "garbage") == 0))
        die("--dead-values=keep leaves new frames as they are: %s needs clear", s->uninit ? "--uninit" : "--fresh=garbage");
    if (strcmp(s->visible, "auto") != 0 && (s->visible_from || s->visible_to))
        die("--visible-%s needs --visible=auto", s->visible_from ? "from" : "to");
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

/* -j N and -jN are --jobs=N. */
static bool read_jobs(struct check_settings *s, char **argv, int *at)
{
    const char *value = argv[*at] + 2;
    if (strncmp(argv[*at], "-j", 2) != 0)
        return false;
    if (!*value && argv[*at + 1])
        value = argv[++*at];
    if (parse_count(value, &s->how.jobs) != 0)
        die("-j needs a number of processes, not '%s'", value);
    return true;
}

/* One word; false if it asks for help. */
static bool read_word(struct check_settings *s, char **argv, int *at)
{
    const char *word = argv[*at];
    char *error;
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return false;
    int taken = options_parse(check_options, s, argv, at, &error);
    if (taken == OPTION_WRONG)
        die("%s", error);
    if (taken == OPTION_TAKEN)
        return true;
    if (read_jobs(s, argv, at))
        return true;
    if (word[0] != '-') {
        add_input(s, word);
        return true;
    }
    if (strcmp(word, "-o") == 0)
        die("-o: the program is built in a temporary directory; --keep=FILE keeps it");
    strings_add(&s->compile, word);
    if (takes_next_word(word)) {
        if (!argv[*at + 1])
            die("%s needs an argument", word);
        strings_add(&s->compile, argv[++*at]);
    }
    return true;
}

bool check_read_arguments(struct check_settings *s, int argc, char **argv)
{
    *s = (struct check_settings){.seed = NO_SEED, .entropy = 1, .setup_writes = "captured", .visible = "auto",
        .how = {.mixed_depth = 10}, .dead_values = "clear", .fresh = "zero", .exit_status = "mixed", .race = "report",
        .race_rule = "hb", .memory_checks = "on", .reuse = "never", .hang_ms = 10000, .foresight = true,
        .guard = true, .write_trace = true, .steps = 1000, .color = "auto"};
    int i = 1;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (!read_word(s, argv, &i))
            return false;
    }
    if (s->how.rb && strcmp(s->how.rb, "list") == 0) {
        print_rb_configurations();
        exit(EXIT_VERIFIED);
    }
    for (i++; i < argc; i++)
        strings_add(&s->arguments, argv[i]);
    s->seed_given = s->seed != NO_SEED;
    s->seed = s->seed_given ? s->seed : 1;
    if (!s->how.search)
        s->how.search = default_search(s);
    if (!s->reduction)
        s->reduction = default_reduction(s);
    check_combination(s);
    return true;
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
    if (strcmp(s->how.search, "auto") != 0 || s->seed_given || sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    return CPU_COUNT(&set) < MOST_JOBS ? (uint32_t)CPU_COUNT(&set) : MOST_JOBS;
}

struct wire_config check_config(const struct check_settings *s)
{
    struct wire_config c = {
        .mode = WIRE_SEARCH,
        .visible = strcmp(s->visible, "auto") == 0 ? WIRE_VISIBLE_AUTO
            : strcmp(s->visible, "all") == 0 ? WIRE_VISIBLE_ALL : WIRE_VISIBLE_LIST,
        .seed = s->seed,
        .entropy = s->entropy,
        .writes_real = strcmp(s->setup_writes, "real") == 0,
        .max_states = s->states,
        .max_memory = s->memory ? s->memory : default_memory(),
        .max_milliseconds = s->time_ms,
        .stack_bytes = s->stack,
        .heap_bytes = s->heap,
        .runaway_hooks = s->runaway,
        .all_faults = s->all,
        .self_check = s->self_check,
        .spurious = s->spurious,
        .exit_status = strcmp(s->exit_status, "zero") == 0 ? WIRE_EXIT_ZERO
            : strcmp(s->exit_status, "any") == 0 ? WIRE_EXIT_ANY : WIRE_EXIT_MIXED,
        .livelock = s->livelock,
        .every_step = s->every_step,
        .foresight = s->foresight,
        .guard_determinism = s->guard,
        .dead_values = (uint32_t)dead_values_mode(s->dead_values),
        .garbage = strcmp(s->fresh, "garbage") == 0 ? WIRE_GARBAGE : 0,
        .race = strcmp(s->race, "off") == 0 ? WIRE_RACE_OFF : strcmp(s->race, "error") == 0 ? WIRE_RACE_ERROR : WIRE_RACE_REPORT,
        .race_rule = strcmp(s->race_rule, "poised") == 0 ? WIRE_RACE_POISED
            : strcmp(s->race_rule, "clocks") == 0 ? WIRE_RACE_CLOCKS : WIRE_RACE_HB,
        .unchecked_memory = strcmp(s->memory_checks, "off") == 0,
        .reuse = strcmp(s->reuse, "choose") == 0,
        .leaks = s->leaks,
        .held_at_exit = s->held_at_exit,
    };
    c.steering = search_steering(&s->how);
    if (s->how.jobs == 0)
        c.steering.jobs = default_jobs(s);
    if (s->trust && strlen(s->trust) >= sizeof c.trust)
        die("the list of --trust is too long; --trust=all trusts all functions");
    strcpy(c.trust, s->trust ? s->trust : "");
    copy_name(c.search, sizeof c.search, "search", s->how.search);
    copy_name(c.reduction, sizeof c.reduction, "reduction", s->reduction);
    return c;
}
