/* test_source_sets.c - DE-S-POR and DL-S-POR: the examples of the paper's figures, the number of transitions that are traversed again, and
 * that both take the same decisions, which they find in different ways. What they lose and keep: test_reductions.c.
 *
 *     test_source_sets [PROGRAMS [SEED]]     so many programs of each class (default 200)
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ */
/* compile: -O2 */
#include <stdlib.h>

#include "check.h"
#include "oracle.h"
#include "reduce/source_sets.h"
#include "search/engine/reduced.h"
#include "toy_parse.h"
#include "toy_random.h"

enum { PATH = 1 << 16, MOST_STATES = 3000 };

static unsigned programs = 200;
static uint64_t seed = 1;

/* --- running the engine ----------------------------------------------------------------------------------------------- */

static struct engine engine;
static struct wire_decision path[PATH];
static uint64_t path_count;
static struct wire_counters counters;

static void found(void *host, const struct fault *f, uint64_t count)
{
    (void)host, (void)f, (void)count;
}

/* What the reduction knew last is still in `engine`. */
static void explore(const struct toy_program *p, const struct reduction *by, bool foresee)
{
    struct toy toy;
    toy_open(&toy, p, 0);
    struct lts lts = toy_lts(&toy);
    struct lts_foresight foresight = *lts.foresight;
    foresight.foresee = foresee ? foresight.foresee : NULL;
    lts.foresight = &foresight;
    struct search_report report = {.counters = &counters, .path = path, .path_count = &path_count, .path_capacity = PATH, .found = found};
    struct search_config c = {.lts = &lts, .search = &search_dfs, .reduction = by, .all_faults = true};
    c.max_memory = 64 << 20;
    c.max_states = MOST_STATES;
    if (!engine.nodes && !engine_open(&engine))
        abort();
    search_run(&engine, &c, &report);
    toy_close(&toy);
}

static void explore_text(const char *program, const struct reduction *by)
{
    struct toy_program p;
    struct reduction ascending = *by;
    ascending.prefer = NULL;
    toy_parse(program, &p);
    explore(&p, &ascending, false);
    reduced_close(&engine); /* `ascending` is gone */
}

/* --- figures ---------------------------------------------------------------------------------------------------------- */

/* What was found out about the initial state: sets of threads, as masks. */
static struct {
    threadset current[MAX_THREADS], done, backtrack;
    uint64_t  retraversed;
} root;

static void (*leave_for_real)(struct reducing *r);

static void leave(struct reducing *r)
{
    const struct source_sets *s = r->self;
    if (r->depth == 0) {
        for (tid t = 0; t < MAX_THREADS; t++)
            root.current[t] = s->places[0].current[t];
        root.backtrack = s->places[0].backtrack;
        root.done = s->frames.frame[0].done;
        root.retraversed = r->retraversed;
    }
    leave_for_real(r);
}

static void look_at_root(const char *program, const struct reduction *by)
{
    struct reduction watched = *by;
    leave_for_real = by->leave;
    watched.leave = leave;
    explore_text(program, &watched);
}

static const struct reduction *const all_forms[] = {&reduction_despor, &reduction_despor_retraversing, &reduction_despor_paper,
                                                    &reduction_dejpf,  &reduction_dlspor, &reduction_dlspor_retraversing,
                                                    &reduction_dlspor_paper, &reduction_dljpf, NULL};

/* Threads 1 and 2 depend on what thread 0 does first. Nobody depends on what thread 1 does first: it is persistent alone, and the two are
 * a source set, which is not persistent. */
static void figure_3(void)
{
    for (const struct reduction *const *by = all_forms; *by; by++) {
        look_at_root("x = 1 || r = z; r = x || r = x", *by);
        CHECK_EQ(root.current[0], 7);
        CHECK_EQ(root.current[1], 2);
        CHECK_EQ(root.done, 3);
        CHECK_EQ(root.backtrack, root.done);
    }
}

/* After the fourth thread: current sets {0 ... 4}, {1, 2}, {2, 3}, {1, 2, 3}; the last three are closed. */
static void figure_4(void)
{
    const char *program = "w = 1 || x = 1; r = z; r = w || y = 1; r = x; r = z; r = w || z = 1; r = y; r = w || r = w";
    static const struct reduction *const lazy[] = {&reduction_dlspor, &reduction_dlspor_retraversing, &reduction_dlspor_paper,
                                                   &reduction_dljpf, NULL};
    for (const struct reduction *const *by = lazy; *by; by++) {
        look_at_root(program, *by);
        CHECK_EQ(root.current[0], 31);
        CHECK_EQ(root.current[1], 6);
        CHECK_EQ(root.current[2], 12);
        CHECK_EQ(root.current[3], 14);
        CHECK_EQ(root.done, 15);
        CHECK_EQ(root.backtrack, root.done);
    }
}

/* No traversal for a safe set, or for the last thread: there is nothing else here. */
static void figure_11_a(void)
{
    look_at_root("yield; yield; yield || yield; yield; yield", &reduction_dlspor_paper);
    CHECK_EQ(root.retraversed, 0);
}

/* No traversal where all others lead to visited states: of three threads that do not depend on each other the search comes back to states
 * of which it knows all successors. As printed it is looked where they lead; the sound form knows it as far as that is foreseen. */
static void figure_11_b(void)
{
    look_at_root("x = 1; r = z || y = 1; r = z || z = 1", &reduction_dlspor_paper);
    uint64_t literally = root.retraversed;
    look_at_root("x = 1; r = z || y = 1; r = z || z = 1", &reduction_dlspor_retraversing);
    CHECK(literally < root.retraversed);
}

/* The traversal ends where all threads are in the current set. Without that it would go through most of what there is. */
static void figure_11_c(void)
{
    look_at_root("x = 1; x = 2; x = 3; x = 1 || x = 1; x = 2; x = 3; x = 1", &reduction_dlspor_retraversing);
    CHECK_EQ(root.current[0], 3);
    CHECK(root.retraversed > 0 && root.retraversed < counters.transitions);
    look_at_root("x = 1; x = 2; x = 3; x = 1 || y = 1; y = 2; y = 3; y = 1", &reduction_dlspor_retraversing);
    CHECK_EQ(root.current[0], 1);
    CHECK_EQ(root.done, 1);
    CHECK(root.retraversed > counters.transitions);
}

/* A thread that depends on the first but is not enabled: all are tried. */
static void figure_11_d(void)
{
    look_at_root("x = 1; post 0 || down 0; r = x || y = 1", &reduction_dlspor);
    CHECK_EQ(root.current[0], 3);
    CHECK_EQ(root.done, 5);
}

/* --- decisions -------------------------------------------------------------------------------------------------------- */

/* A cycle costs the eager algorithm more: there are none in these. */
static const char *const acyclic[] = {"nolock", "lock-dfree", "lock-deadlock", "trylock", "condvar", "assert-exit", "assert-stop", "choice",
                                      "mix-acyclic", "spawn-join", "assert-fused", "misuse", "assume", "process-exit", "recursive", "timed",
                                      "cancel+reuse", NULL};

enum { AGAIN, AGAIN_FORESEEN, EAGER_AGAIN, LAZY, LAZY_FORESEEN, EAGER, SUMMARIES, LAZY_ASCENDING, SUMMARIES_ASCENDING, CONTENDERS };

struct effort {
    uint64_t states, transitions, retraversed;
};

static struct effort effort_of(const struct toy_program *p, const struct reduction *by, bool foresee)
{
    explore(p, by, foresee);
    return (struct effort){counters.states, counters.transitions, engine.reducing.retraversed};
}

static void add(struct effort *sum, struct effort e)
{
    sum->states += e.states;
    sum->transitions += e.transitions;
    sum->retraversed += e.retraversed;
}

/* Programs of the class that are small enough. */
static void make_programs(struct toy_program *p, unsigned class)
{
    struct rng rng;
    rng_seed(&rng, seed * TOY_CLASSES + class);
    for (unsigned n = 0; n < programs;) {
        toy_random(&p[n], class, &rng);
        explore(&p[n], &reduction_none, false);
        n += counters.states < MOST_STATES;
    }
}

/* The eager and the lazy algorithm take the same decisions, and see the same states and transitions. What is foreseen saves transitions
 * and traversals, not states. Summaries take other decisions where threads are blocked, which tells in few programs; and they try
 * threads in another order, which saves states, unless both take them as they come. */
static void same_decisions(void)
{
    struct reduction lazy = reduction_dlspor, summaries = reduction_sum;
    lazy.prefer = summaries.prefer = NULL;
    const struct reduction *const by[CONTENDERS] = {&reduction_dlspor_retraversing, &reduction_dlspor_retraversing,
                                                    &reduction_despor_retraversing, &reduction_dlspor, &reduction_dlspor,
                                                    &reduction_despor, &reduction_sum, &lazy, &summaries};
    struct toy_program *p = malloc(programs * sizeof *p);
    struct effort *efforts[CONTENDERS], total[CONTENDERS] = {0};
    for (unsigned k = 0; k < CONTENDERS; k++)
        efforts[k] = malloc(programs * sizeof **efforts);
    for (const char *const *class = acyclic; *class; class++) {
        make_programs(p, toy_class_find(*class));
        unsigned differ = 0;
        for (unsigned k = 0; k < CONTENDERS; k++)
            for (unsigned i = 0; i < programs; i++)
                add(&total[k], efforts[k][i] = effort_of(&p[i], by[k], k == LAZY_FORESEEN || k == AGAIN_FORESEEN));
        for (unsigned i = 0; i < programs; i++) {
            struct effort mine = efforts[LAZY][i], eager = efforts[EAGER][i];
            differ += mine.states != eager.states || mine.transitions != eager.transitions;
            differ += mine.states != efforts[LAZY_FORESEEN][i].states;
            struct effort again = efforts[AGAIN][i], eager_again = efforts[EAGER_AGAIN][i];
            differ += again.states != eager_again.states || again.transitions != eager_again.transitions;
            differ += again.states != efforts[AGAIN_FORESEEN][i].states;
            differ += mine.states != again.states || mine.transitions != again.transitions;
        }
        if (differ > 0)
            printf("    class %s: %u of %u programs differ\n", *class, differ, programs);
        CHECK_EQ(differ, 0);
    }
    CHECK(total[AGAIN_FORESEEN].transitions < total[AGAIN].transitions && total[AGAIN_FORESEEN].retraversed < total[AGAIN].retraversed);
    CHECK_EQ(total[LAZY].retraversed + total[EAGER].retraversed, 0);
    uint64_t by_lazy = total[LAZY_ASCENDING].states, by_summaries = total[SUMMARIES_ASCENDING].states;
    CHECK(by_summaries <= by_lazy && by_lazy <= by_summaries + by_summaries / 10);
    CHECK(total[SUMMARIES].states < total[LAZY].states);
    CHECK_EQ(total[SUMMARIES].retraversed, 0);
    reduced_close(&engine); /* `summaries` is gone */
    for (unsigned k = 0; k < CONTENDERS; k++)
        free(efforts[k]);
    free(p);
}

/* --- against the oracle ----------------------------------------------------------------------------------------------- */

/* Programs of the class in which the search loses something, or finds what there is not. */
static unsigned losses(const struct oracle_search *search, const char *class)
{
    unsigned lost = 0;
    struct rng rng;
    rng_seed(&rng, seed);
    for (unsigned i = 0; i < 10 * programs; i++) {
        struct toy_program p;
        struct oracle_result all, some;
        bool more = false;
        toy_random(&p, toy_class_find(class), &rng);
        oracle_run(&oracle_plain, &p, MOST_STATES / 10, &all);
        if (all.finished) {
            oracle_run(search, &p, MOST_STATES, &some);
            lost += oracle_lost(&p, &all, &some, &more) != 0 || more;
            oracle_free(&some);
        }
        oracle_free(&all);
    }
    return lost;
}

/* The paper assumes programs without cycles and deadlocks. In those the lazy algorithm loses nothing, as printed; in others it does. */
static void within_its_assumptions(void)
{
    struct oracle_search as_printed = {.name = "dlspor-paper", .driver = &search_dfs, .reduction = &reduction_dlspor_paper};
    CHECK_EQ(losses(&as_printed, "nolock"), 0);
    CHECK_EQ(losses(&as_printed, "lock-dfree"), 0);
    CHECK(losses(&as_printed, "lock-deadlock") > 0);
    CHECK(losses(&as_printed, "spin") > 0);
}

/* What is shared is found out on the way: the search starts over, and what was explored is forgotten. */
static void shared_later(void)
{
    struct oracle_search lazy = {.name = "dlspor", .driver = &search_dfs, .reduction = &reduction_dlspor, .infer = true};
    struct oracle_search eager = {.name = "despor", .driver = &search_dfs, .reduction = &reduction_despor, .infer = true};
    CHECK_EQ(losses(&lazy, "nolock") + losses(&lazy, "lock-deadlock") + losses(&lazy, "spin+locks"), 0);
    CHECK_EQ(losses(&eager, "nolock") + losses(&eager, "lock-deadlock") + losses(&eager, "spin+locks"), 0);
}

int main(int count, char **arguments)
{
    if (count > 1)
        programs = (unsigned)atoi(arguments[1]);
    if (count > 2)
        seed = (uint64_t)atoi(arguments[2]);
    TEST(figure_3);
    TEST(figure_4);
    TEST(figure_11_a);
    TEST(figure_11_b);
    TEST(figure_11_c);
    TEST(figure_11_d);
    TEST(same_decisions);
    TEST(within_its_assumptions);
    TEST(shared_later);
    return check_status();
}
