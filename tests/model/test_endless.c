/* test_endless.c - states from which no end can be reached, and fair cycles, on random programs with loops: searches tell of them
 * exactly where a plain one finds some, which transcribes the rules of docs/design/reductions-proofs.md and shares nothing with
 * src/search; and they replay. Ends are looked for by reductions that do, fair cycles by all that keep them.
 *
 *     test_endless [PROGRAMS [SEED]]     so many programs of each class
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ */
/* compile: -O2 -DLONG_RUN=20 */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "toy_parse.h"
#include "toy_random.h"

enum { MOST_STATES = 250 };

static unsigned programs = 600;
static uint64_t seed = 1;
static unsigned compared, endless; /* programs, in all */
static unsigned compared_fairly, with_fair;
static uint64_t states_of_none, states_of_sum; /* where there is no fair cycle, and all is explored */

/* All states of a program, its steps, and what follows from them. */
struct states {
    struct state_set all;
    bool   reaches[MOST_STATES][MOST_STATES];
    bool   ends[MOST_STATES];      /* nobody can move, or a step fails */
    bool   goes_round[MOST_STATES]; /* a thread moves there, or waits in a loop, that has a way out */
    bool   finished;
    uint8_t enabled[MOST_STATES];            /* threads, */
    uint8_t steps[MOST_STATES][MOST_STATES]; /* and those that have this step as their only one */
};

/* Rule 1: with one outcome, outside of sections, and back where it was. */
static bool waits(const struct toy_program *p, const struct toy_state *s, tid t)
{
    struct toy_state to = *s;
    bool may = p->loops_block && s->inside[t] == 0 && toy_outcomes(p, s, t) == 1;
    return may && toy_transition(p, &to, t, 0) == TOY_DONE && memcmp(&to, s, sizeof to) == 0;
}

/* Threads that could move if nobody waited in a loop: who is inside a section goes first, the last of them to enter. */
static threadset movers(const struct toy_program *p, const struct toy_state *s)
{
    threadset set = NO_THREADS;
    uint8_t turn = 0;
    for (tid t = 0; t < p->threads; t++)
        turn = toy_enabled(p, s, t) && s->inside[t] > turn ? s->inside[t] : turn;
    for (tid t = 0; t < p->threads; t++)
        set |= toy_enabled(p, s, t) && s->inside[t] == turn ? threadset_of(t) : NO_THREADS;
    return set;
}

static void make_steps(struct states *g, const struct toy_program *p, size_t from, tid t)
{
    const struct toy_state s = g->all.states[from];
    g->ends[from] = false;
    for (unsigned choice = 0; choice < toy_outcomes(p, &s, t); choice++) {
        struct toy_state to = s;
        bool failed = toy_transition(p, &to, t, choice) == TOY_FAILED;
        g->ends[from] |= failed;
        if (failed && !p->assert_parks)
            continue;
        state_set_add(&g->all, &to);
        size_t number = state_set_at(&g->all, &to);
        if (number >= MOST_STATES)
            continue;
        g->reaches[from][number] = true;
        g->steps[from][number] |= toy_outcomes(p, &s, t) == 1 && !failed ? 1u << t : 0;
    }
}

static void expand(struct states *g, const struct toy_program *p, size_t from)
{
    const struct toy_state s = g->all.states[from];
    bool fails = false, moved = false;
    THREADSET_EACH(t, movers(p, &s)) {
        g->enabled[from] |= 1u << t;
        g->goes_round[from] |= toy_way_out(p, &s, t);
        if (waits(p, &s, t))
            continue;
        make_steps(g, p, from, t);
        fails |= g->ends[from];
        moved = true;
    }
    g->ends[from] = fails || !moved;
}

static void explore(struct states *g, const struct toy_program *p)
{
    struct toy_state s;
    memset(g, 0, sizeof *g);
    toy_start(p, &s);
    state_set_add(&g->all, &s);
    size_t n = 0;
    for (; n < g->all.count && g->all.count <= MOST_STATES; n++)
        expand(g, p, n);
    g->finished = n == g->all.count;
    for (size_t by = 0; g->finished && by < n; by++)
        for (size_t a = 0; a < n; a++)
            for (size_t b = 0; g->reaches[a][by] && b < n; b++)
                g->reaches[a][b] |= g->reaches[by][b];
}

/* Rule 2: no end follows, all that follows leads back, and on the way round is somebody with a way out. */
static bool never_ends(const struct states *g, size_t s)
{
    bool ends = g->ends[s], left = false, out = g->goes_round[s];
    for (size_t to = 0; to < g->all.count; to++) {
        ends |= g->reaches[s][to] && g->ends[to];
        left |= g->reaches[s][to] && !g->reaches[to][s];
        out |= g->reaches[s][to] && g->goes_round[to];
    }
    return !ends && !left && out;
}

static bool has_endless(const struct states *g)
{
    bool found = false;
    for (size_t s = 0; s < g->all.count; s++)
        found |= never_ends(g, s);
    return found;
}

/* Sets of states. */
enum { SET_WORDS = (MOST_STATES + 63) / 64 };
struct reached {
    uint64_t from[MOST_STATES][SET_WORDS];
};

static bool has(const struct reached *r, size_t a, size_t b)
{
    return r->from[a][b / 64] >> b % 64 & 1;
}

/* What can be reached by steps of `moving` threads, where no others are enabled. */
static void connect(const struct states *g, uint8_t moving, struct reached *r)
{
    size_t n = g->all.count;
    memset(r, 0, sizeof *r);
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            if (g->steps[a][b] && !((g->enabled[a] | g->enabled[b]) & ~moving))
                r->from[a][b / 64] |= (uint64_t)1 << b % 64;
    for (size_t by = 0; by < n; by++)
        for (size_t a = 0; a < n; a++)
            for (size_t i = 0; has(r, a, by) && i < SET_WORDS; i++)
                r->from[a][i] |= r->from[by][i];
}

/* Threads that move among the states that s reaches and is reached from. */
static uint8_t moved_around(const struct states *g, const struct reached *r, size_t s)
{
    uint8_t moved = 0;
    for (size_t a = 0; a < g->all.count; a++)
        for (size_t b = 0; has(r, s, a) && has(r, a, s) && b < g->all.count; b++)
            moved |= has(r, s, b) && has(r, b, s) ? g->steps[a][b] : 0;
    return moved;
}

/* Rule 3: there and back again, all of `moving` make a step and nobody else could. */
static bool goes_round_fairly(const struct states *g, uint8_t moving)
{
    static struct reached r;
    connect(g, moving, &r);
    for (size_t s = 0; s < g->all.count; s++)
        if (has(&r, s, s) && moved_around(g, &r, s) == moving)
            return true;
    return false;
}

static bool has_fair(const struct states *g, unsigned threads)
{
    bool found = false;
    for (unsigned moving = 1; !found && moving < 1u << threads; moving++)
        found = goes_round_fairly(g, (uint8_t)moving);
    return found;
}

/* Does a search that looks for ends, or for fair cycles, say the same? Returns its states. */
static uint64_t tells(const struct reduction *r, const struct toy_program *p, bool fair, bool expected)
{
    struct oracle_search search = {.name = r->is->name, .driver = &search_dfs, .reduction = r, .way_out = !fair, .livelock = fair};
    struct oracle_result result;
    unsigned replayed = 0;
    oracle_run(&search, p, 20 * MOST_STATES, &result);
    CHECK(result.finished);
    CHECK_EQ(result.endless, expected);
    CHECK(oracle_replays(&search, p, &replayed));
    if (result.endless != expected) {
        char text[TOY_TEXT];
        toy_print(p, text);
        printf("%s%s, a plain search: %d\n%s", r->is->name, fair ? ", fair cycles" : "", expected, text);
    }
    oracle_free(&result);
    return result.states;
}

static bool compare_one(const struct toy_program *p, bool *found)
{
    static struct states g;
    explore(&g, p);
    *found = g.finished && has_endless(&g);
    for (unsigned r = 0; g.finished && reductions[r]; r++)
        if (reductions[r]->seeks_ends)
            tells(reductions[r], p, false, *found);
    state_set_free(&g.all);
    return g.finished;
}

/* Threads that wait in loops go round in them: they are part of fair cycles. */
static void count_states(const struct reduction *r, uint64_t states)
{
    states_of_none += r == &reduction_none ? states : 0;
    states_of_sum += r == &reduction_sum ? states : 0;
}

static bool compare_fair(const struct toy_program *q, bool *found)
{
    static struct states g;
    struct toy_program p = *q;
    p.loops_block = false;
    explore(&g, &p);
    *found = g.finished && has_fair(&g, p.threads);
    for (unsigned r = 0; g.finished && reductions[r]; r++)
        if (reductions[r]->keeps & KEEPS_LIVELOCKS) {
            uint64_t states = tells(reductions[r], &p, true, *found);
            if (!*found)
                count_states(reductions[r], states);
        }
    state_set_free(&g.all);
    return g.finished;
}

static void compare(const char *class)
{
    struct rng rng;
    rng_seed(&rng, seed);
    for (unsigned i = 0; i < programs; i++) {
        struct toy_program p;
        bool one;
        toy_random(&p, toy_class_find(class), &rng);
        p.loops_block = i % 4 != 0;
        compared += compare_one(&p, &one);
        endless += one;
        if (i % 4 != 0)
            continue;
        compared_fairly += compare_fair(&p, &one);
        with_fair += one;
    }
}

static void enough_of_both(void)
{
    CHECK(compared > programs);
    CHECK(endless > compared / 50 && endless < compared / 2);
    CHECK(compared_fairly > programs && with_fair > compared_fairly / 20 && with_fair < compared_fairly / 3 * 2);
    CHECK(states_of_sum < states_of_none / 4 * 3);
}

static void spin(void)
{
    compare("spin");
}

static void spin_with_locks(void)
{
    compare("spin+locks");
}

static void cyclic_mix(void)
{
    compare("mix-cyclic");
}

static void all_loops(void)
{
    compare("all-loops");
}

static void toggling_loops(void)
{
    compare("toggle-loops");
}

static void semaphores(void)
{
    compare("semaphore");
}

static void sections(void)
{
    compare("atomic-loops");
}

/* Programs that say what the rule says, each with what is expected of it. */
static void as_expected(void)
{
    static const struct {
        const char *text;
        bool        endless;
    } expected[] = {
        {"loop { lock m; r = x; unlock m; if r { exit } } || y = 1", true},
        {"loop { lock m; r = x; unlock m; if r { exit } } || x = 1", false},
        {"loop { lock m; r = x; unlock m } || y = 1", false},              /* meant to run for ever */
        {"loop { x = 1; x = 0 } || await y", true},                        /* waits beside that */
        {"loop { x = 1; x = 0 } || await x", false},                       /* likewise, and goes on */
        {"loop { x = 1; x = 0 } || r = y; if r { lock m; lock m }", false},
        {"loop { x = 1; x = 0; r = y; if r { exit } } || y = 1; y = 0", true}, /* where y was not seen */
        {"loop { r = choose 2; if r { loop { lock n; unlock n } }; lock m; unlock m; r = y; if r { exit } } || q = y", false},
        {"await x || y = 1", false},                                       /* a deadlock */
    };
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct toy_program p;
        bool found;
        toy_parse(expected[i].text, &p);
        p.loops_block = true;
        CHECK(compare_one(&p, &found));
        CHECK_EQ(found, expected[i].endless);
    }
}

/* Fair cycles, of which some show what a reduction needs to keep them. */
static void fair_as_expected(void)
{
    static const struct {
        const char *text;
        bool        fair;
    } expected[] = {
        {"await x || await y", true},
        {"await x || x = 1", false},
        {"loop { x = 1; x = 0 } || lock m; lock m", true},                 /* who is blocked need not move */
        {"loop { lock m; unlock m } || lock m", false},                    /* who could move somewhere has to */
        {"loop { r = x; if r { exit }; x = 1; x = 0 } || y = 1", true},
        {"loop { r = choose 2; if r { exit } } || y = 1", false},          /* another outcome ends it */
        {"loop { r = x; if r { exit } } || r = x; x = 1; lock m; lock m", false},
        /* Two hand x to and fro. In each state one of them can leave, which is the basis of a persistent set without the others. */
        {"loop { r = x; if r { z = 1; exit }; x = 1 } || loop { r = x; unless r { z = 1; exit }; x = 0 } || await z", true},
        {"loop { r = x; if r { z = 1; exit }; x = 1 } || loop { r = x; unless r { z = 1; exit }; x = 0 } || lock m; lock m", true},
        {"loop { r = x; if r { z = 1; exit }; x = 1 } || loop { r = x; unless r { z = 1; exit }; x = 0 } || y = 1; y = 0", true},
        /* With x = 0 and with x = 1 the first thread comes to one long run of single successors. */
        {"loop { lock m; x = 0; y = 0; y = 1; y = 0; y = 1; y = 0; y = 1; y = 0; y = 1; y = 0; y = 1; y = 0; y = 1; y = 0; y = 1; y = 0;"
         "y = 1; y = 0; y = 1; y = 0; y = 1; y = 0; y = 1; y = 0; unlock m } || loop { lock m; x = 1; unlock m }", true},
    };
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct toy_program p;
        bool found;
        toy_parse(expected[i].text, &p);
        CHECK(compare_fair(&p, &found));
        CHECK_EQ(found, expected[i].fair);
    }
}

int main(int argc, char **argv)
{
    programs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : programs;
    seed = argc > 2 ? strtoull(argv[2], NULL, 10) : seed;
    TEST(as_expected);
    TEST(fair_as_expected);
    TEST(spin);
    TEST(spin_with_locks);
    TEST(cyclic_mix);
    TEST(all_loops);
    TEST(toggling_loops);
    TEST(semaphores);
    TEST(sections);
    TEST(enough_of_both);
    return check_status();
}
