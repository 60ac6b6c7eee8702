/* test_searches.c - every search on random programs of every class: those that explore everything find what plain depth-first
 * search finds; those that sample executions claim nothing; bounded ones explore exactly the states within the bound; DFS-RB at least
 * those above its threshold. Searches are those of the table.
 *
 *     test_searches [PROGRAMS [SEED]]     so many programs in all (default 2000; 500 with sanitizers)
 *
 * What lies within a bound is found without the engine (within.h).
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ tests/model/within.c */
/* compile: -O2 */
/* and: sanitized */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "oracle.h"
#include "search/drivers/permutations.h"
#include "toy_random.h"
#include "within.h"

enum { MOST_STATES = 300, PATH = 1 << 16 };

static unsigned programs = CHECK_SANITIZED ? 500 : 2000;
static uint64_t seed = 1;

/* --- running the engine ------------------------------------------------------------------------------------------- */

static struct engine engine;
static struct wire_decision path[PATH];
static uint64_t path_count;
static struct wire_counters counters;
static enum wire_verdict ended_by;
static char claimed[160];
static void ran(void *host, uint64_t number, const struct wire_run *run);

static void found(void *host, const struct fault *f, uint64_t count)
{
    (void)host, (void)f, (void)count;
}

/* The search of the last program is still in `engine`: its visited set is looked into. */
static void explore(const struct toy_program *p, struct search_config c)
{
    struct toy toy;
    toy_open(&toy, p, 0);
    struct lts lts = toy_lts(&toy);
    struct search_report report = {.counters = &counters, .path = path, .path_count = &path_count, .path_capacity = PATH, .found = found,
                                   .ran = c.runs ? ran : NULL};
    c.lts = &lts;
    c.search = c.search ? c.search : &search_dfs;
    c.all_faults = true;
    c.max_memory = 64 << 20;
    if (search_refusal(&c))
        abort();
    search_run(&engine, &c, &report);
    ended_by = report.ended_by;
    memcpy(claimed, report.message, sizeof claimed);
    toy_close(&toy);
}

static bool was_visited(const struct toy_program *p, const struct toy_state *s)
{
    struct toy toy;
    toy_open(&toy, p, 0);
    struct lts lts = toy_lts(&toy);
    toy.state = *s;
    bool known = visited_insert(&engine.visited, lts.digest(&toy)) == VISITED_KNOWN;
    toy_close(&toy);
    return known;
}

/* --- programs ------------------------------------------------------------------------------------------------------ */

static struct rng rng;

/* A small one of any class. */
static void next_program(struct toy_program *p, struct oracle_counts *counts, unsigned i)
{
    do {
        toy_random(p, i % TOY_CLASSES, &rng);
        *counts = oracle_count(p, MOST_STATES, 0);
    } while (!counts->finished);
}

static void print_program(const struct toy_program *p)
{
    char text[TOY_TEXT];
    toy_print(p, text);
    printf("%s", text);
}

static void report(const char *what, bool good, const struct toy_program *p)
{
    check_failed_tests += !good;
    printf("%s %s\n", good ? "ok" : "FAIL", what);
    if (!good)
        print_program(p);
    fflush(stdout);
}

/* --- searches that explore everything ------------------------------------------------------------------------------- */

static bool explored_all(const struct oracle_counts *counts)
{
    return ended_by == WIRE_COMPLETE && counters.states == counts->states && counters.end_states == counts->end_states &&
           counters.deadlocks == counts->deadlocks;
}

static void complete_search(const char *name, const struct search_config *config)
{
    struct toy_program p;
    struct oracle_counts counts;
    bool good = true;
    for (unsigned i = 0; good && i < programs / 10; i++) {
        struct search_config c = *config;
        c.seed = i;
        next_program(&p, &counts, i);
        explore(&p, c);
        good = explored_all(&counts);
    }
    report(name, good, &p);
}

static void complete_searches(void)
{
    const struct {
        const char *name;
        struct search_config config;
    } all[] = {
        {"order random", {.order = &order_random}},
        {"order preemptions", {.order = &order_preemptions}},
        {"order interference", {.order = &order_interference}},
        {"order future", {.order = &order_future}},
        {"order threads", {.order = &order_threads, .threads = (const uint8_t[]){2, 0, 3}, .thread_count = 3}},
        {"order visited", {.order = &order_visited}},
        {"order visited, then random", {.order = &order_visited, .then = &order_random}},
        {"order visited, then interference", {.order = &order_visited, .then = &order_interference}},
        {"order visited, bfs", {.search = &search_bfs, .order = &order_visited}},
        {"order visited, restarts", {.order = &order_visited, .then = &order_random, .restarts = RESTARTS_LUBY, .restart_states = 4}},
        {"best conflicts", {.search = &search_best, .heuristic = heuristic_find("conflicts")}},
        {"best switches", {.search = &search_best, .heuristic = heuristic_find("switches"), .order = &order_random}},
        {"best deep", {.search = &search_best, .heuristic = heuristic_find("deep")}},
        {"preemptions to any", {.bounds = {{&bound_preemptions, 0, 1000, 1}}}},
        {"switches to any", {.bounds = {{&bound_switches, 0, 1000, 1}}}},
        {"delays to any, bfs", {.search = &search_bfs, .bounds = {{&bound_delays, 1, 1000, 2}}}},
        {"depth to any", {.bounds = {{&bound_depth, 2, 1000, 3}}}},
        {"depth and preemptions", {.bounds = {{&bound_depth, 1000, 0, 0}, {&bound_preemptions, 0, 1000, 3}}}},
        {"preemptions at any variables", {.bounds = {{&bound_preemption_variables, 0, 1000, 1}}}},
        {"preemptions between any threads, bfs", {.search = &search_bfs, .bounds = {{&bound_preemption_threads, 0, 64, 2}}}},
        {"restarts of random order", {.order = &order_random, .restarts = RESTARTS_WALSH, .restart_states = 5}},
    };
    for (const struct search *const *s = searches; *s; s++)
        if (!(*s)->is->samples && *s != &search_pairwise)
            complete_search((*s)->is->name, &(struct search_config){.search = *s, .mixed_depth = 3});
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        complete_search(all[k].name, &all[k].config);
}

/* --- searches that sample executions -------------------------------------------------------------------------------- */

/* Is there nothing to decide? Then one execution is all there is. */
static bool one_execution(const struct toy_program *p)
{
    struct toy_state s;
    bool too_long = false;
    toy_start(p, &s);
    follow_single(p, &s, &too_long);
    return !too_long && (toy_enabled_set(p, &s) == 0 || has_single(p, &s));
}

/* They come to states that there are, to most ends of programs as small as these, to the same ones again with the same seed, and never
 * claim that it was all. */
static void sampled(const struct search *search, uint32_t redraw)
{
    char name[64];
    struct toy_program p;
    uint64_t ends = 0, all_ends = 0, transitions;
    bool good = true;
    rng_seed(&rng, seed); /* the same programs for all */
    for (unsigned i = 0; good && i < programs / 10; i++) {
        struct search_config c = {.search = search, .redraw = redraw, .bug_depth = 3, .variables = 1, .most_c = 2, .most_v = 2, .most_t = 2,
                                  .epsilon = EPSILON_UNIT / 100, .seed = i, .max_walks = 80, .walk_steps = 200};
        struct oracle_counts counts;
        next_program(&p, &counts, i);
        explore(&p, c);
        good = counters.states <= counts.states && counters.end_states <= counts.end_states && counters.deadlocks <= counts.deadlocks;
        good &= ended_by == (one_execution(&p) ? WIRE_COMPLETE : WIRE_PARTIAL);
        ends += counters.end_states + counters.deadlocks;
        all_ends += counts.end_states + counts.deadlocks;
        transitions = counters.transitions;
        explore(&p, c);
        good &= counters.transitions == transitions;
    }
    snprintf(name, sizeof name, "executions sampled by %s (%u): %lu of %lu ends", search->is->name, redraw, (unsigned long)ends,
             (unsigned long)all_ends);
    report(name, good && 2 * ends > all_ends, &p);
}

static void samples(void)
{
    for (const struct search *const *s = searches; *s; s++)
        for (uint32_t redraw = 0; (*s)->is->samples && redraw <= (*s == &search_pos ? 100 : 0); redraw += 50)
            sampled(*s, redraw);
}

/* --- searches of pairs of threads ----------------------------------------------------------------------------------- */

/* What they find there is, and they never claim that it was all. (tests/model/test_pairwise.c looks at them more closely.) */
static void pairs_of_threads(void)
{
    for (const struct search *const *s = searches; *s; s++) {
        struct toy_program p;
        bool good = true;
        for (unsigned i = 0; good && *s == &search_pairwise && i < programs / 10; i++) {
            struct oracle_counts counts;
            next_program(&p, &counts, i);
            explore(&p, (struct search_config){.search = *s, .pair_rule = i % 3});
            good = ended_by == WIRE_PARTIAL && (counters.deadlocks == 0 || counts.deadlocks > 0) && counters.states > 0;
            good &= counters.end_states == 0 || counts.end_states > 0;
        }
        if (*s == &search_pairwise)
            report((*s)->is->name, good, &p);
    }
}

/* Order "visited" narrows down what the other one may pick from: to what leads to visited states, by each of its outcomes, if there
 * is such; else not at all. Found here without the engine. */
static unsigned narrowed, narrowed_wrongly;

/* *endless: a long run of single successors, which the engine judges by states on it, begins there. */
static bool leads_to_visited(struct engine *e, const struct toy *toy, tid t, bool *endless)
{
    bool known = true;
    for (unsigned choice = 0; known && choice < toy_outcomes(toy->program, &toy->state, t); choice++) {
        struct toy there = *toy;
        known = (toy_transition(toy->program, &there.state, t, choice) != TOY_FAILED || toy->program->assert_parks) &&
                follow_single(toy->program, &there.state, endless);
        struct lts lts = toy_lts(&there);
        known = known && visited_has(&e->visited, lts.digest(&there));
    }
    return known;
}

static tid pick_narrowed(struct engine *e, const struct node *n, threadset todo)
{
    threadset known = 0;
    bool several = n->todo & (n->todo - 1), endless = false;
    THREADSET_EACH(t, n->todo)
        if (leads_to_visited(e, e->lts->self, t, &endless))
            known |= threadset_of(t);
    narrowed += several && known != 0 && known != n->todo;
    narrowed_wrongly += !endless && todo != (several && known ? known : n->todo);
    return threadset_first(todo);
}

static void visited_first(void)
{
    static const struct order narrow = {.pick = pick_narrowed};
    struct toy_program p;
    struct oracle_counts counts;
    narrowed = narrowed_wrongly = 0;
    for (unsigned i = 0; narrowed_wrongly == 0 && i < programs / 10; i++) {
        next_program(&p, &counts, i);
        explore(&p, (struct search_config){.order = &order_visited, .then = &narrow});
    }
    report("what leads to visited states comes first", narrowed > programs && narrowed_wrongly == 0, &p);
}

/* Order "preemptions": the thread that has made the last step comes last, whoever was decided for. */
static unsigned forced, preempted_wrongly;

static tid pick_other(struct engine *e, const struct node *n, threadset todo)
{
    tid t = order_preemptions.pick(e, n, todo), mover = e->at.mover;
    bool fresh = n->done == 0; /* the state has just been arrived at: that is the thread */
    forced += fresh && e->depth > 0 && e->path[e->depth - 1].thread != mover && threadset_has(todo, mover);
    preempted_wrongly += fresh && t == mover && (todo & ~threadset_of(mover)) != 0;
    return t;
}

static void preemptions_first(void)
{
    static const struct order other = {.pick = pick_other, .needs_facts = true};
    struct toy_program p;
    struct oracle_counts counts;
    for (unsigned i = 0; preempted_wrongly == 0 && i < programs / 5; i++) {
        next_program(&p, &counts, i);
        explore(&p, (struct search_config){.order = &other});
    }
    report("who has run last comes last", forced > programs / 40 && preempted_wrongly == 0, &p);
}

/* Each of several runs is the one that its seed gives by itself, restarts included. */
static struct wire_run ran_as[4];

static void ran(void *host, uint64_t number, const struct wire_run *run)
{
    (void)host;
    ran_as[number] = *run;
}

static void several_runs(void)
{
    static const struct rb_tuple tuple = {.base = RB_CONSTANT, .values = {2}, .value_count = 1, .ratio = {.c = RB_MILLION / 2},
                                          .coefficient = RB_MILLION};
    struct toy_program p;
    bool good = true;
    unsigned differ = 0;
    for (unsigned i = 0; good && i < programs / 10; i++) {
        struct search_config c = {.order = &order_random, .restarts = 1 + i % 3, .restart_states = 3, .rb = i % 2 ? &tuple : NULL,
                                  .max_states = 40, .seed = 10 * i, .runs = 4};
        struct oracle_counts counts;
        next_program(&p, &counts, i);
        explore(&p, c);
        c.runs = 0;
        for (unsigned k = 0; good && k < 4; k++, c.seed++) {
            explore(&p, c);
            good = counters.transitions == ran_as[k].transitions && counters.earlier + counters.states == ran_as[k].states;
            differ += ran_as[k].transitions != ran_as[0].transitions;
        }
    }
    report("each run by its own seed, restarts included", good && differ > programs / 20, &p);
}

static bool as_before(const struct wire_counters *c, uint64_t faults)
{
    return engine.faults->count >= faults && counters.states == c->states && counters.transitions == c->transitions &&
           counters.steps == c->steps && counters.pruned == c->pruned && counters.foreseen == c->foreseen &&
           counters.end_states == c->end_states && counters.deadlocks == c->deadlocks && counters.max_depth == c->max_depth;
}

/* Executions that are sampled in between change nothing of what a depth-first search does: whatever the reduction, and how often. */
static void sampled_aside(const struct reduction *reduction)
{
    struct toy_program p;
    struct oracle_counts counts;
    uint64_t executions = 0;
    char name[64];
    bool good = true;
    for (unsigned i = 0; good && i < programs / 10; i++) {
        struct search_config c = {.reduction = reduction, .seed = i, .order = i % 3 ? NULL : &order_random,
                                  .max_states = 10000 /* a reduction that matches none would have too many */};
        next_program(&p, &counts, i);
        explore(&p, c);
        struct wire_counters alone = counters;
        enum wire_verdict ended = ended_by;
        uint64_t faults = engine.faults->count;
        c.aside_after = 1 + i % 4;
        explore(&p, c);
        good = ended_by == ended && as_before(&alone, faults);
        executions += counters.sampled.executions;
    }
    snprintf(name, sizeof name, "executions in between change nothing, %s: %lu", reduction->is->name, (unsigned long)executions);
    report(name, good && executions > programs / 10, &p);
}

/* DFS-RB with completion explores exactly the states of the exhaustive search. */
static void completion(void)
{
    static const enum completion ways[] = {COMPLETE_IN_ORDER, COMPLETE_RANDOM, COMPLETE_AGAIN, COMPLETE_BY_CHOICE};
    struct toy_program p;
    bool good = true;
    uint64_t left = 0;
    for (unsigned i = 0; good && i < programs; i++) {
        struct rb_tuple tuple = rb_configuration(rng_below(&rng, RB_CONFIGURATIONS));
        struct search_config c = {.rb = &tuple, .seed = i, .completion = ways[i % 4], .rb_paper = i / 4 % 2, .rb_first_form = i / 8 % 2};
        struct oracle_counts counts;
        next_program(&p, &counts, i);
        if (i % 7 == 0)
            tuple.base = RB_OF_THE_PROGRAM;
        else if (i % 5 < 2) { /* thresholds of the paper are too large for programs as small as these */
            tuple.base = RB_CONSTANT;
            tuple.values[0] = i % 3;
        }
        if (i % 3 == 0)
            c.order = &order_random;
        explore(&p, c);
        good = explored_all(&counts);
        left += counters.left_early;
    }
    report("completion after early backtracking", good && left > programs, &p);
}

/* --- bounded ones --------------------------------------------------------------------------------------------------- */

static struct within within;

static void bounded(enum cost_kind kind, const struct bound *bound, const struct search *search)
{
    char name[64];
    struct toy_program p;
    bool good = true;
    for (unsigned i = 0; good && i < programs / 10; i++) {
        struct oracle_counts counts;
        uint32_t limit = kind == COST_DEPTH ? 1 + i / 3 % 8 : i / 3 % 4;
        next_program(&p, &counts, i);
        find_within(&within, &p, kind, limit, false);
        if (!within.too_large) {
            explore(&p, (struct search_config){.search = search, .bounds = {{bound, limit, 0, 0}}});
            good = counters.states == within.states.count && (ended_by == WIRE_COMPLETE || within.cut);
            good &= ended_by == WIRE_COMPLETE || ended_by == WIRE_LIMIT_DEPTH;
            good &= ended_by != WIRE_COMPLETE || counters.states == counts.states;
        }
        state_set_free(&within.states);
    }
    snprintf(name, sizeof name, "exactly what is within the bound: %s, %s", bound->is->name, search->is->name);
    report(name, good, &p);
}

/* VT-CHESS: preemptions at so many variables, between so many threads, with preemptions that are bounded or not. */
static void bounded_vt(const struct search *search, bool raised)
{
    char name[96];
    struct toy_program p;
    bool good = true;
    unsigned cut = 0;
    for (unsigned i = 0; good && i < programs / 10; i++) {
        struct oracle_counts counts;
        uint32_t limit = i % 5 ? i % 4 : 1000, variables = i / 3 % 3, threads = i / 2 % 4;
        next_program(&p, &counts, i);
        most_chosen = variables;
        most_involved = threads;
        find_within(&within, &p, COST_VT, limit, false);
        if (!within.too_large) {
            struct search_config c = {.search = search, .bounds = {{&bound_preemption_variables, raised ? 0 : variables, variables, 1},
                                      {&bound_preemptions, raised ? 0 : limit, limit, 1}, {&bound_preemption_threads, threads, 0, 0}}};
            if (!raised && limit == 1000)
                c.bounds[1] = (struct bound_config){&bound_preemption_threads, threads, 0, 0}, c.bounds[2].bound = NULL;
            explore(&p, c);
            good = counters.states == within.states.count && (ended_by == WIRE_COMPLETE || within.cut);
            good &= ended_by == WIRE_COMPLETE || ended_by == WIRE_LIMIT_DEPTH;
            good &= ended_by != WIRE_COMPLETE || counters.states == counts.states;
            cut += within.cut && counters.states < counts.states;
        }
        state_set_free(&within.states);
    }
    snprintf(name, sizeof name, "exactly what is within the bound: %s, %s%s", cost_names[COST_VT], search->is->name,
             raised ? ", raised" : "");
    report(name, good && cut > programs / 100, &p);
}

/* Early backtracking that is completed, within a bound: all of what is within it, and what is claimed is that. */
static void bounded_completion(enum cost_kind kind, const struct bound *bound)
{
    static const enum completion ways[] = {COMPLETE_IN_ORDER, COMPLETE_RANDOM, COMPLETE_AGAIN, COMPLETE_BY_CHOICE};
    char name[64];
    struct toy_program p;
    bool good = true;
    for (unsigned i = 0; good && i < programs; i++) {
        struct oracle_counts counts;
        struct rb_tuple tuple = rb_configuration(rng_below(&rng, RB_CONFIGURATIONS));
        uint32_t limit = kind == COST_DEPTH ? 1 + i / 3 % 8 : i / 3 % 4;
        struct search_config c = {
            .rb = &tuple, .seed = i, .completion = ways[i % 4], .rb_paper = i / 4 % 2, .bounds = {{bound, limit, 0, 0}}};
        tuple.base = RB_CONSTANT;
        tuple.values[0] = i % 5;
        next_program(&p, &counts, i);
        find_within(&within, &p, kind, limit, false);
        if (!within.too_large) {
            explore(&p, c);
            good = counters.states == within.states.count && (ended_by == WIRE_COMPLETE || (ended_by == WIRE_LIMIT_DEPTH && within.cut));
            good &= ended_by == WIRE_COMPLETE || strncmp(claimed, kind == COST_DEPTH ? "to depth" : "within", 6) == 0;
        }
        state_set_free(&within.states);
    }
    snprintf(name, sizeof name, "completion within the bound: %s", bound->is->name);
    report(name, good, &p);
}

static unsigned missing(const struct toy_program *p)
{
    unsigned missing = 0;
    for (size_t i = 0; i < within.states.count; i++)
        missing += !was_visited(p, &within.states.states[i]);
    return missing;
}

/* Everything above the threshold is explored; as printed in the paper it is not. */
static void thresholds(enum cost_kind kind, const char *mode)
{
    char name[64], text[RB_TEXT], why[80];
    struct toy_program p;
    unsigned missed = 0, missed_as_printed = 0, left = 0;
    for (unsigned i = 0; missed == 0 && i < programs / 4; i++) {
        struct oracle_counts counts;
        struct rb_tuple tuple;
        static const char *const rest[] = {"F,0.50,1", "Lb,0.50,1", "R,0.75,1.5", "F,0.50^r,1", "Lb,1-d/20,1.2"};
        uint32_t limit = 1 + i / 5 % 6;
        snprintf(text, sizeof text, "%u,%s,%s", limit, mode, rest[i % 5]);
        if (!rb_parse(text, &tuple, why, sizeof why))
            abort();
        next_program(&p, &counts, i);
        find_within(&within, &p, kind, limit, true);
        if (!within.too_large) {
            struct search_config c = {.rb = &tuple, .seed = i, .order = i % 2 ? &order_random : NULL};
            explore(&p, c);
            missed += missing(&p);
            left += counters.left_early > 0;
            missed += ended_by == WIRE_COMPLETE ? counters.states != counts.states : engine.rounds.covered != limit;
            c.rb_paper = true;
            explore(&p, c);
            missed_as_printed += missing(&p);
        }
        state_set_free(&within.states);
    }
    snprintf(name, sizeof name, "everything above the threshold: %s", cost_names[kind]);
    report(name, missed == 0 && left > 0 && missed_as_printed > 0, &p);
}

/* Two bounds at a time: no less than either, and what is reported as complete is. */
static void two_bounds(void)
{
    struct toy_program p;
    bool good = true;
    for (unsigned i = 0; good && i < programs / 10; i++) {
        struct oracle_counts counts;
        uint32_t depth = 1 + i / 3 % 8, preemptions = i / 24 % 3;
        next_program(&p, &counts, i);
        explore(&p, (struct search_config){.bounds = {{&bound_depth, depth, 0, 0}, {&bound_preemptions, preemptions, 0, 0}}});
        uint64_t one = counters.states;
        explore(&p, (struct search_config){.search = &search_bfs,
                                           .bounds = {{&bound_preemptions, preemptions, 0, 0}, {&bound_depth, depth, 0, 0}}});
        good = counters.states == one && (ended_by != WIRE_COMPLETE || one == counts.states);
    }
    report("two bounds, whatever the order", good, &p);
}

int main(int count, char **arguments)
{
    if (count > 1)
        programs = (unsigned)atoi(arguments[1]);
    if (count > 2)
        seed = (uint64_t)atoi(arguments[2]);
    rng_seed(&rng, seed);
    if (!engine_open(&engine))
        return 1;
    complete_searches();
    samples();
    pairs_of_threads();
    visited_first();
    preemptions_first();
    several_runs();
    for (const struct reduction *const *r = reductions; *r; r++)
        sampled_aside(*r);
    completion();
    bounded_completion(COST_DEPTH, &bound_depth);
    bounded_completion(COST_PREEMPTIONS, &bound_preemptions);
    bounded_completion(COST_DELAYS, &bound_delays);
    bounded(COST_DEPTH, &bound_depth, &search_dfs);
    bounded(COST_PREEMPTIONS, &bound_preemptions, &search_dfs);
    bounded(COST_PREEMPTIONS, &bound_preemptions, &search_best);
    bounded(COST_SWITCHES, &bound_switches, &search_dfs);
    bounded(COST_SWITCHES, &bound_switches, &search_bfs);
    bounded(COST_DELAYS, &bound_delays, &search_dfs);
    bounded(COST_DELAYS, &bound_delays, &search_random_bfs);
    bounded_vt(&search_dfs, false);
    bounded_vt(&search_dfs, true);
    bounded_vt(&search_bfs, false);
    two_bounds();
    thresholds(COST_DEPTH, "pl,d");
    thresholds(COST_CS, "cs,d");
    thresholds(COST_PL_NCS, "pl,ncs");
    thresholds(COST_CS_NCS, "cs,ncs");
    engine_close(&engine);
    return check_status();
}
