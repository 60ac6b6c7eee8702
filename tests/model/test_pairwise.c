/* test_pairwise.c - --search=pairwise on random programs, against figure 2 of the paper and the authors' rule, transcribed here once more
 * without the engine: a recursive procedure on bare states that matches nothing.
 *
 *     test_pairwise [PROGRAMS [SEED]]     so many programs in all (default 800; 150 with sanitizers)
 *
 * Without state matching both take the same interleavings, decision by decision; with it the search reaches the same states, ends,
 * deadlocks and failing asserts. What the happens-before relation orders is found here as reachability in a graph, without clocks.
 *
 * Section 3.2 of the paper claims that pairs find every error that one statement has brought into a program without errors. That is
 * measured: `mazurka` cannot promise what is not so (docs/design/searches/pairwise.md).
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
#include "model/op_columns.h"
#include "oracle.h"
#include "toy_parse.h"
#include "toy_random.h"

enum { MOST_WAYS = 3000, MOST_NODES = 200, MOST_STEPS = 2000, MOST_WORK = 50000, PATH = 1 << 16, FULL_STATES = 3000 };

static unsigned programs = CHECK_SANITIZED ? 150 : 800;
static uint64_t seed = 1;

/* What is explored: a program, a pair of threads, and statements [from, to) of the first one. */
struct question {
    struct toy_program program;
    tid                T_i, T_j;
    uint8_t            from, to;
    bool               figure2;
};

/* --- what was found ----------------------------------------------------------------------------------------------- */

struct way {
    uint16_t length;
    struct wire_decision decisions[MOST_NODES];
};

struct answer {
    struct way      *ways; /* interleavings that have come to an end, a deadlock or a failing assert */
    unsigned         way_count;
    struct state_set reached, ended, deadlocked;
    uint32_t         failed[TOY_THREADS];
    bool             too_large;
};

static void answer_open(struct answer *a)
{
    memset(a, 0, sizeof *a);
    a->ways = malloc(MOST_WAYS * sizeof *a->ways);
    if (!a->ways)
        abort();
}

static void answer_close(struct answer *a)
{
    free(a->ways);
    state_set_free(&a->reached);
    state_set_free(&a->ended);
    state_set_free(&a->deadlocked);
}

static void add_way(struct answer *a, const struct wire_decision *decisions, uint64_t length)
{
    if (a->way_count == MOST_WAYS || length > MOST_NODES) {
        a->too_large = true;
        return;
    }
    struct way *w = &a->ways[a->way_count++];
    memset(w, 0, sizeof *w);
    w->length = (uint16_t)length;
    memcpy(w->decisions, decisions, length * sizeof *decisions);
}

static int compare_ways(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct way));
}

/* In order, each once. */
static void sort_ways(struct answer *a)
{
    unsigned kept = 0;
    qsort(a->ways, a->way_count, sizeof *a->ways, compare_ways);
    for (unsigned i = 0; i < a->way_count; i++)
        if (kept == 0 || compare_ways(&a->ways[kept - 1], &a->ways[i]) != 0)
            a->ways[kept++] = a->ways[i];
    a->way_count = kept;
}

static bool includes(const struct state_set *a, const struct state_set *b)
{
    for (size_t i = 0; i < b->count; i++)
        if (!state_set_has(a, &b->states[i]))
            return false;
    return true;
}

static bool same_set(const struct state_set *a, const struct state_set *b)
{
    return a->count == b->count && includes(a, b);
}

/* --- the oracle --------------------------------------------------------------------------------------------------- */

struct oracle_step {
    struct op op;
    tid       thread;
    threadset live; /* before it */
    unsigned  point;
};

struct oracle_node {
    struct toy_state state;
    threadset        enabled, chosen, explored;
    tid              mover;
    int              position;
};

enum { BEFORE_FIRST, ENTERING, INSIDE, OUTSIDE };

struct oracle {
    const struct question *q;
    struct answer         *a;
    struct oracle_node     nodes[MOST_NODES];
    struct wire_decision   path[MOST_NODES];
    struct oracle_step     steps[MOST_STEPS];
    unsigned               step_count;
    unsigned               work;   /* steps in all */
    unsigned               events; /* of E, in all */
    bool                   circles; /* a path has come back to where it was */
};

/* Where the path is. */
struct where {
    struct toy_state state;
    tid              mover;
    bool             entered, from_within;
};

static threadset live_threads(const struct toy_program *p, const struct toy_state *s)
{
    threadset live = 0;
    for (tid t = 0; t < p->threads; t++)
        if (s->thread[t].phase != TOY_ENDED && s->thread[t].phase != TOY_UNBORN)
            live |= threadset_of(t);
    return live;
}

static bool within(const struct question *q, const struct toy_state *s)
{
    unsigned pc = s->thread[q->T_i].pc;
    return threadset_has(live_threads(&q->program, s), q->T_i) && pc >= q->from && pc < q->to;
}

static int position(const struct question *q, const struct where *w)
{
    if (within(q, &w->state))
        return w->from_within ? INSIDE : ENTERING;
    return w->entered ? OUTSIDE : BEFORE_FIRST;
}

static threadset one_of(threadset enabled, tid first, tid second)
{
    tid t = threadset_has(enabled, first) ? first : threadset_has(enabled, second) ? second : threadset_first(enabled);
    return threadset_of(t);
}

/* Figure 2, lines 7 to 16; who cannot run is replaced as section B-6 of the authors' program has it. */
static threadset printed_rule(const struct question *q, int position, threadset enabled, tid T_cur)
{
    threadset both = threadset_of(q->T_i) | threadset_of(q->T_j), set = threadset_of(T_cur);
    if (T_cur == q->T_j && position == ENTERING)
        set = both;
    else if (T_cur == q->T_i && (position == ENTERING || position == INSIDE))
        set = both;
    set &= enabled;
    return set ? set : one_of(enabled, T_cur, q->T_i);
}

static threadset authors_rule(const struct question *q, int position, threadset enabled, tid T_cur)
{
    threadset both = threadset_of(q->T_i) | threadset_of(q->T_j);
    if (position == BEFORE_FIRST)
        return one_of(enabled, q->T_i, T_cur);
    if (position == OUTSIDE)
        return one_of(enabled, T_cur, q->T_i);
    return (enabled & both) == both ? both : one_of(enabled, q->T_i, q->T_i);
}

static bool synchronizes(const struct op *op)
{
    return op->kind >= OP_START && op->kind <= OP_SIGMASK;
}

/* Is there an edge from step a to the later step b? */
static bool edge(const struct oracle *o, unsigned a, unsigned b)
{
    const struct oracle_step *x = &o->steps[a], *y = &o->steps[b];
    if (x->thread == y->thread)
        return true;
    if (synchronizes(&x->op) && synchronizes(&y->op) && op_dependent(&x->op, &y->op))
        return true;
    return a + 1 < o->step_count && !threadset_has(x->live, y->thread) && threadset_has(o->steps[a + 1].live, y->thread);
}

/* What happens before the next step of t: all from which its last one, or its birth, can be reached. */
static void mark_past(const struct oracle *o, tid t, threadset live, bool past[MOST_STEPS])
{
    memset(past, 0, MOST_STEPS * sizeof *past);
    for (unsigned k = o->step_count; k-- > 0;) {
        threadset after = k + 1 < o->step_count ? o->steps[k + 1].live : live;
        bool born = !threadset_has(o->steps[k].live, t) && threadset_has(after, t);
        past[k] = o->steps[k].thread == t || born;
        if (past[k])
            break;
    }
    for (unsigned b = o->step_count; b-- > 0;)
        for (unsigned a = 0; past[b] && a < b; a++)
            past[a] |= edge(o, a, b);
}

static void add_alternatives(struct oracle *o, threadset live)
{
    static bool past[MOST_STEPS];
    const struct question *q = o->q;
    mark_past(o, q->T_i, live, past);
    for (unsigned k = 0; k < o->step_count; k++) {
        const struct oracle_step *s = &o->steps[k];
        bool event = op_traits[s->op.kind].lock != LOCK_NONE || s->op.kind == OP_JOIN;
        if (!event || past[k] || s->thread == q->T_i || s->thread == q->T_j)
            continue;
        o->events++;
        if (s->point == 0)
            continue;
        struct oracle_node *n = &o->nodes[s->point - 1];
        n->chosen |= n->enabled & threadset_of(s->thread);
        threadset others = n->enabled & ~n->chosen;
        if (threadset_size(n->chosen) < 2 && others)
            n->chosen |= one_of(others, q->T_i, q->T_j);
    }
}

/* T_i executes the first instruction of the fragment, or the path ends while it is about to. */
static void end_prefix(struct oracle *o, struct where *w)
{
    if (w->entered || !within(o->q, &w->state))
        return;
    w->entered = true;
    add_alternatives(o, live_threads(&o->q->program, &w->state));
}

/* One step; false: it has failed, or there is no room. */
static bool step(struct oracle *o, struct where *w, tid t, unsigned choice, unsigned depth)
{
    const struct toy_program *p = &o->q->program;
    if (t == o->q->T_i)
        end_prefix(o, w);
    if (o->step_count == MOST_STEPS || o->work++ == MOST_WORK) {
        o->a->too_large = true;
        return false;
    }
    o->steps[o->step_count++] =
        (struct oracle_step){.op = toy_op(p, &w->state, t), .thread = t, .live = live_threads(p, &w->state), .point = depth};
    if (t == o->q->T_i)
        w->from_within = within(o->q, &w->state);
    w->mover = t;
    bool went_on = toy_transition(p, &w->state, t, choice) != TOY_FAILED || p->assert_parks;
    if (went_on && !w->state.assumed && !w->state.quit)
        state_set_add(&o->a->reached, &w->state);
    return went_on;
}

/* Back on the path: who has moved since lets another one go on. */
static bool goes_round(struct oracle *o, const struct where *w, unsigned depth)
{
    int here = position(o->q, w);
    threadset moved = 0;
    for (unsigned i = depth; i-- > 0;) {
        moved |= threadset_of(o->path[i].thread);
        if (memcmp(&o->nodes[i].state, &w->state, sizeof w->state) != 0 || o->nodes[i].mover != w->mover || o->nodes[i].position != here)
            continue;
        o->circles = true;
        struct oracle_node *n = &o->nodes[depth - 1];
        threadset others = n->enabled & ~moved;
        if (others && !(others & n->chosen))
            n->chosen |= one_of(others, o->q->T_i, o->q->T_i);
        return true;
    }
    return false;
}

static void explore(struct oracle *o, struct where w, unsigned depth);

static void take(struct oracle *o, struct where w, unsigned depth, tid t, unsigned choice)
{
    unsigned steps = o->step_count;
    o->path[depth] = (struct wire_decision){(uint16_t)t, (uint16_t)choice};
    if (step(o, &w, t, choice, depth + 1))
        explore(o, w, depth + 1);
    else
        add_way(o->a, o->path, depth + 1);
    o->step_count = steps;
}

/* From a state that `depth` decisions lead to. */
static void explore(struct oracle *o, struct where w, unsigned depth)
{
    const struct toy_program *p = &o->q->program;
    threadset enabled;
    for (unsigned run = 0;; run++) {
        enabled = toy_enabled_set(p, &w.state);
        if (enabled == 0 || threadset_several(enabled) || toy_outcomes(p, &w.state, threadset_first(enabled)) > 1)
            break;
        o->a->too_large |= run >= LONG_RUN - 1;
        if (o->a->too_large)
            return;
        if (!step(o, &w, threadset_first(enabled), 0, depth)) {
            add_way(o->a, o->path, depth);
            return;
        }
    }
    if (enabled == 0) {
        enum lts_end end = toy_end(p, &w.state);
        if (end == LTS_ENDED)
            state_set_add(&o->a->ended, &w.state);
        if (end == LTS_RUNNING) {
            state_set_add(&o->a->deadlocked, &w.state);
            end_prefix(o, &w);
        }
        if (end != LTS_ASSUMED)
            add_way(o->a, o->path, depth);
        return;
    }
    if (goes_round(o, &w, depth)) {
        end_prefix(o, &w);
        return;
    }
    if (depth == MOST_NODES) {
        o->a->too_large = true;
        return;
    }
    struct oracle_node *n = &o->nodes[depth];
    *n = (struct oracle_node){.state = w.state, .enabled = enabled, .mover = w.mover, .position = position(o->q, &w)};
    n->chosen = (o->q->figure2 ? printed_rule : authors_rule)(o->q, n->position, enabled, w.mover);
    while (n->chosen & ~n->explored && !o->a->too_large) {
        tid t = threadset_first(n->chosen & ~n->explored);
        n->explored |= threadset_of(t);
        for (unsigned c = 0; c < toy_outcomes(p, &n->state, t) && !o->a->too_large; c++)
            take(o, w, depth, t, c);
    }
}

static unsigned run_oracle(const struct question *q, struct answer *a, bool *circles)
{
    static struct oracle o;
    struct where w = {0};
    o.q = q;
    o.a = a;
    o.step_count = o.events = o.work = 0;
    o.circles = false;
    toy_start(&q->program, &w.state);
    explore(&o, w, 0);
    sort_ways(a);
    *circles = o.circles;
    return o.events;
}

/* --- the engine --------------------------------------------------------------------------------------------------- */

static struct engine engine;
static struct wire_decision path[PATH];
static uint64_t path_count;
static struct wire_counters counters;
static struct wire_pair pairs[256];
static uint32_t pair_count;
static enum wire_verdict ended_by;
static bool keeps_ways, asserts_park;

static void found(void *host, const struct fault *f, uint64_t count)
{
    (void)host, (void)f, (void)count;
}

static void note_ended(void *self, const struct toy_state *s)
{
    struct answer *a = self;
    state_set_add(&a->ended, s);
    if (keeps_ways)
        add_way(a, path, path_count);
}

static void note_deadlocked(void *self, const struct toy_state *s)
{
    struct answer *a = self;
    state_set_add(&a->deadlocked, s);
    if (keeps_ways)
        add_way(a, path, path_count);
}

static void note_failed(void *self, tid t, unsigned pc)
{
    struct answer *a = self;
    a->failed[t] |= 1u << pc;
    if (keeps_ways && !asserts_park)
        add_way(a, path, path_count);
}

static bool note_reached(void *self, const struct toy_state *s, threadset enabled)
{
    (void)enabled;
    state_set_add(&((struct answer *)self)->reached, s);
    return true;
}

/* `all`: all pairs, otherwise the one that is asked for. */
static void run_engine(const struct question *q, struct answer *a, bool unmatched, bool all, const struct search *search)
{
    struct toy toy;
    toy_open(&toy, &q->program, 0);
    toy.has_fragment = true;
    toy.fragment[q->T_i][0] = q->from;
    toy.fragment[q->T_i][1] = q->to;
    toy.observer = (struct toy_observer){a, note_ended, note_deadlocked, note_failed, note_reached};
    keeps_ways = unmatched;
    asserts_park = q->program.assert_parks;
    struct lts lts = toy_lts(&toy);
    struct search_report report = {.counters = &counters, .path = path, .path_count = &path_count, .path_capacity = PATH, .found = found,
                                   .pairs = pairs, .pair_count = &pair_count, .pair_capacity = 256};
    struct search_config c = {.lts = &lts, .search = search, .all_faults = true, .max_memory = 64 << 20, .fragments = 1,
                              .pair_rule = q->figure2 ? WIRE_PAIR_FIGURE2 : WIRE_PAIR_AUTHORS, .pair_given = !all, .pair_first = q->T_i,
                              .pair_second = q->T_j, .pair_unmatched = unmatched, .max_states = 200000};
    if (search_refusal(&c))
        abort();
    search_run(&engine, &c, &report);
    ended_by = report.ended_by;
    if (keeps_ways)
        sort_ways(a);
    toy_close(&toy);
}

/* --- comparison --------------------------------------------------------------------------------------------------- */

static void draw(struct question *q, unsigned n)
{
    struct rng rng;
    rng_seed(&rng, seed * 1000003 + n);
    do
        toy_random(&q->program, n % TOY_CLASSES, &rng);
    while (q->program.threads < 2);
    q->T_i = rng_below(&rng, q->program.threads);
    q->T_j = (q->T_i + 1 + rng_below(&rng, q->program.threads - 1)) % q->program.threads;
    unsigned length = q->program.length[q->T_i];
    q->from = (uint8_t)rng_below(&rng, length + 1);
    q->to = (uint8_t)(q->from + 1 + rng_below(&rng, 3));
    q->figure2 = rng_below(&rng, 2);
}

static void show(const struct question *q, const char *what)
{
    static char text[TOY_TEXT];
    toy_print(&q->program, text);
    printf("    %s: pair %u,%u, statements %u to %u, %s\n%s\n", what, q->T_i, q->T_j, q->from, q->to - 1u,
           q->figure2 ? "figure 2" : "authors", text);
}

/* Those that only one of them has. */
static void show_ways(const struct answer *a, const struct answer *b)
{
    for (unsigned i = 0, k = 0; i < a->way_count || k < b->way_count;) {
        int order = i == a->way_count ? 1 : k == b->way_count ? -1 : compare_ways(&a->ways[i], &b->ways[k]);
        const struct way *w = order <= 0 ? &a->ways[i] : &b->ways[k];
        if (order != 0)
            printf("    only by %s:", order < 0 ? "the oracle" : "the search");
        for (unsigned d = 0; order != 0 && d < w->length; d++)
            printf(" %u/%u", w->decisions[d].thread, w->decisions[d].choice);
        printf(order ? "\n" : "");
        i += order <= 0;
        k += order >= 0;
    }
}

/* Where a path goes round, who goes on instead depends on where it came from: with matching other ways go round, so what is reached is
 * compared only where none does. */
static const char *difference(const struct question *q, const struct answer *oracle, unsigned events, bool circles)
{
    const char *what = NULL;
    struct answer plain, matched;
    answer_open(&plain);
    answer_open(&matched);
    run_engine(q, &plain, true, false, &search_pairwise);
    if (plain.way_count != oracle->way_count || memcmp(plain.ways, oracle->ways, oracle->way_count * sizeof *oracle->ways) != 0)
        what = "other interleavings", show_ways(oracle, &plain);
    else if (pairs[0].events != events)
        what = "another E";
    run_engine(q, &matched, false, false, &search_pairwise);
    if (!what && !circles && !includes(&plain.reached, &matched.reached))
        what = "states that are not reached without matching";
    if (!what && !circles && (!same_set(&matched.ended, &oracle->ended) || !same_set(&matched.deadlocked, &oracle->deadlocked)))
        what = "other ends or deadlocks with matching";
    if (!what && !circles && !includes(&matched.reached, &oracle->reached))
        what = "fewer states with matching";
    if (!what && !circles && memcmp(matched.failed, plain.failed, sizeof plain.failed) != 0)
        what = "other failing asserts with matching";
    answer_close(&plain);
    answer_close(&matched);
    return what;
}

static void same_as_figure_2(void)
{
    unsigned compared = 0, with_events = 0, entered = 0, differ = 0;
    for (unsigned n = 0; n < programs; n++) {
        struct question q;
        struct answer oracle;
        draw(&q, n);
        answer_open(&oracle);
        bool circles;
        unsigned events = run_oracle(&q, &oracle, &circles);
        const char *what = oracle.too_large ? NULL : difference(&q, &oracle, events, circles);
        compared += !oracle.too_large;
        with_events += !oracle.too_large && events > 0;
        entered += !oracle.too_large && pairs[0].entries > 0;
        if (what && differ++ == 0)
            show(&q, what);
        answer_close(&oracle);
    }
    printf("    %u programs of %u compared; T_i came to the fragment in %u, E was not empty in %u\n", compared, programs, entered,
           with_events);
    CHECK_EQ(differ, 0);
    CHECK(compared > programs / 2);
    CHECK(with_events > programs / 100);
}

/* --- the claim of section 3.2 --------------------------------------------------------------------------------------- */

static bool has_error(const struct answer *a)
{
    for (tid t = 0; t < TOY_THREADS; t++)
        if (a->failed[t])
            return true;
    return a->deadlocked.count > 0;
}

/* The same errors: deadlocks or none, the same failing asserts. */
static bool same_errors(const struct answer *a, const struct answer *b)
{
    return memcmp(a->failed, b->failed, sizeof a->failed) == 0 && (a->deadlocked.count > 0) == (b->deadlocked.count > 0);
}

static bool search_all(const struct question *q, const struct search *search, struct answer *a)
{
    answer_open(a);
    run_engine(q, a, false, true, search);
    return ended_by != WIRE_LIMIT_STATES;
}

/* The program without the statement, in whose place nothing is done. */
static struct question without(const struct question *q)
{
    struct question before = *q;
    before.program.code[q->T_i][q->from] = (struct toy_statement){.code = TOY_JUMP, .target = (uint8_t)(q->from + 1)};
    return before;
}

struct claim {
    unsigned broken, same[2], some[2];
};

/* A statement that brings an error into a program without errors. */
static void test_claim(const struct question *q, struct claim *c)
{
    struct answer before, after, pairwise;
    struct question old = without(q);
    bool all = search_all(&old, &search_dfs, &before) && search_all(q, &search_dfs, &after);
    if (all && !has_error(&before) && has_error(&after)) {
        c->broken++;
        for (unsigned rule = 0; rule < 2; rule++) {
            struct question asked = *q;
            asked.figure2 = rule == 1;
            search_all(&asked, &search_pairwise, &pairwise);
            c->same[rule] += same_errors(&after, &pairwise);
            c->some[rule] += has_error(&pairwise);
            answer_close(&pairwise);
        }
    }
    answer_close(&before);
    if (all)
        answer_close(&after);
}

/* Who finds an error finds one that there is; how often pairs find all is told, and must be most of the time. */
static void claim_of_section_3_2(void)
{
    struct claim of[2] = {0}; /* programs of two threads, of more */
    for (unsigned n = 0; n < 2 * programs; n++) {
        struct question q;
        draw(&q, n);
        unsigned length = q.program.length[q.T_i];
        if (length == 0)
            continue;
        q.from = (uint8_t)(q.from % length);
        q.to = (uint8_t)(q.from + 1);
        test_claim(&q, &of[q.program.threads > 2]);
    }
    for (unsigned i = 0; i < 2; i++) {
        const struct claim *c = &of[i];
        printf("    %s: a statement brings in errors in %u programs; "
               "all pairs find the same ones in %u (authors), %u (figure 2), and some in %u, %u\n", i ? "more threads" : "two threads",
               c->broken, c->same[0], c->same[1], c->some[0], c->some[1]);
        CHECK(c->broken > 0);
        CHECK(c->some[0] >= c->same[0] && c->some[1] >= c->same[1]);
        CHECK(c->same[0] * 2 >= c->broken);
    }
}

/* One statement that threads interact by is added, without it there is no error, a full search finds the one that it brings, and no pair
 * does. */
static void fails_with(const char *program, tid T_i, unsigned entering)
{
    struct question q = {.T_i = T_i, .from = 0, .to = 1};
    struct answer all, before, pairwise;
    toy_parse(program, &q.program);
    struct question old = without(&q);
    CHECK(search_all(&old, &search_dfs, &before) && !has_error(&before));
    CHECK(search_all(&q, &search_dfs, &all) && has_error(&all));
    for (unsigned rule = 0; rule < 2; rule++) {
        unsigned entered = 0;
        q.figure2 = rule == 1;
        CHECK(search_all(&q, &search_pairwise, &pairwise) && !has_error(&pairwise));
        CHECK_EQ(ended_by, WIRE_PARTIAL);
        for (uint32_t i = 0; i < pair_count; i++)
            entered += pairs[i].entries > 0;
        CHECK_EQ(entered, entering);
        answer_close(&pairwise);
    }
    answer_close(&before);
    answer_close(&all);
}

/* The page shows these programs: a thread is to be preempted behind the statement; three threads follow each other by what they write. */
static void where_the_claim_fails(void)
{
    fails_with("x = 1; y = 1; y = 0 || r = x; if r { q = y; assert q == 0 }", 0, 1);
    fails_with("r = y; assert r == 0 || r = x; if r { y = 1 } || x = 1", 2, 2);
}

/* The assert fails if thread 2 comes before thread 0 has written, which is none of the pair: thread 0 goes first, and its locks are
 * in E. */
static void events_of_others(void)
{
    struct question q = {.T_i = 2, .T_j = 1, .from = 0, .to = 1, .figure2 = true};
    struct answer a;
    toy_parse("lock m; x = 1; unlock m || lock m; unlock m || r = x; assert r == 1", &q.program);
    answer_open(&a);
    run_engine(&q, &a, false, false, &search_pairwise);
    CHECK(a.failed[2] != 0);
    CHECK(pairs[0].events > 0);
    answer_close(&a);
}

static void limits(void)
{
    struct question q = {.T_i = 0, .T_j = 1, .from = 0, .to = 20};
    struct answer a;
    toy_parse("x = 1; x = 2; x = 3; x = 1; y = 1 || y = 2; y = 3; y = 1; x = 2", &q.program);
    answer_open(&a);
    run_engine(&q, &a, false, true, &search_pairwise);
    CHECK_EQ(pair_count, 2);
    CHECK_EQ(pairs[0].verdict, WIRE_COMPLETE);
    CHECK(pairs[0].states > 0 && pairs[0].transitions > 0);
    answer_close(&a);
}

int main(int argc, char **argv)
{
    programs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : programs;
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : seed;
    if (!engine_open(&engine))
        return 1;
    TEST(same_as_figure_2);
    TEST(claim_of_section_3_2);
    TEST(where_the_claim_fails);
    TEST(events_of_others);
    TEST(limits);
    engine_close(&engine);
    return check_status();
}
