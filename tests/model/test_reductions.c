/* test_reductions.c - every reduction against the oracle, which has none: on counterexamples and on random programs of every class, in
 * ascending and in another order or variant, and on some with what is visible found out on the way. A reduction must find exactly what it
 * claims to keep; one as printed in a paper (its name ends in -paper) claims nothing, and must lose on its counterexamples.
 *
 *     test_reductions [PROGRAMS [SEED [STATES [CLASS [REDUCTIONS]]]]]
 *                                                            so many programs of each basic class (default 600), and half of
 *                                                            that of the others, or of that class alone (all: of every one); with
 *                                                            at most so many states when a step is one statement (default 300); all
 *                                                            reductions, those that match no states with a tenth of them and as many
 *                                                            small ones, or those alone ("sum dlspor"), with all of them
 *     test_reductions classes                                their names
 *     test_reductions catches [PROGRAMS ...]                 likewise, of a reduction or a search that is wrong: how many programs of each
 *                                                            class it takes to see that (scripts/mutants.py, docs/design/testing.md)
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ */
/* sources: tests/model/wrong_reductions.c */
/* compile: -O2 -DLONG_RUN=20 */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "counterexamples.h"
#include "oracle.h"
#include "toy_random.h"
#include "wrong_reductions.h"

enum { MOST_REDUCTIONS = 40, PROCESSES = 2, BATCH = 200, SHARE = 10, FEW_STATES = 60, MOST_CATCHES = 5 };

static unsigned programs = 600;
static bool counts_catches;
static const char *only_reductions;
static uint64_t seed = 1, most_states = 300;

static bool has_word(const char *words, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
        if ((at == words || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
            return true;
    return false;
}

static bool is_as_printed(const struct reduction *r)
{
    return r->is->as_printed;
}

/* Those that claim something which can be compared. */
static bool claims(const struct reduction *r)
{
    return !r->is->tries_all && (r->keeps & (KEEPS_END_STATES | KEEPS_DEADLOCKS | KEEPS_ASSERTIONS));
}

/* Without matching states a search takes long: most of the programs are small, and only classes of those that end. */
static bool is_unmatched(const struct reduction *r)
{
    return r->needs & NEEDS_NO_MATCHING;
}

/* --- one program ------------------------------------------------------------------------------------------------------ */

/* Ways to search with a reduction. */
enum way {
    ASCENDING,
    OTHER_ORDER,
    INFERRING, /* what is visible: the search starts over when there is more */
    ESCAPED,   /* likewise, and all are choice points: what is not visible is safe (lts_is_invisible) */
    WAYS
};

static void set_other_order(struct oracle_search *s)
{
    static const uint8_t permutations[][TOY_THREADS] = {{7, 6, 5, 4, 3, 2, 1, 0}, {1, 2, 0, 3, 5, 4, 7, 6}, {2, 0, 3, 1, 4, 6, 5, 7}};
    bool matches = !(s->reduction->needs & NEEDS_NO_MATCHING);
    unsigned kind = s->seed % 8;
    s->order = kind == 0 ? &order_threads : kind < 3 && matches ? &order_visited : kind < 5 && matches ? NULL : &order_random;
    s->variant = s->order ? 0 : (uint32_t)(s->seed / 8 % 7) + 1;
    s->then = s->order != &order_visited ? NULL : kind == 1 ? &order_random : &order_threads;
    s->threads = permutations[s->seed / 8 % 3];
    s->future = s->reduction->is->takes_future && s->seed / 2 % 2;
    s->unforeseen = kind != 2; /* so that both is tried */
}

static struct oracle_search search_with(const struct reduction *r, enum way way, uint64_t random_seed)
{
    struct oracle_search s = {.name = r->is->name, .driver = &search_dfs, .reduction = r, .seed = random_seed};
    s.infer = s.unwalked = way >= INFERRING;
    s.escaped = way == ESCAPED;
    if (way == OTHER_ORDER)
        set_other_order(&s);
    return s;
}

struct judgement {
    uint32_t lost;
    bool     more, finished;
};

/* `g` is NULL, or the program's. */
static struct judgement judge(const struct oracle_search *search, const struct toy_program *p, struct toy_graph *g,
                              const struct oracle_result *all)
{
    struct oracle_result some;
    struct judgement j;
    if (g && !search->infer)
        oracle_run_in(g, search, 20 * most_states, &some);
    else
        oracle_run(search, p, 20 * most_states, &some);
    j.lost = oracle_lost(p, all, &some, &j.more);
    j.finished = some.finished;
    oracle_free(&some);
    return j;
}

/* Does the search lose something of that on this program? */
struct trial {
    const struct oracle_search *search;
    uint32_t keeps;
};

static bool fails(void *self, const struct toy_program *p)
{
    const struct trial *trial = self;
    struct oracle_result all;
    oracle_run(&oracle_plain, p, most_states, &all);
    bool failed = false;
    if (all.finished) {
        struct judgement j = judge(trial->search, p, NULL, &all);
        failed = j.more || (j.finished && (j.lost & trial->keeps));
    }
    oracle_free(&all);
    return failed;
}

static const char *words_for(uint32_t lost, char text[64])
{
    snprintf(text, 64, "%s%s%s%s", lost & KEEPS_END_STATES ? " end states" : "", lost & KEEPS_DEADLOCKS ? " deadlocks" : "",
             lost & KEEPS_ASSERTIONS ? " failing asserts" : "", lost & KEEPS_RACES ? " races" : "");
    return text;
}

static void print_loss(const struct oracle_search *search, const struct toy_program *p, const struct judgement *j)
{
    char text[TOY_TEXT], words[64];
    toy_print(p, text);
    printf("    %s, order %s, variant %u, seed %lu%s, %s:%s\n%s", search->name, search->order ? search->order->is->name : "ascending",
           search->variant, (unsigned long)search->seed,
           search->escaped ? ", everything escaped" : search->infer ? ", visible set inferred" : "",
           j->more ? "finds what there is not, and loses" : "loses", words_for(j->lost, words), text);
}

static void print_small(const struct oracle_search *search, uint32_t keeps, struct toy_program p)
{
    struct trial trial = {search, keeps};
    struct oracle_result all;
    oracle_shrink(&p, fails, &trial);
    oracle_run(&oracle_plain, &p, most_states, &all);
    struct judgement j = judge(search, &p, NULL, &all);
    print_loss(search, &p, &j);
    oracle_free(&all);
}

/* --- random programs --------------------------------------------------------------------------------------------------- */

struct contender {
    const struct reduction *reduction;
    unsigned compared, unfinished;
    unsigned tried, catches, caught_at[MOST_CATCHES]; /* programs, from 1 on: `catches` says how many of them it lost on */
    clock_t  spent;
    bool     failed; /* on as many as are wanted */
};

static void contend(struct contender *c, const struct toy_program *p, struct toy_graph *g, const struct oracle_result *all, uint64_t number)
{
    unsigned ways = number % 8 == 0 ? WAYS : INFERRING;
    bool lost = c->failed;
    for (enum way way = ASCENDING; way < ways && !lost; way++) {
        struct oracle_search search = search_with(c->reduction, way, number);
        struct judgement j = judge(&search, p, g, all);
        c->compared += j.finished;
        c->unfinished += !j.finished;
        lost = j.more || (j.finished && (j.lost & c->reduction->keeps));
        if (lost && !counts_catches)
            print_small(&search, c->reduction->keeps, *p);
    }
    c->tried += !c->failed;
    if (lost && !c->failed) {
        c->caught_at[c->catches++] = (unsigned)number + 1;
        c->failed = !counts_catches || c->catches == MOST_CATCHES;
    }
}

/* "caught REDUCTION CLASS STATES: on 5 of 120 programs, the first 17, the last 120, 0.3 s" */
static void tell_catches(struct contender *list, unsigned count, unsigned class, uint64_t states)
{
    for (unsigned k = 0; k < count; k++) {
        struct contender *c = &list[k];
        unsigned last = c->catches > 0 ? c->catches - 1 : 0;
        printf("caught %s %s %lu: on %u of %u programs, the first %u, the last %u, %.3f s\n", c->reduction->is->name, toy_class_name(class),
               (unsigned long)states, c->catches, c->tried, c->caught_at[0], c->caught_at[last], (double)c->spent / CLOCKS_PER_SEC);
        *c = (struct contender){.reduction = c->reduction};
    }
}

/* The wrong ones and the right one look at the program, not only at its lts. */
static bool looks_into_toys(const struct contender *c)
{
    return c->reduction == &right_reduction;
}

/* Programs that are small enough, with what the oracle finds in them. The contenders take turns at batches of them, because an engine
 * that changes its reduction opens and closes memory. */
struct batch {
    struct toy_program   program[BATCH];
    struct toy_graph     graph[BATCH];
    struct oracle_result all[BATCH];
    unsigned             count;
};

static void fill(struct batch *b, unsigned class, struct rng *rng, unsigned most, uint64_t states)
{
    for (b->count = 0; b->count < BATCH && b->count < most;) {
        toy_random(&b->program[b->count], class, rng);
        oracle_run(&oracle_plain, &b->program[b->count], states, &b->all[b->count]);
        if (b->all[b->count].finished)
            b->count++;
        else
            oracle_free(&b->all[b->count]);
    }
}

/* All contenders on so many programs of the class, with at most so many states. */
static void contest(struct contender *list, unsigned count, unsigned class, unsigned most, uint64_t states)
{
    static struct batch batch;
    struct rng rng;
    rng_seed(&rng, seed * TOY_CLASSES + class);
    for (unsigned done = 0; done < most; done += batch.count) {
        fill(&batch, class, &rng, most - done, states);
        for (unsigned i = 0; i < batch.count; i++)
            toy_graph_open(&batch.graph[i], &batch.program[i]);
        for (unsigned k = 0; k < count; k++) {
            clock_t start = clock();
            for (unsigned i = 0; i < batch.count; i++)
                contend(&list[k], &batch.program[i], looks_into_toys(&list[k]) ? NULL : &batch.graph[i], &batch.all[i], done + i);
            list[k].spent += clock() - start;
        }
        for (unsigned i = 0; i < batch.count; i++) {
            toy_graph_close(&batch.graph[i]);
            oracle_free(&batch.all[i]);
        }
    }
    if (counts_catches)
        tell_catches(list, count, class, states);
}

/* Classes in which executions need not end. */
static bool is_endless(unsigned class)
{
    static const char *const endless[] = {"spin", "spin+locks", "mix-cyclic", "all-loops", "toggle-loops", "atomic-loops"};
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++)
        if (strcmp(toy_class_name(class), endless[i]) == 0)
            return true;
    return false;
}

/* Those that match states, or those that do not. */
static unsigned list_contenders(struct contender list[MOST_REDUCTIONS], bool unmatched)
{
    unsigned count = 0;
    for (const struct reduction *const *r = reductions; *r && count < MOST_REDUCTIONS; r++)
        if (claims(*r) && is_unmatched(*r) == unmatched && (!only_reductions || has_word(only_reductions, (*r)->is->name)))
            list[count++] = (struct contender){.reduction = *r};
    return count;
}

static unsigned a_share_of(unsigned most)
{
    return (most + SHARE - 1) / SHARE;
}

static void random_programs(unsigned class, unsigned most)
{
    struct contender list[2 * MOST_REDUCTIONS + 1];
    unsigned matched = list_contenders(list, false), unmatched = is_endless(class) ? 0 : list_contenders(&list[matched], true);
    unsigned count = matched + unmatched;
    bool some = only_reductions && !counts_catches;
    if (matched > 0)
        contest(list, matched, class, most, most_states);
    if (unmatched > 0)
        contest(&list[matched], unmatched, class, some ? most : a_share_of(most), most_states);
    if (unmatched > 0 && !some)
        contest(&list[matched], unmatched, class, most, FEW_STATES);
    if (!only_reductions && !counts_catches) { /* a test of the oracle, which finds no fault where there is none: that is seen soon */
        list[count] = (struct contender){.reduction = &right_reduction};
        contest(&list[count++], 1, class, a_share_of(most), most_states);
    }
    for (unsigned k = 0; k < count && !counts_catches; k++) {
        bool good = !list[k].failed && (list[k].compared > 0 || k >= matched);
        unsigned tried = (list[k].compared + list[k].unfinished) / 2;
        check_failed_tests += !good;
        printf("%s %s on %u programs of class %s", good ? "ok" : "FAIL", list[k].reduction->is->name, tried, toy_class_name(class));
        if (list[k].unfinished > 0)
            printf(" (%u searches did not come to an end)", list[k].unfinished);
        printf("\n");
    }
    fflush(stdout);
}

/* --- counterexamples ----------------------------------------------------------------------------------------------------- */

static void report(bool good, const char *reduction, const char *what)
{
    check_failed_tests += !good;
    printf("%s %s: %s\n", good ? "ok" : "FAIL", reduction, what);
}

/* It loses nothing that it claims to keep, whatever the order. */
static bool survives(const struct reduction *r, const struct toy_program *p, const struct oracle_result *all)
{
    for (unsigned i = 0; i < 40; i++) {
        struct oracle_search search = search_with(r, i < WAYS ? (enum way)i : OTHER_ORDER, i);
        struct judgement j = judge(&search, p, NULL, all);
        if (j.more || (j.finished && (j.lost & r->keeps))) {
            print_loss(&search, p, &j);
            return false;
        }
    }
    return true;
}

/* What a program has that could be lost. */
static uint32_t has_to_lose(const struct oracle_result *all)
{
    uint32_t has = (all->ended.count > 0 ? KEEPS_END_STATES : 0) | (all->deadlocked.count > 0 ? KEEPS_DEADLOCKS : 0);
    for (tid t = 0; t < TOY_THREADS; t++)
        has |= all->failed[t] ? KEEPS_ASSERTIONS : 0;
    return has;
}

static void counterexample(const struct counterexample *c)
{
    struct toy_program p;
    struct oracle_result all;
    counterexample_program(c, &p);
    oracle_run(&oracle_plain, &p, UINT64_MAX, &all);
    report((has_to_lose(&all) & c->lost) == c->lost, "oracle", c->name);
    for (const struct reduction *const *r = reductions; *r; r++) {
        if ((*r)->keeps)
            report(survives(*r, &p, &all), (*r)->is->name, c->name);
        if (has_word(c->losers, (*r)->is->name)) {
            struct oracle_search search = search_with(*r, ASCENDING, 0);
            struct judgement j = judge(&search, &p, NULL, &all);
            report(!j.more && (j.lost & c->lost), (*r)->is->name, c->name);
        }
    }
    oracle_free(&all);
}

/* Every loser is a reduction as printed, and each of those loses somewhere. */
static void printed_forms_lose(void)
{
    for (const struct reduction *const *r = reductions; *r; r++) {
        bool loses = false;
        if (!is_as_printed(*r))
            continue;
        CHECK_EQ((*r)->keeps, 0);
        for (const struct counterexample *c = counterexamples; c->name; c++)
            loses |= has_word(c->losers, (*r)->is->name);
        CHECK(loses);
    }
}

/* Commuting transitions changes the number of preemptions (CE16). */
static void bounds_are_refused(void)
{
    static const struct bound *const bounds[] = {&bound_preemptions, &bound_delays, &bound_depth};
    for (const struct reduction *const *r = reductions; *r; r++)
        for (unsigned i = 0; i < 3 && ((*r)->needs & NEEDS_EVERYTHING); i++) {
            struct search_config config = {.search = &search_dfs, .reduction = *r, .bounds = {{bounds[i], 2, 0, 0}}};
            CHECK(search_refusal(&config) != NULL);
        }
}

/* --- the test itself ----------------------------------------------------------------------------------------------------- */

static unsigned statements_of(const struct toy_program *p)
{
    unsigned n = 0;
    for (tid t = 0; t < p->threads; t++)
        n += p->length[t];
    return n;
}

/* Wrong reductions are caught, and the program is made small. */
static void losses_are_noticed(void)
{
    for (const struct wrong_reduction *w = wrong_reductions; w->reduction; w++) {
        struct oracle_search search = search_with(w->reduction, ASCENDING, 0);
        struct trial trial = {&search, w->reduction->keeps}, rest = {&search, w->reduction->keeps & ~w->loses};
        struct toy_program p;
        struct rng rng;
        unsigned noticed = 0;
        rng_seed(&rng, 1);
        for (unsigned i = 0; i < w->programs && noticed < 3; i++) {
            toy_random(&p, toy_class_find(w->class), &rng);
            if (!fails(&trial, &p))
                continue;
            noticed++;
            CHECK(!fails(&rest, &p));
            oracle_shrink(&p, fails, &trial);
            if (statements_of(&p) > w->statements)
                print_small(&search, w->reduction->keeps, p);
            CHECK(fails(&trial, &p) && statements_of(&p) <= w->statements);
        }
        if (noticed == 0)
            printf("    %s was not caught\n", w->reduction->is->name);
        CHECK(noticed > 0);
    }
}

/* Classes, dealt out to processes; a failing one makes the sum of their statuses other than 0. */
static void random_classes(const char *only)
{
    pid_t child[PROCESSES];
    for (unsigned i = 0; i < PROCESSES; i++) {
        fflush(stdout);
        child[i] = fork();
        if (child[i] != 0)
            continue;
        check_failed_tests = 0;
        for (unsigned class = i; class < TOY_CLASSES; class += PROCESSES)
            if (!only || strcmp(only, toy_class_name(class)) == 0)
                random_programs(class, only || class < TOY_CLASSES_BASIC ? programs : (programs + 1) / 2);
        fflush(stdout);
        _exit(check_status());
    }
    for (unsigned i = 0; i < PROCESSES; i++) {
        int status = 1;
        check_failed_tests += child[i] < 0 || waitpid(child[i], &status, 0) < 0 || status != 0;
    }
}

int main(int count, char **arguments)
{
    if (count > 1 && strcmp(arguments[1], "classes") == 0) {
        for (unsigned class = 0; class < TOY_CLASSES; class++)
            printf("%s\n", toy_class_name(class));
        return 0;
    }
    counts_catches = count > 1 && strcmp(arguments[1], "catches") == 0;
    arguments += counts_catches;
    count -= counts_catches;
    /* Before the arguments are read: smaller programs than by default are too small for some losses. */
    if (!counts_catches) {
        TEST(losses_are_noticed);
        TEST(printed_forms_lose);
        TEST(bounds_are_refused);
    }
    for (const struct counterexample *c = counterexamples; c->name; c++)
        counterexample(c);
    if (count > 1)
        programs = (unsigned)atoi(arguments[1]);
    if (count > 2)
        seed = (uint64_t)atoi(arguments[2]);
    if (count > 3)
        most_states = (uint64_t)atoi(arguments[3]);
    if (count > 5)
        only_reductions = arguments[5];
    random_classes(count > 4 && strcmp(arguments[4], "all") != 0 ? arguments[4] : NULL);
    return check_status();
}
