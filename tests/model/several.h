/* several.h - for tests of searches by several processes: one search of a toy program, whose processes get out of step, and die. */
#ifndef MZ_TESTS_SEVERAL_H
#define MZ_TESTS_SEVERAL_H

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "search/parallel/worker_group.h"
#include "search/parallel/several.h"
#include "search/search.h"
#include "toy_random.h"

enum { PATH = 1 << 16, MOST_STATES = 20000, ANYBODY = 99, MOST_FOUND = 16 };

/* What processes write, for all to see. */
static struct shared {
    struct wire_worker worker[WIRE_MAX_WORKERS];
    uint32_t found;
    uint32_t early;    /* a worker has begun before all were there */
    uint64_t what[MOST_FOUND]; /* fault_identity(), of the first ones */
    uint32_t deaths;   /* still to come */
    uint64_t victim;   /* worker, or ANYBODY, */
    uint64_t lives;    /* and how many states it sees before */
} *shared;

static struct engine engine;
static const struct keeper *keeper; /* of what is finished; NULL: nobody keeps it */
static const uint32_t *stop_flag;   /* ends the search; NULL: nobody does */
static const struct toy *exploring;
static uint64_t (*found_out)(void *self); /* in place of the program's own; NULL: that */
static struct wire_decision path[PATH];
static uint64_t path_count;

struct outcome {
    struct wire_counters counters;
    enum wire_verdict    verdict, ended_by;
    uint32_t             found;
    unsigned             busy; /* workers that have found states */
    uint32_t             hidden; /* in the end */
};

static void found(void *host, const struct fault *f, uint64_t count)
{
    (void)host, (void)count;
    uint32_t at = __atomic_fetch_add(&shared->found, 1, __ATOMIC_SEQ_CST);
    if (at < MOST_FOUND)
        shared->what[at] = fault_identity(f);
}

static void forget(void *host)
{
    (void)host;
    shared->found = 0;
}

static void (*plain_step)(void *self, tid t, unsigned choice);
static void (*before_step)(void); /* of a worker. NULL: nothing is done */

/* Others get the processor, so that work is divided however little there is: in the beginning of a search, when they are to start. Whoever
 * yields on a busy machine waits for everybody's turn. And the victim dies. */
static unsigned steps, yields = 64;

static void slow_step(void *self, tid t, unsigned choice)
{
    bool chosen = engine.team.worker == shared->victim || shared->victim == ANYBODY;
    if (engine.team.as && chosen && engine.counters->states > shared->lives && shared->deaths > 0) {
        shared->deaths--;
        raise(SIGKILL);
    }
    if (engine.team.as && before_step)
        before_step();
    else if (engine.team.as && steps++ < yields)
        sched_yield();
    plain_step(self, t, choice);
}

static struct outcome explore(const struct toy_program *p, uint32_t hidden, struct search_config c)
{
    struct outcome o = {0};
    struct toy toy;
    toy_open(&toy, p, hidden);
    struct lts lts = toy_lts(&toy);
    struct search_report report = {.counters = &o.counters, .path = path, .path_count = &path_count, .path_capacity = PATH,
                                   .found = found, .forget = forget, .workers = shared->worker};
    report.keeper = keeper;
    report.stop = stop_flag;
    exploring = &toy;
    plain_step = lts.step;
    lts.step = slow_step;
    struct lts_sharing sharing = *lts.sharing;
    sharing.found_out = found_out ? found_out : sharing.found_out;
    lts.sharing = &sharing;
    memset(shared->worker, 0, sizeof shared->worker);
    shared->found = 0;
    steps = 0;
    c.lts = &lts;
    c.search = c.search ? c.search : &search_dfs;
    c.max_memory = c.max_memory ? c.max_memory : 64 << 20;
    if (search_refusal(&c))
        abort();
    o.verdict = search_run(&engine, &c, &report);
    o.ended_by = report.ended_by;
    o.found = shared->found;
    o.hidden = toy.hidden;
    for (unsigned i = 0; i < WIRE_MAX_WORKERS; i++)
        o.busy += shared->worker[i].counters.states > 0;
    toy_close(&toy);
    return o;
}

/* `threads` that each add to variables `statements` times; one of them checks something that is not always so. */
static struct toy_program adders(unsigned threads, unsigned statements)
{
    struct toy_program p = {.threads = threads};
    for (unsigned t = 0; t < threads; t++) {
        p.length[t] = (uint8_t)(statements + (t == 0));
        for (unsigned i = 0; i < statements; i++)
            p.code[t][i] = (struct toy_statement){.code = TOY_ADD, .object = (uint8_t)((t + i) % 3), .a = 1};
        if (t == 0)
            p.code[t][statements] = (struct toy_statement){.code = TOY_ASSERT, .a = 1};
    }
    return p;
}

/* Memory for all of it. False: there is none. */
static bool several_open(void)
{
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED || !engine_open(&engine))
        return false;
    shared->lives = 20;
    return true;
}

#endif
