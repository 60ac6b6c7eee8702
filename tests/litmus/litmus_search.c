/* litmus_search.c - see litmus_search.h. */
#include "litmus/litmus_search.h"

#include <stdlib.h>
#include <string.h>

#include "search/search.h"

enum { PATH = 1 << 16 };

static struct engine engine;
static struct wire_decision path[PATH];
static uint64_t path_count;
static bool checks;

void litmus_check_rewinding(bool on)
{
    checks = on;
}

static void begin(void *host, enum wire_phase phase)
{
    (void)host, (void)phase;
}

static void found(void *host, const struct fault *f, uint64_t count)
{
    (void)host, (void)f, (void)count;
}

void litmus_search(const struct litmus *p, const struct litmus_way *way, const struct reduction *reduction, uint64_t max_states,
                   struct litmus_result *r)
{
    static struct litmus_lts y;
    struct lts lts = litmus_open(&y, p, way);
    struct wire_counters counters = {0};
    struct search_config config = {
        .lts = &lts, .search = &search_dfs, .reduction = reduction, .max_states = max_states, .max_memory = 64 << 20, .all_faults = true};
    struct search_report report = {
        .counters = &counters, .path = path, .path_count = &path_count, .path_capacity = PATH, .host = r, .phase = begin, .found = found};
    y.checks = checks;
    if (!engine.nodes && !engine_open(&engine))
        abort();
    search_run(&engine, &config, &report);
    *r = (struct litmus_result){
        .ended = y.ended, .states = counters.states, .deadlocks = counters.deadlocks, .forgotten = y.weak.forgotten,
        .lacked = y.weak.lacked, .inexact = y.weak.met.inexact, .hung = y.hung, .finished = report.ended_by == WIRE_COMPLETE};
    memcpy(r->failed, y.failed, sizeof r->failed);
    y.ended = (struct litmus_outcomes){0};
    litmus_close(&y);
}

const char *litmus_difference(const struct litmus_result *all, const struct litmus_result *some)
{
    if (litmus_missing(&some->ended, &all->ended))
        return "ends are lost";
    if (litmus_missing(&all->ended, &some->ended))
        return "there are ends too many";
    if (memcmp(all->failed, some->failed, sizeof all->failed) != 0)
        return "other faults";
    if (all->inexact && !some->inexact)
        return "it is said to be exact";
    return all->deadlocks == some->deadlocks ? "" : "other deadlocks";
}
