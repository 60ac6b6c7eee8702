/* fake_runtime.c - stands in for libmazurka.so, to see what the tool makes of a runtime that fails in every way. What it does is in the
 * environment: FAKE in a search, FAKE_C11 in one under RC11, FAKE_REPLAY in a replay (default: follow and report the same fault). */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "model/op.h"
#include "wire/wire.h"

static struct wire *wire;

static void enter(enum wire_phase phase)
{
    __atomic_store_n(&wire->phase, phase, __ATOMIC_RELEASE);
}

static void finish(enum wire_verdict verdict)
{
    wire->verdict = verdict;
    wire->set_up = 1;
    enter(WIRE_DONE);
    _exit(0);
}

static void find(enum fault_kind kind, const char *text)
{
    struct wire_finding *f = &wire->finding[wire->findings++];
    f->fault = (struct fault){.kind = kind, .thread = 1, .line = kind == FAULT_ASSERTION ? 7 : 0};
    strcpy(f->fault.text, text);
    strcpy(f->fault.file, kind == FAULT_ASSERTION ? "fake.c" : "");
    f->first = wire->decisions;
    f->count = 3;
    for (unsigned i = 0; i < 3; i++)
        wire_decisions(wire)[wire->decisions++] = (struct wire_decision){(uint16_t)(i % 2), 0};
}

static void be_on_the_way(void)
{
    wire->counters.states = 1234;
    wire->path_count = 5;
    for (unsigned i = 0; i < 5; i++)
        wire_path(wire)[i] = (struct wire_decision){(uint16_t)(i / 2), 0};
}

/* On SIGUSR1 a thread that runs on is reported; not by everybody. */
static void report_runaway(int number)
{
    (void)number;
    find(FAULT_RUNAWAY, "");
    finish(wire->config.mode == WIRE_REPLAY ? WIRE_REPLAYED : WIRE_BUG);
}

static void spin(void)
{
    for (;;)
        __asm__ volatile("");
}

/* --- what can be asked for --------------------------------------------------------------------------------------------- */

static void complete(void) { wire->counters.states = 1061; finish(WIRE_COMPLETE); }
static void weak(void) { wire->weak_atomics = 1; wire->weak_order = __ATOMIC_RELEASE; complete(); }
static void stale(void) { wire->weak_lost[WIRE_WEAK_STALE] = 1; complete(); }
static void killed(void) { be_on_the_way(); kill(getpid(), SIGKILL); }
static void crashed(void) { be_on_the_way(); signal(SIGSEGV, SIG_DFL); raise(SIGSEGV); }
static void exited(void) { be_on_the_way(); _exit(9); }
static void no_verdict(void) { enter(WIRE_DONE); _exit(0); }
static void wrong_verdict(void) { finish(4711); }
static void gave_up(void) { strcpy(wire->message, "no memory for the fake"); finish(WIRE_REFUSED); }
static void unsound(void) { strcpy(wire->message, "the fake loses deadlocks"); finish(WIRE_UNSOUND); }
static void unsupported(void) { find(FAULT_REFUSED, "fork is not supported"); finish(WIRE_REFUSED); }
static void contradicted(void) { find(FAULT_INTERNAL, "word 3 differs"); finish(WIRE_REFUSED); }
static void assertion(void) { find(FAULT_ASSERTION, "x == 2"); finish(WIRE_BUG); }
static void three(void)
{
    find(FAULT_ASSERTION, "x == 2");
    find(FAULT_MISUSE, "unlock of nothing");
    find(FAULT_ABORT, "");
    wire->counters.states = 10;
    wire->ended_by = WIRE_COMPLETE;
    finish(WIRE_BUG);
}
static void sleeping(void)
{
    for (;;)
        pause();
}
static void spinning(void) { signal(SIGUSR1, report_runaway); spin(); }
static void doze(int number)
{
    (void)number;
    sleeping();
}
static void deaf(void) { be_on_the_way(); signal(SIGUSR1, doze); spin(); } /* and does not answer when it is asked */
static void busy(void) /* alive, but does not listen */
{
    for (;;)
        wire->counters.heartbeat++;
}
static void unheeding(void) /* likewise, without a processor */
{
    for (;; usleep(1000))
        wire->counters.heartbeat++;
}
static void obedient(void)
{
    wire->counters.states = 99;
    while (!__atomic_load_n(&wire->stop, __ATOMIC_ACQUIRE))
        wire->counters.heartbeat++;
    finish(WIRE_STOPPED);
}
static void huge(void) /* numbers that cannot be */
{
    wire->findings = wire->modules = wire->threads = wire->waiters = UINT32_MAX;
    wire->events = wire->ranges = wire->path_count = UINT64_MAX;
    wire->finding[0].first = UINT64_MAX;
    finish(WIRE_BUG);
}

/* Replays. */
static void same(void)
{
    struct wire_event *e = &wire_events(wire)[wire->events++];
    *e = (struct wire_event){.thread = 1, .kind = OP_YIELD, .visible = 1};
    find(FAULT_ASSERTION, "x == 2");
    finish(WIRE_REPLAYED);
}
static void none(void) { finish(WIRE_REPLAYED); }
static void other(void) { find(FAULT_ABORT, ""); finish(WIRE_REPLAYED); }
static void lost(void) { strcpy(wire->message, "decision 2 of 3: the thread cannot run here"); finish(WIRE_REPLAY_LOST); }

static const struct {
    const char *name;
    void (*act)(void);
} acts[] = {
    {"complete", complete}, {"weak", weak}, {"stale", stale},
    {"killed", killed}, {"crashed", crashed}, {"exited", exited}, {"no_verdict", no_verdict},
    {"wrong_verdict", wrong_verdict}, {"gave_up", gave_up}, {"unsound", unsound}, {"unsupported", unsupported},
    {"contradicted", contradicted}, {"assertion", assertion}, {"three", three}, {"sleeping", sleeping}, {"spinning", spinning},
    {"deaf", deaf}, {"busy", busy}, {"unheeding", unheeding}, {"obedient", obedient}, {"huge", huge}, {"same", same},
    {"none", none}, {"other", other}, {"lost", lost},
};

static void act(const char *name)
{
    for (unsigned i = 0; i < sizeof acts / sizeof *acts; i++) {
        if (strcmp(acts[i].name, name) == 0)
            acts[i].act();
    }
}

static void describe_program(void)
{
    wire->modules = 1;
    wire->module[0].flags = WIRE_MODULE_PROGRAM;
    ssize_t length = readlink("/proc/self/exe", wire->module[0].path, sizeof wire->module[0].path - 1);
    wire->module[0].path[length > 0 ? length : 0] = '\0';
}

__attribute__((constructor)) static void begin(void)
{
    const char *fd = getenv(WIRE_ENV), *search = getenv("FAKE"), *c11 = getenv("FAKE_C11"), *replay = getenv("FAKE_REPLAY");
    if (!fd)
        return;
    wire = mmap(NULL, WIRE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, atoi(fd), 0);
    if (wire == MAP_FAILED || wire->magic != WIRE_MAGIC)
        _exit(70);
    if (c11 && wire->config.memory_model == WIRE_MEMORY_C11)
        search = c11;
    if (search && strcmp(search, "absent") == 0)
        _exit(5);
    enter(WIRE_EXPLORE);
    if (search && strcmp(search, "output") == 0)
        puts("not to be seen");
    describe_program();
    act(wire->config.mode == WIRE_REPLAY ? (replay ? replay : "same") : (search ? search : "complete"));
    finish(WIRE_COMPLETE);
}
