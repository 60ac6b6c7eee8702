/* test_fate.c - the step of a schedule behind which nothing ends well (point_of_no_return.c), against reachability on random programs, and
 * the one fault that a search is told to look for.
 *
 *     test_fate [PROGRAMS [SEED]]     so many programs with a fault (default 1500; 300 with sanitizers)
 *
 * From which states an end without a fault can be reached is found here without the engine.
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ */
/* compile: -O2 */
/* and: sanitized */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "oracle.h"
#include "toy_random.h"

enum { MOST_STATES = 300, MOST_MET = 20000, PATH = 1 << 16 };

static unsigned programs = CHECK_SANITIZED ? 300 : 1500;
static uint64_t seed = 1;

/* --- running the engine ------------------------------------------------------------------------------------------- */

static struct engine engine;
static struct wire_decision path[PATH], schedule[PATH];
static uint64_t path_count, schedule_count, findings;
static struct wire_counters counters;
static struct wire_fate fate;
static struct fault first;

static void found(void *host, const struct fault *f, uint64_t count)
{
    (void)host;
    if (findings++ > 0)
        return;
    first = *f;
    schedule_count = count;
    memcpy(schedule, path, count * sizeof *schedule);
}

static enum wire_verdict explore(const struct toy_program *p, struct search_config c)
{
    struct toy toy;
    toy_open(&toy, p, 0);
    struct lts lts = toy_lts(&toy);
    struct search_report report = {.counters = &counters, .path = path, .path_count = &path_count, .path_capacity = PATH, .found = found,
                                   .fate = &fate};
    c.lts = &lts;
    c.max_memory = 64 << 20;
    findings = 0;
    enum wire_verdict verdict = search_run(&engine, &c, &report);
    toy_close(&toy);
    return verdict;
}

/* --- what can be reached ------------------------------------------------------------------------------------------- */

static struct toy_state met[MOST_MET];
static unsigned met_count;

static bool is_known(const struct toy_state *s)
{
    for (unsigned i = 0; i < met_count; i++)
        if (memcmp(&met[i], s, sizeof *s) == 0)
            return true;
    return false;
}

/* -1: there are too many states. */
static int can_end_well(const struct toy_program *p, const struct toy_state *from)
{
    met[0] = *from;
    met_count = 1;
    for (unsigned i = 0; i < met_count; i++) {
        threadset enabled = toy_enabled_set(p, &met[i]);
        if (toy_end(p, &met[i]) == LTS_ENDED)
            return 1;
        THREADSET_EACH(t, enabled)
            for (unsigned choice = 0; choice < toy_outcomes(p, &met[i], t); choice++) {
                struct toy_state s = met[i];
                bool failed = toy_transition(p, &s, t, choice) == TOY_FAILED && !p->assert_parks;
                if (failed || is_known(&s))
                    continue;
                if (met_count == MOST_MET)
                    return -1;
                met[met_count++] = s;
            }
    }
    return 0;
}

/* Over single successors. False: to a fault. */
static bool settle(const struct toy_program *p, struct toy_state *s)
{
    for (unsigned run = 0; run < 1000; run++) {
        threadset enabled = toy_enabled_set(p, s);
        if (threadset_size(enabled) != 1 || toy_outcomes(p, s, threadset_first(enabled)) != 1)
            return true;
        if (toy_transition(p, s, threadset_first(enabled), 0) == TOY_FAILED && !p->assert_parks)
            return false;
    }
    return true;
}

/* What fate should say; kind UNKNOWN: this cannot. */
static struct wire_fate expected(const struct toy_program *p)
{
    struct toy_state s;
    toy_start(p, &s);
    bool alive = settle(p, &s);
    for (uint64_t i = 0; i <= schedule_count; i++) {
        int well = alive ? can_end_well(p, &s) : 0;
        if (well < 0)
            return (struct wire_fate){WIRE_FATE_UNKNOWN, 0};
        if (well == 0)
            return i == 0 ? (struct wire_fate){WIRE_FATE_SEALED, 0} : (struct wire_fate){WIRE_FATE_STEP, i - 1};
        if (i == schedule_count)
            break;
        alive = (toy_transition(p, &s, schedule[i].thread, schedule[i].choice) != TOY_FAILED || p->assert_parks) && settle(p, &s);
    }
    return (struct wire_fate){WIRE_FATE_UNKNOWN, 1}; /* the schedule leads to no fault: that must not be */
}

/* --- programs ------------------------------------------------------------------------------------------------------ */

static struct rng rng;

static void next_program(struct toy_program *p, unsigned i)
{
    struct oracle_counts counts;
    do {
        toy_random(p, rng_below(&rng, TOY_CLASSES), &rng); /* of some classes none has a fault */
        counts = oracle_count(p, MOST_STATES, 0);
    } while (!counts.finished || explore(p, (struct search_config){.search = &search_walk, .max_walks = 20, .seed = i}) != WIRE_BUG ||
             schedule_count == 0);
}

static void print_program(const struct toy_program *p)
{
    char text[TOY_TEXT];
    toy_print(p, text);
    printf("%s", text);
}

static void fates(void)
{
    unsigned decided = 0, sealed = 0, open = 0;
    for (unsigned i = 0; i < programs; i++) {
        struct toy_program p;
        next_program(&p, i);
        fate = (struct wire_fate){WIRE_FATE_UNKNOWN, 0};
        struct wire_fate want = expected(&p);
        explore(&p, (struct search_config){.search = &search_fate, .all_faults = true, .sought = &first, .schedule = schedule,
                                           .schedule_count = schedule_count});
        bool good = fate.kind == WIRE_FATE_UNKNOWN || (fate.kind == want.kind && fate.step == want.step);
        CHECK(good && want.step <= schedule_count && !(want.kind == WIRE_FATE_UNKNOWN && want.step));
        if (!good) {
            printf("program %u: fate %d at %d, expected %d at %d\n", i, (int)fate.kind, (int)fate.step, (int)want.kind, (int)want.step);
            print_program(&p);
            return;
        }
        decided += fate.kind == WIRE_FATE_STEP;
        sealed += fate.kind == WIRE_FATE_SEALED;
        open += fate.kind == WIRE_FATE_UNKNOWN;
    }
    printf("a step %u, from the start %u, not known %u\n", decided, sealed, open);
    CHECK(decided > programs / 10 && sealed > 0 && open < programs / 5);
}

/* A search within bounds that looks for one fault alone finds it if the search without bounds does, and no other. */
static void sought_alone(void)
{
    for (unsigned i = 0; i < programs / 4; i++) {
        struct toy_program p;
        next_program(&p, i);
        struct fault wanted = first;
        enum wire_verdict verdict = explore(&p, (struct search_config){.search = &search_dfs, .sought = &wanted,
                                                                       .bounds = {{&bound_preemptions, 0, 1000, 1}}});
        CHECK(verdict == WIRE_BUG && findings == 1);
        CHECK(first.kind == wanted.kind && first.pc == wanted.pc && strcmp(first.text, wanted.text) == 0);
        struct fault none = {.kind = FAULT_LEAK};
        verdict = explore(&p, (struct search_config){.search = &search_dfs, .sought = &none});
        CHECK(verdict == WIRE_COMPLETE && findings == 0);
    }
}

int main(int argc, char **argv)
{
    programs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : programs;
    seed = argc > 2 ? strtoull(argv[2], NULL, 0) : seed;
    rng_seed(&rng, seed);
    if (!engine_open(&engine))
        abort();
    TEST(fates);
    TEST(sought_alone);
    engine_close(&engine);
    return check_status();
}
