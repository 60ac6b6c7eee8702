/* check_table.c - the options of `mazurka check`. A row is all that an option needs besides its use: what it is called on the command line,
 * its help, where its value goes, what that is at first, and its names in trace files and in JSON (options.h).
 *
 * What the runtime is told goes where it is told it, into struct wire_config or struct wire_steering: nobody copies it. */
#include "model/reduction_table.h"
#include "model/search_table.h"
#include "tool/cli/check_settings.h"
#include "tool/cli/line_forms.h"

#define NAME_AND_COMMA(id, name, ...) name ", "
#define FORM_WORD(word, help) "|" #word
#define FORM_HELP(word, help) ", " help " (" #word ")"
#define ROW(...) OPTION_ROW(struct check_settings, __VA_ARGS__)
#define STEER(...) ROW(__VA_ARGS__, .described = true, .in_series = true) /* a part of the search */
#define ROW_OF(searches_, name, kind, member, argument, help, ...) \
    ROW(name, kind, member, argument, "of --search=" searches_ ": " help, .searches = searches_, __VA_ARGS__)
#define STEER_OF(...) ROW_OF(__VA_ARGS__, .described = true, .in_series = true)

const struct option_row check_options[] = {
    OPTION_HEADING_ROW("Limits (without them the search goes on until everything is explored)"),
    ROW("time", OPTION_DURATION, config.max_milliseconds, "DURATION",
        "end the search, and all that follows it, after this time: 10s, 5m, 2h",
        .json = "max_milliseconds", .everyday = true, .resumes = true, .in_series = true),
    ROW("budget", OPTION_DURATION, budget, "DURATION",
        "for continuous integration: spend this time on several searches, everything first, then executions with few preemptions, "
        "then sampled ones, until one of them is done",
        .json = "budget_milliseconds", .everyday = true),
    ROW("memory", OPTION_SIZE, config.max_memory, "SIZE",
        "memory for the visited states and the path: 512M, 8G (default: three quarters of the machine's)",
        .json = "max_memory", .everyday = true, .resumes = true),
    ROW("states", OPTION_COUNT, config.max_states, "N", "end the search after N states: 100000, 2M", .json = "max_states",
        .resumes = true, .in_series = true),
    STEER("depth", OPTION_TEXT, how.depth, "N|A..B[+S]",
        "look no further than N choice points from the start; A..B: try A first, and S more (default 1) while something is cut off"),
    ROW("checkpoint", OPTION_TEXT_OR_FLAG, checkpoint, "FILE",
        "keep what is finished in FILE (default NAME.mzc), so that an interrupted search can be resumed: "
        "`mazurka resume FILE`. With --reduction=sum; with --mpi rank 0 keeps what all have finished",
        .json = "checkpoint", .everyday = true),
    ROW("checkpoint-every", OPTION_DURATION, checkpoint_every, "DURATION",
        "how often that is written (default 1m; less often where it takes long)", .initial = "1m", .resumes = true),
    OPTION_HEADING_ROW("What is explored"),
    ROW("all", OPTION_FLAG, config.all_faults, NULL, "go on after a bug and list all distinct ones", .json = "all", .everyday = true),
    ROW("seed", OPTION_COUNT, config.seed, "N",
        "seed of everything random (default 1); a seed that is given, without -j, gives the same run",
        .trace = "seed", .json = "seed", .everyday = true, .in_series = true),
    ROW("entropy", OPTION_COUNT, config.entropy, "N",
        "which random bytes the program gets from getrandom, /dev/urandom and the like: the same for the same N, whatever the seed "
        "(default 1)",
        .initial = "1", .trace = "entropy"),
    ROW("visible", OPTION_TEXT, visible, "auto|all|escaped|LIST",
        "between which accesses threads may change: those found to be shared (auto, the default), every one (all), every one but a "
        "thread's to its own stack (escaped: as in the paper on S-POR, for comparing reductions), or those to the "
        "listed variables (a, a.member, a[3], file.c, file.c:a; separated by commas). With a list nothing can be verified",
        .initial = "auto", .json = "visible"),
    ROW("visible-from", OPTION_TEXT, visible_from, "FILE",
        "begin with the memory that an earlier search of this program has found to be shared, so that numbers can be compared. What "
        "proves to be shared besides is made visible all the same, and a note says so"),
    ROW("visible-to", OPTION_TEXT, visible_to, "FILE",
        "write the memory that proved to be shared in this search to FILE, for --visible-from"),
    ROW("track", OPTION_TEXT, track, "none|all|LIST",
        "with a search that samples executions: threads change at synchronization and at accesses to the listed variables, by the "
        "names that `mazurka variables` prints, only; all else runs nearly as fast as without Mazurka. No states are told apart and data "
        "races are not looked for. all: at every access to shared memory",
        .json = "track"),
    ROW("reduction", OPTION_TEXT, reduction, "NAME[,NAME...]",
        "which transitions need not be tried: " REDUCTION_ALGORITHMS(NAME_AND_COMMA) "as `mazurka searches` explains them (default: sum; "
        "none, where parts of a search are chosen). Several: side by side, by as many processes (-j)",
        .json = "reduction", .in_series = true),
    ROW("variant", OPTION_WORD, variant, "retraversing|printed|appendix|stateless|stateful|jpf",
        "another form of --reduction, where `mazurka searches` lists it: as printed in its paper, without matching states, and so on"),
    STEER("future", OPTION_FLAG, how.steering.future, NULL,
        "an access to memory that no other thread will access any more, as the machine code, the stacks and all accesses before tell, is "
        "no choice point with --reduction=spor, and is tried first with sum",
        .json = "future"),
    STEER("partly", OPTION_FLAG, how.steering.partly, NULL,
        "look for data races with a reduction that loses some of them, too (dynamic partial order reduction): nothing is claimed",
        .json = "partly"),
    ROW("memory-model", OPTION_CHOICE, config.memory_model, "sc|c11|auto",
        "what atomic operations may read: the last value, whatever their memory order (sc, sequential consistency), or all that C11 "
        "allows by it, but for load buffering (c11: RC11); or first the one, and then, where nothing was found and there are atomics "
        "weaker than seq_cst, the other (auto, the default; sc, where an option keeps to one search), for three times as long as the "
        "first and 5s at least, or, where auto is written, for all that --time leaves",
        .words = "sc|c11|auto", .trace = "memory-model", .json = "memory_model", .everyday = true),
    ROW("stale", OPTION_COUNT, config.stale, "N",
        "under RC11 (--memory-model): what may be read has at most N newer values; the verdict says whether there was more",
        .trace = "stale", .json = "stale"),
    ROW("match", OPTION_CHOICE, how.steering.matching, "all|read|auto",
        "which memory of the program tells states apart: all of it (all), or, of its shared static variables, only what is read again "
        "before it is overwritten (read: fewer states with --reduction=sum; ends that differ in such variables count once); or what a "
        "trial shows to be better, where the default search takes long (auto, the default)",
        .words = "all|read|auto", .initial = "auto", .json = "match"),
    ROW("every-step", OPTION_FLAG, config.every_step, NULL,
        "store and count the states with a single successor too: for comparing numbers, not for finding bugs",
        .trace = "every-step", .json = "every_step"),
    ROW("no-foresight", OPTION_CLEAR, config.foresight, NULL,
        "take every transition, also where an equal step has shown before that it leads to a known state: slower, with the same verdict "
        "(the default reduction goes by what is foreseen, too, and explores some other states then)",
        .json = "foresight"),
    ROW("dead-values", OPTION_CHOICE, config.dead_values, "clear|keep|poison",
        "what compilers leave in registers and frames and the program will not read again makes equal states look different: it is "
        "cleared (default), kept as it is, or filled with garbage, which must change nothing",
        .words = "keep|clear|poison", .initial = "clear", .trace = "dead-values", .json = "dead_values"),
    ROW("fresh", OPTION_CHOICE, config.fresh, "zero|garbage", "what new stack frames and blocks from malloc hold (default zero)",
        .trace = "fresh", .json = "fresh"),
    OPTION_HEADING_ROW("How the program is explored (`mazurka searches` explains the parts and how they are combined)"),
    ROW("search", OPTION_TEXT, how.search, "NAME",
        SEARCH_TABLE(NAME_AND_COMMA) "as `mazurka searches` explains them (default: auto, which is dfs, and where that takes long samples "
        "executions in between; dfs, where parts of a search are given)",
        .json = "search", .everyday = true, .in_series = true),
    ROW("jobs", OPTION_COUNT, how.steering.jobs, "N",
        "N processes search together; also -j N. Without a reduction they have one set of visited states; with one each has a search of "
        "its own, and the first to finish ends it (default: all processors, up to 4, where --search=auto goes on for long and no --seed is "
        "given; otherwise 1)",
        .json = "jobs", .everyday = true, .resumes = true),
    ROW("mpi", OPTION_FLAG, mpi, NULL,
        "several machines search together, each of which is given this command: `mpirun -n 4 mazurka check PROGRAM --mpi`. They tell each "
        "other what is finished (--reduction=sum) or entered (none), or divide seeds (--runs, and searches that sample executions, but for "
        "ranked)",
        .json = "mpi", .resumes = true),
    STEER("order", OPTION_TEXT, how.order, "NAME",
        "which thread is tried first: default, " ORDER_TABLE(NAME_AND_COMMA)
        "or visited+ one of the others; threads has a list, as in threads:3,1,2"),
    STEER("filter", OPTION_CHOICE, how.steering.filters, "none|future|last",
        "what is left out: future, transitions that access only what no other thread seems to access any more, as long as there are "
        "others; last, all others where there is such a one. That loses errors: nothing is claimed (default none)",
        .words = "none|future|last", .json = "filter"),
    STEER("heuristic", OPTION_TEXT, how.heuristic, "NAME",
        "of --search=best: " HEURISTIC_TABLE(NAME_AND_COMMA) "as `mazurka searches` explains them (default blocked)"),
    STEER_OF("mixed", "mixed-depth", OPTION_COUNT, how.steering.mixed_depth, "N",
        "the depth from which on it goes depth first, without --rb (default 10)", .initial = "10"),
    ROW("walks", OPTION_COUNT, how.steering.max_walks, "N",
        "of searches that sample executions: so many", .in_series = true),
    STEER_OF("pos", "redraw", OPTION_COUNT, how.steering.redraw, "PERCENT",
        "chance of an event to get a new priority when another one that it races with was executed (default 100)",
        .initial = "100"),
    STEER_OF("pct and pctvb", "bug-depth", OPTION_TEXT, how.bug_depth, "N|A..[B]",
        "how many orders of two steps a bug needs at most, among them which thread comes first (default 3); "
        "A..B: A first, and one more whenever bugs of the depth so far would have been found with 99 %"),
    STEER_OF("pctvb", "variables", OPTION_COUNT, how.steering.variables, "N",
        "after the accesses to how many variables threads are preempted; fewer than --bug-depth (default 1)",
        .initial = "1"),
    STEER_OF("pct and pctvb", "priorities", OPTION_CHOICE, how.steering.permuted, "lowered|permuted",
        "what a change point gives to a thread, a priority below all others (default), or any",
        .words = "lowered|permuted"),
    ROW_OF("pairwise", "fragment", OPTION_TEXT, fragment, "FILE:FROM-TO[,...]",
        "the lines whose code is looked at, each range by itself; FILE:LINE for one line", .json = "fragment"),
    ROW("function", OPTION_TEXT, function, "NAME[,...]", "the same for functions", .searches = "pairwise", .json = "function"),
    STEER_OF("pairwise", "pair", OPTION_TEXT, how.pair, "I,J",
        "one pair only, thread I, which comes to the fragment, and thread J, by birth order (0 is main; default: all "
        "pairs of threads that are seen)",
        .json = "pair"),
    STEER_OF("pairwise", "pair-rule", OPTION_CHOICE, how.steering.pair_rule, "authors|figure2|both",
        "who may go on while I is in the fragment; both threads at every point, as the authors' program has it "
        "(default), or as figure 2 of their paper has it; or whoever one of these rules lets go on, and J wherever I has to wait",
        .words = "authors|figure2|both", .json = "pair_rule"),
    STEER("pair-states", OPTION_COUNT, how.steering.pair_states, "N", "limit each pair to N states", .searches = "pairwise",
        .json = "pair_states"),
    STEER("pair-time", OPTION_DURATION, how.steering.pair_milliseconds, "DURATION", "limit each pair to this time",
        .searches = "pairwise", .json = "pair_milliseconds"),
    STEER_OF("ranked and profile", "arrays", OPTION_CHOICE, how.steering.whole_arrays, "elements|whole",
        "what of an array is one variable, every element (default) or all of it",
        .words = "elements|whole"),
    STEER_OF("ranked", "cvt", OPTION_TEXT, how.cvt, "C,V,T[..]",
        "bugs that need up to C preemptions, after accesses to up to V variables, and an order of up to T threads; "
        "C,V,T.. goes on with those that need more (default 2,2,2..)"),
    STEER_OF("ranked", "epsilon", OPTION_TEXT, how.epsilon, "E",
        "the chance to miss one of them, from 0.000000001 to 0.5 (default 0.01)"),
    STEER_OF("ranked", "ranked-pruning", OPTION_CHOICE, how.steering.ranked_pruning, "sound|printed|off",
        "executions that need not be made, because others are like them (sound, the default), as the paper has it "
        "(printed; claims nothing), or none (off)",
        .words = "sound|printed|off"),
    STEER("preemptions", OPTION_TEXT, how.preemptions, "N|A..B[+S]",
        "at most N preemptions on a path, switches away from a thread that could go on and does not yield; a range as for --depth",
        .everyday = true),
    STEER("switches", OPTION_TEXT, how.switches, "N|A..B[+S]",
        "at most N context switches on a path, whether or not the thread could go on"),
    STEER("preemption-variables", OPTION_TEXT, how.preemption_variables, "N|A..B[+S]",
        "at most N variables after whose accesses a path has its preemptions; a range as for --depth"),
    STEER("preemption-threads", OPTION_TEXT, how.preemption_threads, "N|A..B[+S]",
        "at most N threads that take part in the preemptions of a path, as the one that is left or the one that goes on"),
    STEER("delays", OPTION_TEXT, how.delays, "N|A..B[+S]", "at most N threads skipped by a round-robin scheduler"),
    STEER("rb", OPTION_TEXT, how.rb, "TUPLE|auto|list",
        "randomized backtracking (DFS-RB) with a configuration <thb,thm,thr,stg,rtb,rtc> such as '<I,pl,d,Lb,0.75,1.5>', "
        "'<L*0.25,cs,ncs,R,0.90^r,1>' or '<50,pl,d,F,1-d/100,1.2>', or several of these with a + between them, side by side (-j); "
        "auto is '<H,pl,d,R,0.90,1>' with a threshold that the program's first path gives; list prints the 7920 of the paper"),
    STEER("rb-paper", OPTION_FLAG, how.steering.rb_paper, NULL,
        "match states as the paper has it: a state that was left early counts as visited wherever it is met; claims no coverage"),
    STEER("rb-first-form", OPTION_FLAG, how.steering.rb_first_form, NULL,
        "ask whether to go on backtracking after new states only, as in the first paper on randomized backtracking"),
    STEER("rb-complete", OPTION_CHOICE, how.steering.completion, "order|random|again|choose",
        "when the random part is over, explore what was left: in order, at random, at random and leaving states early again, or leaving "
        "the whole path for any state that was left",
        .words = "|order|random|again|choose"),
    STEER("rb-states", OPTION_COUNT, how.steering.rb_states, "N", "limit each iteration of I to N states"),
    STEER("rb-time", OPTION_DURATION, how.steering.rb_milliseconds, "DURATION",
        "limit each iteration of I to this time (default 1m without --rb-states)"),
    STEER("restarts", OPTION_CHOICE, how.steering.restarts, "fixed|luby|walsh",
        "start a random search over with nothing visited, at these multiples of a unit",
        .words = "|fixed|luby|walsh"),
    STEER("restart-states", OPTION_COUNT, how.steering.restart_states, "N", "the unit of --restarts, in states"),
    STEER("restart-time", OPTION_DURATION, how.steering.restart_milliseconds, "DURATION",
        "the unit of --restarts, in time (default 5s without --restart-states)"),
    ROW("runs", OPTION_COUNT, how.steering.runs, "N",
        "N runs with the seeds from --seed on, each to its first bug, and their statistics; limits are those of each run",
        .in_series = true),
    ROW("series", OPTION_TEXT, series, "FILE",
        "a search in each line of FILE, as options (parts of a search, --reduction, --states, --time, --seed, --runs): all of them one "
        "after the other in one process, each run to its first bug; claims nothing"),
    OPTION_HEADING_ROW("What counts as a bug"),
    ROW("memory-checks", OPTION_CHOICE, config.unchecked_memory, "on|off",
        "use of freed memory, of memory outside of any block of the heap, of the stack of a thread that has ended or of a function "
        "that has returned, and delete of what comes from new[] or malloc (default on)",
        .trace = "memory-checks", .json = "memory_checks", .everyday = true),
    ROW("reuse", OPTION_CHOICE, config.reuse, "never|choose",
        "whether malloc gives out again the block that was freed last: not soon (default), or both, as libc may (ABA)",
        .trace = "reuse", .json = "reuse"),
    ROW("leaks", OPTION_FLAG, config.leaks, NULL, "blocks of the heap that nothing points to when the program ends",
        .trace = "leaks", .json = "leaks", .everyday = true),
    ROW("held-at-exit", OPTION_FLAG, config.held_at_exit, NULL,
        "a thread that ends while it holds a mutex (that others then wait for it in vain is a deadlock anyway)",
        .trace = "held-at-exit", .json = "held_at_exit"),
    ROW("exit-status", OPTION_CHOICE_OR_FLAG, config.exit_status, "zero|any|mixed",
        "an exit status other than 0 is a bug: always (zero, also without a value), never (any), or if other interleavings end with 0 "
        "(mixed, the default)",
        .words = "any|zero|mixed", .initial = "mixed", .trace = "exit-status", .json = "exit_status", .everyday = true),
    ROW("notice", OPTION_TEXT, notice, "TEXT",
        "tell in JSON (noticed) whether an execution prints TEXT, in one piece, on standard output or standard error"),
    ROW("reached", OPTION_TEXT, reached, "ADDRESSES",
        "tell in JSON (reached) of each of these addresses of instructions in the program's file (0x1139,0x1156) whether a thread came "
        "there"),
    ROW("atomic-orders", OPTION_TEXT, atomic_orders, "written|LIST",
        "with --memory-model=c11: tell in JSON (atomics) which atomic operations and fences were reached, at which addresses in their "
        "files (of a library with its number above); at those of LIST (0x1139=release,0x1156=acq_rel/acquire) other memory orders hold; no "
        "trace is written"),
    ROW("uninit", OPTION_FLAG, uninit, NULL,
        "bugs that depend on memory that was never written: if nothing else is found, search again with --fresh=garbage",
        .everyday = true),
    ROW("livelock", OPTION_FLAG, config.livelock, NULL, "fair cycles: threads that run for ever without progress",
        .trace = "livelock", .json = "livelock", .everyday = true),
    ROW("waiting", OPTION_CHOICE, config.waiting, "block|yield|step",
        "a thread that waits in a loop is blocked until somebody changes what it looks at (block, the default; with bounds yield, where "
        "yields and sleeps are steps of their own), or each of its rounds is explored (step, for comparison)",
        .words = "block|yield|step", .trace = "waiting", .json = "waiting"),
    ROW("rounds", OPTION_COUNT, config.rounds, "N",
        "a loop that waits and only counts makes N rounds one by one, and all others in one step (by default 3, from the first loop "
        "on that makes 64 rounds)",
        .trace = "rounds", .json = "rounds"),
    ROW("endless", OPTION_FLAG, config.endless, NULL,
        "not a bug by itself: let loops run for ever, also those that have a way out, as a server's `while (!quit)` (loops without one, as "
        "`for (;;)`, may anyway)",
        .trace = "endless", .json = "endless", .everyday = true),
    ROW("race", OPTION_CHOICE, config.race, "report|error|off",
        "data races: listed at the end, while the search goes on (report, the default), bugs like all others (error), or not looked for",
        .words = "off|report|error", .initial = "report", .json = "race", .everyday = true),
    ROW("race-rule", OPTION_CHOICE, config.race_rule, "hb|poised|clocks|graph",
        "graph: no synchronization orders the two accesses, memory orders of atomics included (default); where one search explores all "
        "states they are looked for in the graph of all transitions at its end, elsewhere as hb: the same, with states told apart by what "
        "is ordered; poised: two threads are about to make conflicting plain accesses in one state; clocks: hb, with states told apart "
        "even if that is not needed",
        .initial = "graph", .json = "race_rule"),
    ROW("spurious", OPTION_FLAG, config.spurious, NULL, "not a bug by itself: let condition variables wake up for no reason",
        .trace = "spurious", .json = "spurious", .everyday = true),
    ROW("suppress", OPTION_TEXT, suppress, "FILE",
        "findings to hide, in ThreadSanitizer's format: race:FUNCTION_FILE_OR_VARIABLE, deadlock:..., leak:..., with * for any text; the "
        "verdict says how many", .everyday = true),
    OPTION_HEADING_ROW("The program"),
    ROW("cc", OPTION_TEXT, cc, "COMPILER", "compile with this compiler: gcc, clang-14, ... (default: MAZURKA_CC, else cc)",
        .everyday = true),
    ROW("cxx", OPTION_TEXT, cc, "COMPILER", "the same for C++: g++, clang++-14, ... (default: MAZURKA_CXX, CXX, else c++)",
        .everyday = true),
    ROW("keep", OPTION_TEXT, keep, "FILE", "keep the program that was compiled"),
    ROW("stack", OPTION_SIZE, config.stack_bytes, "SIZE", "size of each thread's stack, at least (default 8M)", .trace = "stack"),
    ROW("heap", OPTION_SIZE, config.heap_bytes, "SIZE",
        "address space for the heap of each thread (default 16G, with --wide 4G, or what the system allows)",
        .trace = "heap"),
    ROW("wide", OPTION_FLAG, config.wide, NULL,
        "room for 256 threads at a time from the beginning: otherwise the search starts over with it when there are more than 64",
        .trace = "wide", .json = "wide"),
    ROW("trust", OPTION_TEXT, trust, "LIST|all",
        "functions, separated by commas, that are known to change no memory of the program and to keep no state of their own: "
        "calls of them are not guarded",
        .trace = "trust"),
    ROW("no-cache", OPTION_FLAG, no_cache, NULL,
        "look at the program's file anew: what earlier checks of the same file have found out is kept in ~/.cache/mazurka"),
    ROW("hang", OPTION_DURATION, hang_ms, "DURATION",
        "how long a thread may run without calling anything before it counts as hanging (default 10s; 0: for ever)",
        .initial = "10s", .resumes = true),
    ROW("setup-writes", OPTION_CHOICE, config.writes_real, "captured|real",
        "what the program does to files before its first thread or choice: kept from the disk, as later (captured, the default), or done",
        .trace = "setup-writes"),
    ROW("file-writes", OPTION_CHOICE, config.files_kept, "captured|kept",
        "what the program writes later to files that are open for writing only: goes into reports alone (captured, the default), or can "
        "be read back, as part of states (kept)",
        .trace = "file-writes", .json = "file_writes"),
    ROW("runaway", OPTION_COUNT, config.runaway_hooks, "N",
        "a thread that makes N accesses without a visible one runs away (default 2147483648)",
        .trace = "runaway"),
    ROW("no-guard", OPTION_CLEAR, config.guard_determinism, NULL, "do not first run the program twice to see whether it is deterministic"),
    ROW("self-check", OPTION_FLAG, config.self_check, NULL, "compare all memory after every step back: finds bugs of Mazurka itself",
        .json = "self_check"),
    OPTION_HEADING_ROW("Results"),
    ROW("trace", OPTION_TEXT, trace, "FILE", "where to write the schedule of a bug (default NAME.mzt; further ones NAME-2.mzt, ...)",
        .everyday = true, .resumes = true),
    ROW("no-trace", OPTION_CLEAR, write_trace, NULL, "do not write it", .resumes = true),
    ROW("inputs", OPTION_TEXT, inputs, "FILE",
        "write what the result rests on besides the options, for those who keep results: files with digests, and whether there is anything "
        "that they do not tell (JSON)", .resumes = true),
    ROW("json", OPTION_TEXT, json, "FILE", "write verdict, statistics and interleavings as JSON; - is stdout", .everyday = true,
        .resumes = true),
    ROW("junit", OPTION_TEXT, junit, "FILE", "write the result as JUnit XML, which continuous integration shows as tests; - is stdout",
        .everyday = true, .resumes = true),
    ROW("sarif", OPTION_TEXT, sarif, "FILE",
        "write bugs as SARIF 2.1.0, which code hosts and editors show beside the source; - is stdout", .everyday = true, .resumes = true),
    ROW("html", OPTION_TEXT, html, "FILE",
        "write the interleavings as one page for a browser, to step through beside the source; - is stdout", .everyday = true,
        .resumes = true),
    ROW("dot", OPTION_TEXT, dot, "FILE",
        "write the states and transitions that were explored, and the way to the first bug, as a graph for Graphviz (`dot -Tsvg FILE`): of "
        "small programs, by one process; - is stdout"),
    ROW("witness", OPTION_TEXT, witness, "FILE",
        "write the first bug as a violation witness of SV-COMP (format 2.2), where it can be expressed as one; - is stdout",
        .resumes = true),
    ROW("format", OPTION_WORD, format, "text" LINE_FORMS(FORM_WORD),
        "how bugs are printed: for people (text, the default)" LINE_FORMS(FORM_HELP),
        .initial = "text", .everyday = true, .resumes = true),
    ROW("explain-calls", OPTION_FLAG, explain_calls, NULL, "list the functions that the program imports, and what became of calls of them"),
    ROW("steps", OPTION_COUNT, steps, "N", "show at most N lines of an interleaving (default 1000; 0: all)", .initial = "1000",
        .resumes = true),
    ROW("minimize", OPTION_DURATION, minimize, "DURATION|off",
        "look for a schedule with fewer preemptions and context switches before a bug is shown: as many states as take so long "
        "(default 2s)",
        .initial = "2s", .everyday = true, .resumes = true),
    ROW("suggest", OPTION_DURATION, suggest, "DURATION|off",
        "for a bug that needs weak memory, and a data race beside weaker atomics: how long to look for the least set of memory orders "
        "that, made stronger, mend it (default 10s)",
        .initial = "10s", .resumes = true),
    ROW("verbose", OPTION_FLAG, verbose, NULL,
        "show every step of an interleaving, those of the compiler and of the C++ library too, and all frames of call stacks",
        .everyday = true, .resumes = true),
    ROW("quiet", OPTION_FLAG, quiet, NULL, "print the verdict only; -q is the same", .everyday = true, .resumes = true),
    ROW("color", OPTION_WORD, color, "auto|always|never", "colours (auto: on a terminal, unless NO_COLOR is set)", .initial = "auto",
        .resumes = true),
    OPTION_END,
};
