/* scale_simulation.c - how a search of several processes on several machines grows (bench/results/scale.md): the search itself, reduction
 * `sum` and facts included (src/search, src/reduce), over toy programs (tests/toy), with as many workers as one likes, in a time of its
 * own.
 *
 *     bench/scale_simulation.sh [--workers=N] [--machines=N,N,...] [--delays=N,N,...]
 *         [--processors=N] [PATTERN]
 *     bench/scale_simulation.sh --processes=N [PATTERN]      the same programs by N real processes, which share one machine
 *
 * Every worker is a coroutine with an engine of its own, and takes one step of the program in each unit of time; whatever else it does
 * costs nothing. With fewer processors than workers those of a machine take turns. What a worker has finished the workers of its machine
 * know at once, and those of other machines `delay` units later. Labels and summaries have the same numbers everywhere. Machines part ways
 * without a word, as with --mpi; within a machine hints do that (reduce/shared_facts.h). Whoever finishes the root ends the search.
 *
 * Linked with --wrap: what is published goes through here, and there is one table of labels and one of summaries for all.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <ucontext.h>

#include "reduce/frame.h"
#include "reduce/shared_facts.h"
#include "search/parallel/shared_results.h"
#include "search/search.h"
#include "toy.h"

enum { PATH = 1 << 12, STACK = 256 << 10, MOST_MACHINES = 64, MOST_WORKERS = 512, MOST_LIST = 16, MEMORY = 256 << 20 };
enum { SLICE = 2000 /* steps: about what a system lets a process run for at a time */ };

static _Noreturn void give_up(const char *why)
{
    fprintf(stderr, "scale_simulation: %s\n", why);
    exit(2);
}

/* --- programs ---------------------------------------------------------------------------------------------------------- */

static void say(struct toy_program *p, unsigned t, struct toy_statement s)
{
    if (p->length[t] == TOY_CODE)
        give_up("a thread has too many statements");
    p->code[t][p->length[t]++] = s;
}

static void philosophers(struct toy_program *p)
{
    p->threads = 7;
    for (unsigned t = 0; t < p->threads; t++)
        for (unsigned meal = 0; meal < 2; meal++) {
            uint8_t left = (uint8_t)t, right = (uint8_t)((t + 1) % p->threads);
            say(p, t, (struct toy_statement){.code = TOY_LOCK, .object = left});
            say(p, t, (struct toy_statement){.code = TOY_LOCK, .object = right});
            say(p, t, (struct toy_statement){.code = TOY_UNLOCK, .object = right});
            say(p, t, (struct toy_statement){.code = TOY_UNLOCK, .object = left});
        }
}

static void racy_counter(struct toy_program *p)
{
    p->threads = 4;
    for (unsigned t = 0; t < p->threads; t++)
        for (unsigned i = 0; i < 3; i++) {
            say(p, t, (struct toy_statement){.code = TOY_READ});
            say(p, t, (struct toy_statement){.code = TOY_STORE, .a = 1});
        }
}

/* Variable 0: the cell is full; its value is looked at with mutex 0. Producers wait for condition 1, consumers for 0. */
static void buffer(struct toy_program *p)
{
    p->threads = 6;
    for (unsigned t = 0; t < p->threads; t++)
        for (unsigned i = 0; i < 2; i++) {
            uint8_t consumes = t % 2, again = (uint8_t)(p->length[t] + 1), on = (uint8_t)(p->length[t] + 5);
            say(p, t, (struct toy_statement){.code = TOY_LOCK});
            say(p, t, (struct toy_statement){.code = TOY_READ});
            say(p, t, (struct toy_statement){.code = TOY_BRANCH, .a = consumes, .target = on});
            say(p, t, (struct toy_statement){.code = TOY_WAIT, .object = !consumes});
            say(p, t, (struct toy_statement){.code = TOY_JUMP, .target = again});
            say(p, t, (struct toy_statement){.code = TOY_WRITE, .a = !consumes});
            say(p, t, (struct toy_statement){.code = TOY_SIGNAL, .object = consumes});
            say(p, t, (struct toy_statement){.code = TOY_UNLOCK});
        }
}

static void fine_locks(struct toy_program *p)
{
    p->threads = 6;
    for (unsigned t = 0; t < p->threads; t++)
        for (unsigned i = 0; i < 2; i++) {
            const uint8_t from = (uint8_t)t, to = (uint8_t)(t + 1), last = (uint8_t)(t + 2);
            say(p, t, (struct toy_statement){.code = TOY_LOCK, .object = from});
            say(p, t, (struct toy_statement){.code = TOY_LOCK, .object = to});
            say(p, t, (struct toy_statement){.code = TOY_UNLOCK, .object = from});
            say(p, t, (struct toy_statement){.code = TOY_LOCK, .object = last});
            say(p, t, (struct toy_statement){.code = TOY_UNLOCK, .object = last});
            say(p, t, (struct toy_statement){.code = TOY_UNLOCK, .object = to});
        }
}

/* Thread t writes cell t, which is one more than the cell before it; the first one looks for the last zero. */
static void lastzero(struct toy_program *p)
{
    p->threads = 8;
    for (uint8_t i = 7; i > 0; i--) {
        say(p, 0, (struct toy_statement){.code = TOY_READ, .object = i});
        say(p, 0, (struct toy_statement){.code = TOY_BRANCH, .a = 0, .target = 14});
    }
    for (unsigned t = 1; t < p->threads; t++)
        for (unsigned i = 0; i < (t % 3 ? 1 : 2); i++) {
            say(p, t, (struct toy_statement){.code = TOY_READ, .object = (uint8_t)(t - 1)});
            say(p, t, (struct toy_statement){.code = TOY_STORE, .object = (uint8_t)t, .a = 1});
        }
}

static const struct shape {
    const char *name;
    void (*make)(struct toy_program *p);
} shapes[] = {
    {"philosophers, 7 x 2", philosophers},
    {"racy counter, 4 x 3", racy_counter},
    {"buffer, 3 pairs x 2", buffer},
    {"fine locks, 6 x 2", fine_locks},
    {"lastzero, 8", lastzero},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* --- machines ---------------------------------------------------------------------------------------------------------- */

struct worker {
    struct engine        engine;
    struct toy           toy;
    struct lts           lts;
    struct search_report report;
    struct wire_counters counters;
    struct wire_decision path[PATH];
    uint64_t             path_count;
    unsigned             number, machine;
    ucontext_t           context;
    char                *stack;
};

struct published {
    struct digest digest;
    uint32_t      tag;
    uint16_t      machine;
    uint64_t      time;
};

/* What there is to search with. */
struct cluster {
    unsigned machines, workers, processors; /* of each machine */
    unsigned delay;
};

static struct simulation {
    struct cluster   c;
    uint64_t         time;
    struct worker   *worker[MOST_WORKERS], *running;
    struct facts     facts[MOST_MACHINES];
    struct published *log;   /* in the order of time */
    size_t           count, room, seen[MOST_MACHINES]; /* by each machine */
    struct faults    faults; /* of all */
    struct labels   *labels;
    struct summaries *summaries;
    bool             over;
    ucontext_t       scheduler;
} sim;

struct labels *__real_labels_open(bool shared);
void           __real_labels_close(struct labels *s);
void           __real_labels_clear(struct labels *s);
struct summaries *__real_summaries_open(bool shared);
void           __real_summaries_close(struct summaries *s);
void           __real_summaries_clear(struct summaries *s);
enum visited_result __real_visited_publish(struct visited *v, struct digest d, uint32_t tag);

struct labels *__wrap_labels_open(bool shared);
void           __wrap_labels_close(struct labels *s);
void           __wrap_labels_clear(struct labels *s);
struct summaries *__wrap_summaries_open(bool shared);
void           __wrap_summaries_close(struct summaries *s);
void           __wrap_summaries_clear(struct summaries *s);
enum visited_result __wrap_visited_publish(struct visited *v, struct digest d, uint32_t tag);

static bool simulated(void)
{
    return sim.c.machines > 0;
}

struct labels *__wrap_labels_open(bool shared)
{
    return simulated() ? sim.labels : __real_labels_open(shared);
}

void __wrap_labels_close(struct labels *s)
{
    if (!simulated())
        __real_labels_close(s);
}

void __wrap_labels_clear(struct labels *s)
{
    if (!simulated())
        __real_labels_clear(s);
}

struct summaries *__wrap_summaries_open(bool shared)
{
    return simulated() ? sim.summaries : __real_summaries_open(shared);
}

void __wrap_summaries_close(struct summaries *s)
{
    if (!simulated())
        __real_summaries_close(s);
}

void __wrap_summaries_clear(struct summaries *s)
{
    if (!simulated())
        __real_summaries_clear(s);
}

static enum visited_result enter_fact(struct visited *v, struct digest d, uint32_t tag)
{
    enum visited_result result;
    while ((result = __real_visited_publish(v, d, tag)) == VISITED_FULL)
        if (!visited_grow_shared(v))
            give_up("the table of facts is full");
    return result;
}

enum visited_result __wrap_visited_publish(struct visited *v, struct digest d, uint32_t tag)
{
    if (!simulated())
        return __real_visited_publish(v, d, tag);
    enum visited_result result = enter_fact(v, d, tag);
    if (result != VISITED_NEW || sim.c.machines == 1)
        return result;
    if (sim.count == sim.room) {
        sim.room = 2 * sim.room + 4096;
        sim.log = realloc(sim.log, sim.room * sizeof *sim.log);
        if (!sim.log)
            give_up("there is no memory");
    }
    sim.log[sim.count++] = (struct published){d, tag, (uint16_t)sim.running->machine, sim.time};
    return result;
}

/* What other machines have published long enough ago. */
static void deliver(unsigned machine)
{
    size_t *next = &sim.seen[machine];
    for (; *next < sim.count && sim.log[*next].time + sim.c.delay <= sim.time; ++*next)
        if (sim.log[*next].machine != machine)
            enter_fact(&sim.facts[machine].table, sim.log[*next].digest, sim.log[*next].tag);
}

/* --- workers ----------------------------------------------------------------------------------------------------------- */

static void (*toy_step)(void *self, tid t, unsigned choice);

static void step_in_time(void *self, tid t, unsigned choice)
{
    toy_step(self, t, choice);
    swapcontext(&sim.running->context, &sim.scheduler);
}

static void search_as_worker(struct engine *e)
{
    static const struct teamwork sharing = {.insert = shared_results_insert};
    e->reducing.facts = &sim.facts[sim.running->machine];
    e->faults = &sim.faults;
    e->team.as = &sharing;
    search_dfs.run(e);
}

static void found(void *host, const struct fault *f, uint64_t count)
{
    (void)host, (void)f, (void)count;
}

static void work(void)
{
    static const struct search search = {.is = &search_kind_dfs, .run = search_as_worker};
    struct worker *w = sim.running;
    struct search_config c = {.lts = &w->lts, .search = &search, .reduction = &reduction_sum, .all_faults = true, .max_memory = MEMORY};
    search_run(&w->engine, &c, &w->report);
    if (w->report.ended_by != WIRE_COMPLETE)
        give_up("a search has not come to its end");
    sim.over = true;
    setcontext(&sim.scheduler);
}

static struct worker *employ(const struct toy_program *p, unsigned number, unsigned machine)
{
    struct worker *w = calloc(1, sizeof *w);
    char *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!w || stack == MAP_FAILED || !engine_open(&w->engine) || getcontext(&w->context) != 0)
        give_up("there is no memory");
    toy_open(&w->toy, p, 0);
    w->lts = toy_lts(&w->toy);
    toy_step = w->lts.step;
    w->lts.step = step_in_time;
    w->report = (struct search_report){.counters = &w->counters, .path = w->path, .path_count = &w->path_count, .path_capacity = PATH,
                                       .found = found};
    w->number = number;
    w->machine = machine;
    w->stack = stack;
    w->context.uc_stack.ss_sp = stack;
    w->context.uc_stack.ss_size = STACK;
    makecontext(&w->context, work, 0);
    return w;
}

static void dismiss(struct worker *w)
{
    engine_close(&w->engine);
    toy_close(&w->toy);
    munmap(w->stack, STACK);
    free(w);
}

static bool no_more_room(struct engine *host)
{
    (void)host;
    return false; /* enter_fact() has seen to it */
}

/* --- a simulation ------------------------------------------------------------------------------------------------------ */

struct outcome {
    uint64_t time, states, findings;
};

static void open_machines(struct cluster c)
{
    sim = (struct simulation){.log = sim.log, .room = sim.room};
    sim.labels = __real_labels_open(false);
    sim.summaries = __real_summaries_open(false);
    if (!sim.labels || !sim.summaries)
        give_up("there is no memory");
    for (unsigned m = 0; m < c.machines; m++) {
        struct facts *f = &sim.facts[m];
        f->more_room = no_more_room;
        f->workers = c.workers;
        f->rank = m;
        f->ranks = c.machines;
        f->hints = calloc(FACT_HINTS, sizeof *f->hints);
        if (!f->hints || !visited_open_shared(&f->table, MEMORY, VISITED_TAGS))
            give_up("there is no memory");
    }
    sim.c = c; /* from now on what is opened is for all of it */
}

static void close_machines(void)
{
    for (unsigned m = 0; m < sim.c.machines; m++) {
        visited_close(&sim.facts[m].table);
        free(sim.facts[m].hints);
    }
    for (unsigned i = 0; i < sim.c.machines * sim.c.workers; i++)
        dismiss(sim.worker[i]);
    __real_labels_close(sim.labels);
    __real_summaries_close(sim.summaries);
}

/* Those of one machine take turns, where it has fewer processors than workers. */
static bool has_processor(const struct worker *w)
{
    uint64_t turn = (w->number % sim.c.workers + sim.time / SLICE) % sim.c.workers;
    return turn < sim.c.processors;
}

/* One step of each worker is a unit of time. */
static void run_machines(void)
{
    for (sim.time = 0; !sim.over; sim.time++)
        for (unsigned i = 0; i < sim.c.machines * sim.c.workers && !sim.over; i++) {
            struct worker *w = sim.running = sim.worker[i];
            if (!has_processor(w))
                continue;
            deliver(w->machine);
            sim.facts[w->machine].worker = w->number;
            swapcontext(&sim.scheduler, &w->context);
        }
}

static struct outcome simulate(const struct toy_program *p, struct cluster c)
{
    struct outcome o = {0};
    unsigned all = c.machines * c.workers;
    open_machines(c);
    for (unsigned i = 0; i < all; i++)
        sim.worker[i] = employ(p, i, i / c.workers);
    run_machines();
    o.time = sim.time;
    o.findings = sim.faults.count;
    for (unsigned i = 0; i < all; i++)
        o.states += sim.worker[i]->counters.states;
    close_machines();
    return o;
}

/* By real processes, as `-j N` has them. */
static struct outcome search_really(const struct toy_program *p, unsigned processes)
{
    static struct engine engine;
    static struct wire_decision path[PATH];
    uint64_t path_count = 0;
    struct wire_counters counters = {0};
    struct toy toy;
    struct outcome o = {0};
    struct search_report report = {.counters = &counters, .path = path, .path_count = &path_count, .path_capacity = PATH, .found = found};
    report.workers = mmap(NULL, WIRE_MAX_WORKERS * sizeof *report.workers, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (report.workers == MAP_FAILED || !engine_open(&engine))
        give_up("there is no memory");
    sim.c.machines = 0;
    toy_open(&toy, p, 0);
    struct lts lts = toy_lts(&toy);
    struct search_config c = {.lts = &lts, .search = &search_dfs, .reduction = &reduction_sum, .all_faults = true, .max_memory = MEMORY,
                              .jobs = processes};
    search_run(&engine, &c, &report);
    if (report.ended_by != WIRE_COMPLETE)
        give_up("a search has not come to its end");
    o.states = counters.states;
    o.findings = report.findings;
    munmap(report.workers, WIRE_MAX_WORKERS * sizeof *report.workers);
    toy_close(&toy);
    engine_close(&engine);
    return o;
}

/* --- tables ------------------------------------------------------------------------------------------------------------ */

struct list {
    unsigned count, number[MOST_LIST];
};

static struct list numbers(const char *text)
{
    struct list l = {0};
    for (char *end = (char *)text; l.count < MOST_LIST && *text; text = *end == ',' ? end + 1 : end) {
        l.number[l.count++] = (unsigned)strtoul(text, &end, 10);
        if (end == text)
            give_up("a list of numbers was expected");
    }
    return l;
}

static void head(const struct list *machines)
{
    printf("| program | states of one worker | delay |");
    for (unsigned i = 0; i < machines->count; i++)
        printf(" %u |", machines->number[i]);
    printf("\n| --- | --- | --- |");
    for (unsigned i = 0; i < machines->count; i++)
        printf(" --- |");
    printf("\n");
}

/* Speed beside one worker, and states of all beside those of one. */
static void row(const struct shape *s, const struct toy_program *p, struct outcome one, const struct list *machines, struct cluster c)
{
    printf("| %s | %llu | %u |", s->name, (unsigned long long)one.states, c.delay);
    for (unsigned i = 0; i < machines->count; i++) {
        c.machines = machines->number[i];
        struct outcome o = simulate(p, c);
        if (o.findings != one.findings)
            give_up("not every bug was found");
        printf(" %.1f (%.2f) |", (double)one.time / (double)o.time, (double)o.states / (double)one.states);
        fflush(stdout);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    const char *pattern = "", *machine_list = "1,2,4,8,16,32,64", *delay_list = "50,500,5000";
    struct cluster c = {.workers = 4};
    unsigned processes = 0;
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); /* a huge page for every table of every worker is more than there is */
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--workers=", 10) == 0)
            c.workers = (unsigned)strtoul(argv[i] + 10, NULL, 10);
        else if (strncmp(argv[i], "--processors=", 13) == 0)
            c.processors = (unsigned)strtoul(argv[i] + 13, NULL, 10);
        else if (strncmp(argv[i], "--machines=", 11) == 0)
            machine_list = argv[i] + 11;
        else if (strncmp(argv[i], "--delays=", 9) == 0)
            delay_list = argv[i] + 9;
        else if (strncmp(argv[i], "--processes=", 12) == 0)
            processes = (unsigned)strtoul(argv[i] + 12, NULL, 10);
        else
            pattern = argv[i];
    }
    struct list machines = numbers(machine_list), delays = numbers(delay_list);
    c.processors = c.processors ? c.processors : c.workers;
    for (unsigned i = 0; i < machines.count; i++) {
        unsigned m = machines.number[i];
        if (m == 0 || m > MOST_MACHINES || c.workers == 0 || c.workers > MOST_WORKERS / m)
            give_up("there are 1 to 64 machines, and 1 to 512 workers in all");
    }
    if (!processes)
        head(&machines);
    for (unsigned i = 0; i < SHAPES; i++) {
        struct toy_program p = {0};
        if (!strstr(shapes[i].name, pattern))
            continue;
        shapes[i].make(&p);
        if (processes) {
            printf("| %s | %llu |\n", shapes[i].name, (unsigned long long)search_really(&p, processes).states);
            continue;
        }
        struct outcome one = simulate(&p, (struct cluster){1, 1, 1, 0});
        for (unsigned d = 0; d < delays.count; d++) {
            c.delay = delays.number[d];
            row(&shapes[i], &p, one, &machines, c);
        }
    }
    free(sim.log);
    return 0;
}
