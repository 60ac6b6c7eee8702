/* boot.c - taking over a program: the tool preloads this library, and __libc_start_main, called by the program's first
 * instructions, is ours. The real one then runs as thread 0 of the program on a stack at a fixed address, so that
 * constructors, main and exit handlers all are the program's; the engine keeps the process's own stack. */
#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/raw.h"
#include "base/text.h"
#include "model/calls.h"
#include "search/search.h"
#include "world/atomic_names.h"
#include "world/crashes.h"
#include "world/watch/debugger.h"
#include "world/hot.h"
#include "world/life.h"
#include "world/loaded/modules.h"
#include "world/memory/undo.h"
#include "world/outside/mapped.h"
#include "world/outside/outside.h"
#include "world/race/race.h"
#include "world/recorder.h"
#include "world/setup/captured.h"
#include "world/setup/remains.h"
#include "world/stand_ins.h"
#include "world/state/dead.h"
#include "world/state/foresight.h"
#include "world/state/library_tls.h"
#include "world/state/tcb.h"
#include "world/transitions.h"
#include "world/variable_names.h"
#include "world/watch/allocation_counts.h"
#include "world/watch/exchange.h"
#include "world/watch/export.h"
#include "world/watch/reached_code.h"
#include "world/watch/samples.h"
#include "world/watch/selfcheck.h"
#include "world/watch/splits.h"
#include "world/watch/state_graph.h"

typedef int main_function(int, char **, char **);

struct start {
    main_function *main;
    int    argc;
    char **argv;
    void (*init)(void), (*fini)(void), (*rtld_fini)(void);
    void  *stack_end;
    int (*real)(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
};

static struct start   start;
static struct engine  engine;
static struct recorder recorder;

static void give_up_as(struct wire *wire, enum wire_verdict verdict, const char *why) __attribute__((noreturn));
static void give_up_as(struct wire *wire, enum wire_verdict verdict, const char *why)
{
    text_copy(wire->message, sizeof wire->message, why);
    wire->verdict = verdict;
    __atomic_store_n(&wire->phase, WIRE_DONE, __ATOMIC_RELEASE);
    raw_exit(70);
}

static void give_up(struct wire *wire, const char *why) __attribute__((noreturn));
static void give_up(struct wire *wire, const char *why)
{
    give_up_as(wire, WIRE_REFUSED, why);
}

/* ---- on the program's thread 0 -------------------------------------------------------------------------------------- */

/* main's return is an exit like any other: the stand-in for exit, not libc's own. What lies above on the stack does not change any more,
 * and holds values that differ from process to process: guards, and addresses that setjmp has hidden. */
static int program_main(int argc, char **argv, char **envp)
{
    mz__world.thread[0].hashed_to = (uint64_t)__builtin_frame_address(0);
    int status = start.main(argc, argv, envp);
    probe_wipe_stack();
    boot_exit(status);
    return 0;
}

static void *program(void *unused)
{
    (void)unused;
    start.real(program_main, start.argc, start.argv, start.init, start.fini, start.rtld_fini, start.stack_end);
    return NULL;
}

/* ---- the engine ----------------------------------------------------------------------------------------------------- */

/* The program must not see what the tool put into its environment. */
static void hide(char **environment, const char *name)
{
    size_t length = strlen(name);
    char **out = environment;
    for (char **in = environment; *in; in++)
        if (memcmp(*in, name, length) != 0 || (*in)[length] != '=')
            *out++ = *in;
    *out = NULL;
}

static const char *value_of(char **environment, const char *name)
{
    size_t length = strlen(name);
    for (; *environment; environment++)
        if (strlen(*environment) > length && memcmp(*environment, name, length) == 0 && (*environment)[length] == '=')
            return *environment + length + 1;
    return NULL;
}

static struct wire *open_wire(char **environment)
{
    const char *number = value_of(environment, WIRE_ENV);
    int fd = 0;
    if (!number)
        return NULL;
    for (; *number >= '0' && *number <= '9'; number++)
        fd = fd * 10 + (*number - '0');
    struct wire *wire = mmap(NULL, WIRE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
    close(fd);
    if (wire == MAP_FAILED || wire->magic != WIRE_MAGIC || wire->version != WIRE_VERSION)
        return NULL;
    hide(environment, WIRE_ENV);
    hide(environment, "LD_PRELOAD");
    hide(environment, "LD_BIND_NOW");
    return wire;
}

/* Arguments and environment: memory like the program's own. */
static bool follow_arguments(char **argv)
{
    const char *end = (const char *)argv;
    char **p = argv;
    for (int list = 0; list < 2; list++, p++)
        for (; *p; p++)
            end = *p + strlen(*p) + 1 > end ? *p + strlen(*p) + 1 : end;
    return layout_add_segment((uint64_t)argv, (uint64_t)end, true);
}

/* gcc puts code on the stack for a nested function whose address is taken, and the linker says so. */
static int has_code_on_stacks(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_GNU_STACK && (info->dlpi_phdr[i].p_flags & PF_X))
            return 1;
    return 0;
}

/* The world has less to do for a program that does not take some functions from libraries, nor can ask for any. */
static void learn_imports(struct world *w)
{
    uint64_t taken = modules_taken_traits();
    bool anything = taken & (TRAIT_LOOKS_UP | TRAIT_LOADS);
    w->cancels = anything || taken & TRAIT_CANCELS;
    w->unlocked_streams = anything || taken & TRAIT_UNLOCKED_STREAM;
    w->locks_streams = w->unlocked_streams || taken & TRAIT_LOCKS_STREAM;
    w->channels = anything || taken & TRAIT_MAKES_CHANNEL;
    w->copies = anything || taken & TRAIT_COPIES_DESCRIPTOR;
    w->clocks = anything || taken & TRAIT_CLOCK;
}

static void prepare(struct wire *wire)
{
    const struct wire_config *c = &wire->config;
    __atomic_store_n(&wire->phase, WIRE_SETUP, __ATOMIC_RELEASE);
    raw_map_at_most(c->map_bytes);
    if (dlsym(RTLD_DEFAULT, "pthread_create") != boot_own_symbol())
        give_up(wire, "the runtime does not stand in for pthread_create: another library comes first");
    if (!layout_reserve(c->stack_bytes, c->heap_bytes, dl_iterate_phdr(has_code_on_stacks, NULL)))
        give_up(wire, "no address space for stacks and heaps: is it limited (ulimit -v)?");
    sharing_prepare();
    if (!undo_reserve() || !modules_register(wire) || !tcb_prepare() || !library_tls_prepare() || !dead_prepare(wire) || !crashes_install())
        give_up(wire, wire->message[0] ? wire->message : "no memory for the engine");
    if (!atomic_names_prepare(wire) || !outside_prepare(wire))
        give_up(wire, "no memory for calls of functions without hooks");
    remains_hide_secrets(wire);
    if (c->mode == WIRE_SEARCH)
        reached_code_prepare(wire);
    if (!follow_arguments(start.argv))
        give_up(wire, "no memory for following the program's arguments");
    if (c->splits && !splits_enable(c->splits))
        give_up(wire, "no memory for looking at states");
    samples_enable(wire, c->samples);
    if (c->drawn && !state_graph_enable(wire))
        give_up(wire, "no memory for the graph of --dot");
    if (c->self_check && !selfcheck_enable())
        give_up(wire, "no address space for --self-check");
    wire->stack_lo = ARENA_LO;
    wire->stack_span = mz__layout.slot_span;
    wire->heap_lo = mz__layout.heap_lo;
    wire->heap_span = mz__layout.heap_span;
    wire->pid = (uint32_t)getpid();
    world_configure(c, wire);
    if (c->mode == WIRE_SEARCH && search_kind_named(c->search)->by_variables && !variable_names_prepare(wire))
        give_up(wire, "no memory for the names of variables");
    if (wire->blocks && !mz__allocation_counts && !allocation_counts_enable())
        give_up(wire, "no memory for the names of blocks");
    learn_imports(&mz__world);
    const struct search *asked = search_find(c->search); /* of a replay: that which has found it */
    if (!race_configure(&mz__world, c, asked && asked->counts))
        give_up(wire, "no memory for the detection of data races (--race=off goes without it)");
    world_import_ranges(wire);
    if (!boot_take_early())
        give_up(wire, "constructors of libraries make more than 256 semaphores, barriers and keys");
    if (c->foresight && !mz__world.frozen && !mz__world.weak && !foresight_enable(&mz__world, c->self_check))
        give_up(wire, "no memory for what was foreseen");
    if (c->store[0])
        wire->writes_real = !captured_begin(wire);
    if (c->mode == WIRE_REPLAY) {
        recorder.wire = wire;
        recorder.every_step = c->every_step;
        recorder.live_output = c->live_output;
        recorder.step = ~0ULL;
        recorder.step_begins = debugger_step;
        mz__world.recorder = &recorder;
        debugger_prepare(wire);
    }
}

/* Also those of other processes that search with this one. */
static uint64_t states_so_far(const struct wire *wire)
{
    uint64_t states = wire->counters.earlier + (engine.team.as ? 0 : wire->counters.states);
    for (unsigned i = 0; engine.team.as && i < *engine.team.workers; i++)
        states += wire->worker[i].counters.earlier + wire->worker[i].counters.states;
    return states;
}

static void found(void *host, const struct fault *f, uint64_t count)
{
    struct wire *wire = host;
    uint64_t n = wire->findings;
    if (fault_cuts(f) && wire->decisions + count > WIRE_MAX_DECISIONS)
        count = 0; /* nobody follows it */
    if (n == WIRE_MAX_FINDINGS || wire->decisions + count > WIRE_MAX_DECISIONS) {
        wire->dropped++;
        return;
    }
    wire->finding[n] = (struct wire_finding){.fault = *f, .first = wire->decisions, .count = count,
                                             .states = states_so_far(wire)};
    if (wire->config.mode != WIRE_SEARCH) /* that section holds what is being followed */
        count = 0;
    memcpy(&wire_decisions(wire)[wire->decisions], engine.path, count * sizeof(struct wire_decision));
    wire->finding[n].events = wire->events;
    if (f->kind == FAULT_RACE)
        race_export(&mz__world, &wire->finding[n]);
    wire->decisions += count;
    if (wire->config.mode == WIRE_SEARCH)
        world_export_ranges(wire); /* they go with the schedule, should the search be killed before its end */
    wire->findings++;
    world_export_waiters(wire);
    debugger_fault(wire, f);
}

static void forget(void *host)
{
    struct wire *wire = host;
    wire->findings = wire->dropped = 0;
    wire->decisions = 0;
    race_forget(&mz__world);
}

static void followed(void *host)
{
    (void)host;
    samples_last(&mz__world);
}

static void ran(void *host, uint64_t number, const struct wire_run *run)
{
    struct wire *wire = host;
    if (number >= WIRE_MAX_RUNS)
        return;
    wire_runs(wire)[number] = *run;
    wire->runs = number + 1;
}

static void phase(void *host, enum wire_phase p)
{
    if (p == WIRE_EXPLORE) {
        samples_restart();
        state_graph_restart();
    }
    foresight_switch(&mz__world, p == WIRE_EXPLORE);
    /* What is visible goes with the schedule of a search that is killed. */
    if (p == WIRE_EXPLORE && ((struct wire *)host)->config.mode == WIRE_SEARCH)
        world_export_ranges(host);
    __atomic_store_n(&((struct wire *)host)->phase, p, __ATOMIC_RELEASE);
}

/* In a replay the recorder hears of every decision: the lts between the search and the world tells it. */
static void recorded_step(void *self, tid t, unsigned choice)
{
    threadset enabled = world_lts.enabled(self);
    unsigned successors = 0;
    THREADSET_EACH(u, enabled)
        successors += world_lts.outcomes(self, u);
    recorder_decision(&recorder, enabled, successors);
    world_lts.step(self, t, choice);
}

static const struct search *search_of(const struct wire_config *c)
{
    switch (c->mode) {
    case WIRE_REPLAY: return &search_replay;
    case WIRE_FATE:   return &search_fate;
    default:          return c->search[0] ? search_find(c->search) : &search_dfs;
    }
}

static struct search_config configure(const struct wire *wire)
{
    const struct wire_config *c = &wire->config;
    struct search_config config = {
        .races = c->race != WIRE_RACE_OFF,
        .weak = c->memory_model == WIRE_MEMORY_C11 && c->mode == WIRE_SEARCH,
        .search = search_of(c),
        .sought = c->sought.kind != FAULT_NONE ? &c->sought : NULL,
        .sought_object = c->sought_object,
        .unprepared = c->drawn,
        .schedule = wire_decisions(wire),
        .schedule_count = wire->path_count,
        .series = c->mode == WIRE_SEARCH && wire->series ? wire_series(wire) : NULL,
        .series_count = wire->series,
    };
    search_basics(&config, c);
    return config;
}

static void explore(struct wire *wire)
{
    struct lts lts = world_lts;
    struct search_config config = configure(wire);
    struct search_report report = {.counters = &wire->counters, .path = wire_path(wire), .path_count = &wire->path_count,
                                   .path_capacity = WIRE_MAX_PATH, .workers = wire->worker, .stop = &wire->stop,
                                   .ended_well = &wire->ended_well, .census = &wire->census, .fate = &wire->fate, .covered = &wire->covered,
                                   .pairs = wire_pairs(wire), .pair_count = &wire->pairs, .pair_capacity = (uint32_t)WIRE_MAX_PAIRS,
                                   .variables = wire_variables(wire), .variable_count = &wire->variables,
                                   .unjudged = wire->unjudged, .endless = wire->endless, .unending = wire->unending,
                                   .loops_unseen = &wire->loops_unseen,
                                   .host = wire, .phase = phase, .found = found, .forget = forget, .ran = ran,
                                   .followed = followed};
    lts.end_looks = wire->config.leaks;
    if (world_tracks(&mz__world)) {
        if (!wire->blocks)
            lts.grown = NULL; /* nor is it looked for by walks before the search */
        lts.step = world_light_step;
        lts.leash = &mz__world.leash;
        boot_light_hooks();
    }
    if (wire->config.mode == WIRE_REPLAY)
        lts.step = recorded_step;
    if (wire->config.self_check)
        selfcheck_watch(&lts);
    if (wire->config.splits)
        splits_watch(&lts);
    if (wire->config.samples)
        samples_watch(&lts);
    if (wire->config.drawn)
        state_graph_watch(&lts);
    const struct keeper keeper = {wire, wire_exchange(wire), WIRE_EXCHANGE_BYTES, exchange_keep, exchange_fetch, exchange_visible,
                                  exchange_recall, exchange_send, exchange_take, exchange_known};
    if (wire->config.steering.checkpoint_milliseconds || wire->config.steering.ranks > 1)
        report.keeper = &keeper;
    config.lts = &lts;
    char unknown[sizeof wire->message];
    if (names_unknown(&wire->config, unknown, sizeof unknown))
        give_up(wire, unknown);
    if (wire->config.mode == WIRE_SEARCH && wire->config.reduction[0] && !search_reduce(&config, wire->config.reduction))
        give_up(wire, "--reduction: names, separated by commas, and not too many");
    const char *why = wire->config.mode == WIRE_SEARCH ? search_steer(&config, &wire->config.steering) : NULL;
    why = why ? why : search_refusal(&config);
    if (why)
        give_up_as(wire, WIRE_UNSOUND, why);
    if (!engine_open(&engine))
        give_up(wire, "no memory for the visited set");
    wire->root = lts.digest(lts.self);
    wire->verdict = search_run(&engine, &config, &report);
    wire->ended_by = report.ended_by;
    wire->undivided = report.keeper && !lts_divides(&lts);
    debugger_end(wire);
    mapped_look_again(wire);
    wire->first = report.first;
    wire->dropped += (uint32_t)report.dropped;
    if (report.message[0])
        text_copy(wire->message, sizeof wire->message, report.message);
    splits_export(wire);
    variable_names_export(wire);
    wire->counters.visible_bytes = mz__world.sharing.bytes;
    wire->counters.threads = mz__world.most_threads;
    if (wire->counters.steps < mz__world.steps) /* else other processes have made them */
        wire->counters.steps = mz__world.steps;
    if (wire->config.mode == WIRE_SEARCH)
        world_export_ranges(wire);
}

/* A program that gives up before its first thread has not been checked at all: arguments were missing, a file was not there. */
static void refuse_early_failure(struct wire *wire)
{
    const struct op *op = &mz__world.thread[0].op;
    char why[sizeof wire->message];
    if (wire->config.exit_status != WIRE_EXIT_MIXED || mz__world.doomed || op->kind != OP_PROCESS_EXIT || op->arg[0] == 0)
        return;
    text_format(why, sizeof why, "the program ended with status %lu before its first thread (--exit-status=any accepts that)",
                (unsigned long)op->arg[0]);
    give_up_as(wire, WIRE_FAILED_EARLY, why);
}

/* The whole life of the process: set-up, search, end. */
static void take_over(struct wire *wire) __attribute__((noreturn));
static void take_over(struct wire *wire)
{
    prepare(wire);
    struct thread *main_thread = world_birth(0, (uint64_t)program, 0, 0);
    if (!main_thread)
        give_up(wire, "the system refuses to make a thread");
    tcb_adopt_main(main_thread->tp);
    boot_adopt_main();
    world_run_setup();
    remains_write(&mz__world, wire);
    if (wire->config.mode != WIRE_REHEARSE) {
        refuse_early_failure(wire);
        explore(wire);
    }
    phase(wire, WIRE_DONE);
    raw_exit(0);
}

EXPORT_BOOT int __libc_start_main(main_function *m, int argc, char **argv, void (*init)(void), void (*fini)(void),
                                  void (*rtld_fini)(void), void *stack_end);
int __libc_start_main(main_function *m, int argc, char **argv, void (*init)(void), void (*fini)(void), void (*rtld_fini)(void),
                      void *stack_end)
{
    start = (struct start){m, argc, argv, init, fini, rtld_fini, stack_end, dlsym(RTLD_NEXT, "__libc_start_main")};
    struct wire *wire = open_wire(argv + argc + 1);
    if (!wire)
        return start.real(m, argc, argv, init, fini, rtld_fini, stack_end);
    take_over(wire);
}
