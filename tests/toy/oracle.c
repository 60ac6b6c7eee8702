/* oracle.c - the plain search, the engine's searches, and their comparison. */
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "toy_random.h"

const struct oracle_search oracle_plain = {.name = "oracle"};

enum { PATH = 1 << 20 };

static const struct toy_program *observed; /* the program of the search that goes on */

/* Had some other thread than the one that has ended the process been able to do something else? */
static bool others_could_move(const struct toy_state *s)
{
    struct toy_state before = *s;
    before.quit = 0;
    for (tid t = 0; t < observed->threads; t++)
        if (t + 1 != s->quit && toy_enabled(observed, &before, t) && toy_next(observed, &before, t)->code != TOY_QUIT)
            return true;
    return false;
}

static void note_ended(void *self, const struct toy_state *s)
{
    struct oracle_result *r = self;
    struct toy_state left = toy_left(s);
    state_set_add(&r->ended, &left);
    if (s->quit && !others_could_move(s))
        state_set_add(&r->ended, s);
}

static void note_deadlocked(void *self, const struct toy_state *s)
{
    struct oracle_result *r = self;
    state_set_add(&r->deadlocked, s);
}

static void note_failed(void *self, tid t, unsigned pc)
{
    struct oracle_result *r = self;
    r->failed[t] |= 1u << pc;
}

/* In the midst of somebody's atomic section nobody is about to do anything. */
static bool note_races(void *self, const struct toy_state *s, threadset enabled)
{
    struct oracle_result *r = self;
    bool noted = false;
    THREADSET_EACH(t, enabled)
        if (s->inside[t])
            return false;
    struct toy_access access[TOY_THREADS], before = {0}; /* of all threads before t */
    for (tid t = 0; t < observed->threads; t++) {
        access[t] = toy_access(observed, s, t);
        for (tid u = 0; u < t && toy_race(&access[t], &before); u++)
            if (toy_race(&access[t], &access[u])) {
                r->raced[t][s->thread[t].pc][u] |= 1u << s->thread[u].pc;
                noted = true;
            }
        before.reads |= access[t].reads;
        before.writes |= access[t].writes;
    }
    return noted;
}

/* --- the plain search ------------------------------------------------------------------------------------------- */

/* All successors of s by thread t, one statement on. */
static void expand(const struct toy_program *p, const struct toy_state *s, tid t, struct state_set *seen,
                   struct oracle_result *r)
{
    unsigned outcomes = toy_outcomes(p, s, t);
    for (unsigned choice = 0; choice < outcomes; choice++) {
        struct toy_state next = *s;
        if (toy_execute(p, &next, t, choice) == TOY_FAILED) {
            note_failed(r, t, next.thread[t].pc);
            if (!p->assert_parks)
                continue;
        }
        state_set_add(seen, &next);
    }
}

static void plain_search(const struct toy_program *p, uint64_t max_states, struct oracle_result *r)
{
    struct state_set seen = {0};
    struct toy_state s;
    toy_start(p, &s);
    state_set_add(&seen, &s);
    size_t i = 0;
    for (; i < seen.count && seen.count <= max_states; i++) {
        s = seen.states[i];
        threadset enabled = toy_enabled_set(p, &s);
        if (!s.assumed && !s.quit)
            note_races(r, &s, enabled);
        THREADSET_EACH(t, enabled)
            expand(p, &s, t, &seen, r);
        if (!threadset_any(enabled) && toy_end(p, &s) == LTS_ENDED)
            note_ended(r, &s);
        if (!threadset_any(enabled) && toy_end(p, &s) == LTS_RUNNING)
            note_deadlocked(r, &s);
    }
    r->finished = i == seen.count;
    r->states = seen.count;
    state_set_free(&seen);
}

/* --- the engine's searches -------------------------------------------------------------------------------------- */

static struct engine engine;
static struct wire_decision path[PATH];
static uint64_t path_count;

struct finding {
    struct fault         fault;
    struct wire_decision *decisions;
    uint64_t             count;
    uint32_t             hidden; /* what was, then: the schedule depends on it */
};

struct findings {
    const struct toy *toy;   /* NULL: nothing is hidden */
    struct toy    *unwalked; /* the same, if walks are to see nothing of it */
    struct finding list[WIRE_MAX_FINDINGS];
    unsigned       count;
};

static void keep_finding(void *host, const struct fault *f, uint64_t count)
{
    struct findings *all = host;
    struct finding *kept = &all->list[all->count++];
    kept->fault = *f;
    kept->count = count;
    kept->hidden = all->toy ? all->toy->hidden : 0;
    kept->decisions = malloc((count + 1) * sizeof *kept->decisions);
    if (!kept->decisions)
        abort();
    memcpy(kept->decisions, path, count * sizeof *kept->decisions);
}

static void drop_findings(struct findings *all)
{
    while (all->count > 0)
        free(all->list[--all->count].decisions);
}

/* A search begins or starts over: first come walks. */
static void begin_unwalked(void *host, enum wire_phase phase)
{
    const struct findings *findings = host;
    struct toy *toy = findings->unwalked;
    if (!toy)
        return;
    toy->asleep = phase == WIRE_WALKS;
    oracle_free(toy->observer.self);
    *(struct oracle_result *)toy->observer.self = (struct oracle_result){0};
}

static enum wire_verdict run_engine(const struct search_config *config, struct wire_counters *counters,
                                    struct findings *findings, enum wire_verdict *ended_by)
{
    struct search_report report = {
        .counters = counters,
        .path = path,
        .path_count = &path_count,
        .path_capacity = PATH,
        .host = findings,
        .phase = begin_unwalked,
        .found = keep_finding,
    };
    if (!engine.nodes && !engine_open(&engine))
        abort();
    enum wire_verdict verdict = search_run(&engine, config, &report);
    *ended_by = report.ended_by;
    return verdict;
}

static struct search_config config_of(const struct oracle_search *search, const struct lts *lts)
{
    return (struct search_config){
        .lts = lts,
        .search = search->driver,
        .reduction = search->reduction,
        .order = search->order,
        .then = search->then,
        .threads = search->threads,
        .thread_count = TOY_THREADS,
        .variant = search->variant,
        .future = search->future,
        .filter = search->filter,
        .backtracking = search->backtracking,
        .seed = search->seed,
        .max_depth = search->max_depth,
        .runs = search->runs,
        .max_memory = 64 << 20,
        .all_faults = true,
        .livelock = search->livelock,
        .matching = search->tried_after ? WIRE_MATCH_AUTO : search->unread ? WIRE_MATCH_READ : WIRE_MATCH_ALL,
        .aside_after = search->tried_after,
    };
}

static void search_lts(const struct oracle_search *search, struct lts *lts, struct findings *findings, uint64_t max_states,
                       struct oracle_result *r)
{
    struct lts_foresight foresight = *lts->foresight;
    foresight.foresee = search->unforeseen ? NULL : foresight.foresee;
    foresight.touches = search->never_looks ? NULL : foresight.touches;
    lts->foresight = &foresight;
    struct search_config config = config_of(search, lts);
    config.max_states = max_states;
    enum wire_verdict ended_by;
    struct wire_counters counters = {0};
    r->verdict = run_engine(&config, &counters, findings, &ended_by);
    r->counters = counters;
    r->states = r->counters.states;
    r->executions = engine.reducing.executions;
    r->given_up = engine.reducing.given_up;
    r->paid = engine.unread.pays;
    r->finished = ended_by == WIRE_COMPLETE;
    for (unsigned i = 0; i < findings->count; i++)
        r->endless |= findings->list[i].fault.kind == FAULT_LIVELOCK;
    drop_findings(findings);
}

static struct toy_observer observer_of(struct oracle_result *r)
{
    return (struct toy_observer){r, note_ended, note_deadlocked, note_failed, note_races};
}

static void engine_search(const struct oracle_search *search, const struct toy_program *p, uint64_t max_states,
                          struct oracle_result *r)
{
    static struct findings findings;
    struct toy toy;
    toy_open(&toy, p, search->infer ? 0xff : 0);
    toy.escaped = search->escaped;
    toy.way_out = search->way_out;
    toy.observer = observer_of(r);
    struct lts lts = toy_lts(&toy);
    findings.toy = &toy;
    findings.unwalked = search->unwalked ? &toy : NULL;
    search_lts(search, &lts, &findings, max_states, r);
    toy_close(&toy);
}

void oracle_run_in(struct toy_graph *g, const struct oracle_search *search, uint64_t max_states, struct oracle_result *r)
{
    static struct findings findings; /* with nothing hidden */
    struct toy_walk walk;
    *r = (struct oracle_result){0};
    observed = g->program;
    toy_walk_open(&walk, g);
    walk.observer = observer_of(r);
    struct lts lts = toy_walk_lts(&walk);
    search_lts(search, &lts, &findings, max_states, r);
    toy_walk_close(&walk);
}

void oracle_run(const struct oracle_search *search, const struct toy_program *p, uint64_t max_states, struct oracle_result *r)
{
    *r = (struct oracle_result){0};
    observed = p;
    if (search->driver)
        engine_search(search, p, max_states, r);
    else
        plain_search(p, max_states, r);
}

static void forget_variables(struct state_set *states)
{
    struct state_set bare = {0};
    for (size_t i = 0; i < states->count; i++) {
        struct toy_state s = states->states[i];
        memset(s.var, 0, sizeof s.var);
        memset(s.sem, 0, sizeof s.sem);
        state_set_add(&bare, &s);
    }
    state_set_free(states);
    *states = bare;
}

void oracle_forget(struct oracle_result *r)
{
    forget_variables(&r->ended);
    forget_variables(&r->deadlocked);
}

void oracle_free(struct oracle_result *r)
{
    state_set_free(&r->ended);
    state_set_free(&r->deadlocked);
}

static bool same_fault(const struct fault *a, const struct fault *b)
{
    return a->kind == b->kind && a->thread == b->thread && a->pc == b->pc && a->line == b->line &&
           strcmp(a->text, b->text) == 0;
}

static bool replay_leads_there(const struct oracle_search *search, const struct toy_program *p, const struct finding *f)
{
    static struct findings again;
    struct wire_counters counters = {0};
    struct toy toy;
    toy_open(&toy, p, f->hidden);
    toy.escaped = search->escaped;
    toy.way_out = search->way_out;
    toy.frozen = true;
    again.toy = &toy;
    struct lts lts = toy_lts(&toy);
    struct search_config config = config_of(search, &lts);
    config.search = &search_replay;
    config.schedule = f->decisions;
    config.schedule_count = f->count;
    enum wire_verdict ended_by;
    bool right = run_engine(&config, &counters, &again, &ended_by) == WIRE_REPLAYED && again.count == 1 &&
                 same_fault(&again.list[0].fault, &f->fault);
    drop_findings(&again);
    toy_close(&toy);
    return right;
}

bool oracle_replays(const struct oracle_search *search, const struct toy_program *p, unsigned *replayed)
{
    static struct findings findings;
    struct wire_counters counters = {0};
    struct toy toy;
    bool right = true;
    toy_open(&toy, p, search->infer ? 0xff : 0);
    toy.escaped = search->escaped;
    toy.way_out = search->way_out;
    struct lts lts = toy_lts(&toy);
    struct search_config config = config_of(search, &lts);
    enum wire_verdict ended_by;
    findings.toy = &toy;
    run_engine(&config, &counters, &findings, &ended_by);
    for (unsigned i = 0; right && i < findings.count; i++, ++*replayed)
        right = replay_leads_there(search, p, &findings.list[i]);
    drop_findings(&findings);
    toy_close(&toy);
    return right;
}

/* --- comparison ------------------------------------------------------------------------------------------------- */

static bool same_states(const struct state_set *a, const struct state_set *b, const char *what, char why[ORACLE_WHY])
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++)
        same = state_set_has(b, &a->states[i]);
    if (!same)
        snprintf(why, ORACLE_WHY, "%s: %zu and %zu, or different ones", what, a->count, b->count);
    return same;
}

struct difference {
    bool only_a, only_b, any_a, any_b;
};

static struct difference compare_failures(const uint32_t *a, const uint32_t *b)
{
    struct difference d = {0};
    for (tid t = 0; t < TOY_THREADS; t++) {
        d.only_a |= (a[t] & ~b[t]) != 0;
        d.only_b |= (b[t] & ~a[t]) != 0;
        d.any_a |= a[t] != 0;
        d.any_b |= b[t] != 0;
    }
    return d;
}

/* A failing assert belongs to the transition of the statement before it, and ends the process. */
static bool is_fused(const struct toy_program *p)
{
    return !p->assert_parks && !p->assert_visible;
}

static bool contains(const struct state_set *all, const struct state_set *some)
{
    bool within = true;
    for (size_t i = 0; within && i < some->count; i++)
        within = state_set_has(all, &some->states[i]);
    return within;
}

uint32_t oracle_lost(const struct toy_program *p, const struct oracle_result *all, const struct oracle_result *some, bool *more)
{
    struct difference failed = compare_failures(all->failed, some->failed);
    *more = failed.only_b || !contains(&all->ended, &some->ended) || !contains(&all->deadlocked, &some->deadlocked);
    if (is_fused(p) && failed.any_a)
        return failed.any_b ? 0 : KEEPS_ASSERTIONS;
    return (contains(&some->ended, &all->ended) ? 0 : KEEPS_END_STATES) |
           (contains(&some->deadlocked, &all->deadlocked) ? 0 : KEEPS_DEADLOCKS) | (failed.only_a ? KEEPS_ASSERTIONS : 0) |
           (memcmp(all->raced, some->raced, sizeof all->raced) == 0 ? 0 : KEEPS_RACES);
}

static bool same_results(const struct oracle_search *a, const struct oracle_search *b, const struct toy_program *p,
                         const struct oracle_result *of_a, const struct oracle_result *of_b, char why[ORACLE_WHY])
{
    struct difference failed = compare_failures(of_a->failed, of_b->failed);
    bool cut = is_fused(p);
    bool other_steps = !a->driver != !b->driver || a->infer != b->infer;
    bool same = cut && other_steps ? failed.any_a == failed.any_b : !failed.only_a && !failed.only_b;
    if (!same) {
        snprintf(why, ORACLE_WHY, "different asserts fail");
        return false;
    }
    if (cut && failed.any_a && a->infer != b->infer)
        return true;
    return same_states(&of_a->ended, &of_b->ended, "end states", why) &&
           same_states(&of_a->deadlocked, &of_b->deadlocked, "deadlocks", why);
}

bool oracle_same(const struct oracle_search *a, const struct oracle_search *b, const struct toy_program *p,
                 uint64_t max_states, bool *skipped, char why[ORACLE_WHY])
{
    struct oracle_result of_a, of_b;
    oracle_run(a, p, max_states, &of_a);
    oracle_run(b, p, max_states, &of_b);
    *skipped = !of_a.finished || !of_b.finished;
    bool same = *skipped || same_results(a, b, p, &of_a, &of_b, why);
    oracle_free(&of_a);
    oracle_free(&of_b);
    return same;
}

struct pair {
    const struct oracle_search *a, *b;
    uint64_t max_states;
};

static bool differ(void *self, const struct toy_program *p)
{
    const struct pair *pair = self;
    char why[ORACLE_WHY];
    bool skipped;
    return !oracle_same(pair->a, pair->b, p, pair->max_states, &skipped, why);
}

static void print_difference(struct pair *pair, struct toy_program p, unsigned class, unsigned number)
{
    char text[TOY_TEXT], why[ORACLE_WHY] = "";
    bool skipped;
    oracle_shrink(&p, differ, pair);
    oracle_same(pair->a, pair->b, &p, pair->max_states, &skipped, why);
    toy_print(&p, text);
    printf("    %s and %s differ on program %u of class %s: %s\n%s", pair->a->name, pair->b->name, number,
           toy_class_name(class), why, text);
}

static void take_stock(struct oracle_tally *tally, const struct oracle_search *a, const struct toy_program *p, uint64_t max_states)
{
    struct oracle_result r;
    uint32_t failed = 0;
    oracle_run(a, p, max_states, &r);
    for (tid t = 0; t < TOY_THREADS; t++)
        failed |= r.failed[t];
    tally->with_ends += r.ended.count > 0;
    tally->with_deadlocks += r.deadlocked.count > 0;
    tally->with_failures += failed != 0;
    tally->states += r.states;
    oracle_free(&r);
}

struct oracle_tally oracle_random(const struct oracle_search *a, const struct oracle_search *b, unsigned class,
                                  unsigned count, uint64_t seed, uint64_t max_states)
{
    struct pair pair = {a, b, max_states};
    struct oracle_tally tally = {0};
    struct rng rng;
    rng_seed(&rng, seed * TOY_CLASSES + class);
    for (unsigned i = 0; i < count; i++) {
        struct toy_program p;
        char why[ORACLE_WHY];
        bool skipped;
        toy_random(&p, class, &rng);
        bool same = oracle_same(a, b, &p, max_states, &skipped, why);
        tally.compared += !skipped;
        tally.skipped += skipped;
        if (!same && tally.differ++ == 0)
            print_difference(&pair, p, class, i);
        if (!skipped && i % 16 == 0)
            take_stock(&tally, a, &p, max_states);
    }
    return tally;
}
