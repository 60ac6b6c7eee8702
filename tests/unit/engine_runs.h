/* engine_runs.h - hand-made programs, and how the engine's tests run them. */
#include "search/search.h"

#include <string.h>

#include "check.h"
#include "toy.h"

/* --- programs --------------------------------------------------------------------------------------------------- */

#define READ(r, v)          {.code = TOY_READ, .local = r, .object = v}
#define WRITE(v, x)         {.code = TOY_WRITE, .object = v, .a = x}
#define ADD(v, x)           {.code = TOY_ADD, .object = (uint8_t)(v), .a = x}
#define LOCK(m)             {.code = TOY_LOCK, .object = m}
#define UNLOCK(m)           {.code = TOY_UNLOCK, .object = m}
#define TRYLOCK(r, m)       {.code = TOY_TRYLOCK, .local = r, .object = m}
#define WAIT(c, m)          {.code = TOY_WAIT, .object = c, .second = m}
#define SIGNAL(c)           {.code = TOY_SIGNAL, .object = c}
#define SPAWN(u)            {.code = TOY_SPAWN, .object = u}
#define JOIN(u)             {.code = TOY_JOIN, .object = u}
#define YIELD               {.code = TOY_YIELD}
#define CHOOSE(r, n)        {.code = TOY_CHOOSE, .local = r, .a = n}
#define ASSERT_IS(r, x)     {.code = TOY_ASSERT, .local = r, .a = x}
#define ASSUME_IS(r, x)     {.code = TOY_ASSUME, .local = r, .a = x}
#define IF_IS(r, x, to)     {.code = TOY_BRANCH, .local = r, .a = x, .target = to}
#define IF_NOT(r, x, to)    {.code = TOY_BRANCH, .local = r, .a = x, .negated = 1, .target = to}
#define GOTO(to)            {.code = TOY_JUMP, .target = to}
#define LET(r, x)           {.code = TOY_LET, .local = r, .a = x}

/* The next thread of a program, by its statements. */
#define THREAD(p, ...)                                                               \
    do {                                                                             \
        const struct toy_statement statements[] = {__VA_ARGS__};                     \
        memcpy((p)->code[(p)->threads], statements, sizeof statements);              \
        (p)->length[(p)->threads++] = sizeof statements / sizeof *statements;        \
    } while (0)

/* n threads that each add to a variable of their own `rounds` times: (rounds + 2)^n states one statement apart. */
static struct toy_program adders(unsigned n, unsigned rounds)
{
    struct toy_program p = {.threads = n};
    for (tid t = 0; t < n; t++) {
        p.length[t] = (uint8_t)rounds;
        for (unsigned i = 0; i < rounds; i++)
            p.code[t][i] = (struct toy_statement)ADD(t, 1);
    }
    return p;
}

static struct toy_program crossed_locks(void)
{
    struct toy_program p = {0};
    THREAD(&p, LOCK(0), LOCK(1), UNLOCK(1), UNLOCK(0));
    THREAD(&p, LOCK(1), LOCK(0), UNLOCK(0), UNLOCK(1));
    return p;
}

static struct toy_program endless(void)
{
    struct toy_program p = {0};
    THREAD(&p, YIELD, GOTO(0));
    return p;
}

/* --- running them ----------------------------------------------------------------------------------------------- */

enum { PATH = 1 << 16 };

static struct engine engine;
static struct wire_decision path[PATH];
static uint64_t path_count;
static uint32_t stop;

/* What the last run came to. */
static struct {
    struct wire_counters counters;
    struct search_report report;
    unsigned             findings;
    struct fault         fault[8];
    struct wire_decision schedule[8][64];
    uint64_t             length[8];
    enum wire_phase      last_phase;
} last;

static void found(void *host, const struct fault *f, uint64_t count)
{
    (void)host;
    unsigned i = last.findings++;
    if (i >= 8 || count > 64)
        return;
    last.fault[i] = *f;
    last.length[i] = count;
    memcpy(last.schedule[i], path, count * sizeof *path);
}

static bool forgetting;

static void forget(void *host)
{
    (void)host;
    last.findings = 0;
}

static void phase(void *host, enum wire_phase phase)
{
    (void)host;
    last.last_phase = phase;
}

/* Of thread 0 something is not supported, where its assertion fails. */
static bool refusing;

static const struct fault *fault_or_refusal(void *self)
{
    struct toy *toy = self;
    if (toy->fault.thread == 0)
        toy->fault.kind = FAULT_REFUSED;
    return toy->faulted ? &toy->fault : NULL;
}

static enum wire_verdict explore(struct toy *toy, struct search_config c)
{
    struct lts lts = toy_lts(toy);
    lts.fault = refusing ? fault_or_refusal : lts.fault;
    memset(&last, 0, sizeof last);
    last.report = (struct search_report){
        .counters = &last.counters, .path = path, .path_count = &path_count, .path_capacity = PATH, .stop = &stop,
        .found = found, .phase = phase, .forget = forgetting ? forget : NULL,
    };
    c.lts = &lts;
    if (!c.search)
        c.search = &search_dfs;
    return search_run(&engine, &c, &last.report);
}

static enum wire_verdict run_with(const struct toy_program *p, struct search_config c)
{
    struct toy toy;
    toy_open(&toy, p, 0);
    enum wire_verdict verdict = explore(&toy, c);
    toy_close(&toy);
    return verdict;
}

static enum wire_verdict run(const struct toy_program *p)
{
    return run_with(p, (struct search_config){0});
}

/* Replays the schedule of finding i of the last run; is the fault the same? */
static bool replays(const struct toy_program *p, unsigned i, bool livelock)
{
    struct fault f = last.fault[i];
    struct wire_decision schedule[64];
    struct search_config c = {.search = &search_replay, .schedule = schedule, .livelock = livelock};
    c.schedule_count = last.length[i];
    memcpy(schedule, last.schedule[i], sizeof schedule);
    return run_with(p, c) == WIRE_REPLAYED && last.findings == 1 && last.fault[0].kind == f.kind &&
           last.fault[0].pc == f.pc && strcmp(last.fault[0].text, f.text) == 0;
}
