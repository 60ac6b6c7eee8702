/* test_weak.c - the weak memory of src/world/weak against the axioms of RC11: on the classic litmus tests with all combinations of orders,
 * and on random programs. An outcome that the axioms do not allow is wrong, always. A few that they allow are lost, where sequentially
 * consistent operations are mixed with weaker ones (docs/design/weak-memory.md): shapes.txt says of which shapes how many are.
 *
 *     test_weak [PROGRAMS [SEED]]     so many random programs of each class (default 400; 40 with sanitizers)
 *     test_weak shapes                the table of docs/design/weak-memory.md
 *     test_weak classes [PROGRAMS]    likewise, of random programs
 *     test_weak c [PROGRAMS [SEED]]   C for the checker (litmus_c.h): what is known of shapes, and so many random programs of each class
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ src/world/weak/ tests/litmus/ */
/* compile: -O2 -DWEAK_PLACES=8 -DWEAK_MESSAGES=16 */
/* and: sanitized */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "litmus/axioms.h"
#include "litmus/litmus_c.h"
#include "litmus/litmus_random.h"
#include "litmus/litmus_search.h"
#include "litmus/litmus_shapes.h"
#include "world/weak/weak_ops.h"
#include "world/weak/weak_past.h"

/* Of a hundred programs with sequentially consistent operations so many may lose an outcome: up to two do (the page says how many). */
enum { MOST_STATES = 100000, MOST_LOST = 4, SHARE = CHECK_SANITIZED ? 17 : 1 };

static const char *const shape_file = "tests/litmus/shapes.txt";
static unsigned programs = CHECK_SANITIZED ? 40 : 400;
static uint64_t seed = 1;

static struct litmus_shape shapes[LITMUS_SHAPES];

/* A program by the axioms, and by the machine. */
struct judgement {
    struct litmus          program;
    struct litmus_outcomes right;
    struct litmus_result   found;
    unsigned               lost, more, silent; /* `silent`: lost, though the machine is said to be exact */
};

static const struct litmus_way every_step = {.keeps_loops = true};

static void judge(const char *text, struct judgement *j)
{
    *j = (struct judgement){0};
    litmus_parse(text, &j->program);
    CHECK(axioms_apply(&j->program));
    axioms_outcomes(&j->program, &j->right);
    litmus_search(&j->program, &every_step, NULL, MOST_STATES, &j->found);
    j->lost = litmus_missing(&j->found.ended, &j->right);
    j->more = litmus_missing(&j->right, &j->found.ended);
    j->silent = j->found.inexact ? 0 : j->lost;
    if (!j->found.finished || j->found.lacked || j->more || j->silent)
        printf("    %s: %s\n", j->more ? "outcomes too many" : j->silent ? "lost in silence" : "not explored", text);
    CHECK(j->found.finished && !j->found.lacked && !j->found.deadlocks && j->more == 0 && j->silent == 0);
}

static void forget(struct judgement *j)
{
    litmus_free(&j->right);
    litmus_free(&j->found.ended);
}

/* --- shapes ----------------------------------------------------------------------------------------------------------- */

static void says(const struct litmus_shape *s, const struct litmus_saying *said)
{
    char text[LITMUS_TEXT];
    struct judgement j;
    litmus_fill_with(s, said->orders, text);
    judge(text, &j);
    bool by_axioms = litmus_has(&j.program, &j.right, s->condition), by_machine = litmus_has(&j.program, &j.found.ended, s->condition);
    if (by_axioms != said->allowed || by_machine != said->found)
        printf("    %s %s: %s by the axioms, %s by the machine\n", s->name, said->orders, by_axioms ? "allowed" : "forbidden",
               by_machine ? "allowed" : "forbidden");
    CHECK(by_axioms == said->allowed && by_machine == said->found);
    forget(&j);
}

/* What is known of shapes is what both say. */
static void shapes_are_judged(void)
{
    unsigned count = litmus_read_shapes(shape_file, shapes);
    CHECK(count > 30);
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < shapes[i].sayings; k++)
            says(&shapes[i], &shapes[i].saying[k]);
}

static unsigned lost_by(const struct litmus_shape *s, unsigned step)
{
    unsigned lost = 0;
    for (unsigned i = 0; i < litmus_combinations(s); i += step) {
        char text[LITMUS_TEXT];
        struct judgement j;
        litmus_fill(s, i, text);
        judge(text, &j);
        lost += j.lost > 0;
        forget(&j);
    }
    return lost;
}

static void classics(void)
{
    unsigned count = litmus_read_shapes(shape_file, shapes);
    for (unsigned i = 0; i < count; i++) {
        unsigned lost = lost_by(&shapes[i], SHARE);
        if (SHARE == 1 && lost != shapes[i].loses)
            printf("    %s loses outcomes of %u programs\n", shapes[i].name, lost);
        CHECK(SHARE > 1 ? lost <= shapes[i].loses : lost == shapes[i].loses);
    }
}

static const char *allowed_or_not(const struct litmus_shape *s, unsigned strength)
{
    char text[LITMUS_TEXT], orders[48];
    struct judgement j;
    litmus_orders(s, strength, orders);
    litmus_fill_with(s, orders, text);
    judge(text, &j);
    bool by_axioms = litmus_has(&j.program, &j.right, s->condition), by_machine = litmus_has(&j.program, &j.found.ended, s->condition);
    forget(&j);
    return by_axioms != by_machine ? "lost" : by_machine ? "allowed" : "forbidden";
}

static void print_shapes(void)
{
    unsigned count = litmus_read_shapes(shape_file, shapes), all = 0, lost = 0;
    printf("| shape | program | asks for | relaxed | release, acquire | seq_cst | programs | outcomes lost in |\n");
    printf("| --- | --- | --- | --- | --- | --- | ---: | ---: |\n");
    for (unsigned i = 0; i < count; i++) {
        const struct litmus_shape *s = &shapes[i];
        unsigned lost_here = lost_by(s, 1);
        printf("| %s | `", s->name);
        for (const char *at = s->text; *at; at++)
            printf("%s", *at == '|' ? at[1] == '|' ? "‖" : "" : (char[]){*at, 0});
        printf("` | %s | %s | %s | %s | %u | %u |\n", s->condition, allowed_or_not(s, 0), allowed_or_not(s, 1), allowed_or_not(s, 2),
               litmus_combinations(s), lost_here);
        all += litmus_combinations(s);
        lost += lost_here;
    }
    printf("| all | | | | | | %u | %u |\n", all, lost);
}

/* --- random programs -------------------------------------------------------------------------------------------------- */

struct tally {
    unsigned lost, more, inexact;
    uint64_t outcomes, states;
};

static struct tally try_class(enum litmus_class c)
{
    struct tally tally = {0};
    struct rng rng;
    rng_seed(&rng, seed * LITMUS_CLASSES + c);
    for (unsigned i = 0; i < programs; i++) {
        char text[LITMUS_TEXT];
        struct judgement j;
        litmus_random(c, &rng, text);
        judge(text, &j);
        tally.lost += j.lost > 0;
        tally.more += j.more > 0;
        tally.inexact += j.found.inexact;
        tally.outcomes += j.right.count;
        tally.states += j.found.states;
        forget(&j);
    }
    return tally;
}

static void random_programs(void)
{
    for (enum litmus_class c = 0; c < LITMUS_JUDGED; c++) {
        unsigned lost = try_class(c).lost;
        CHECK(c == LITMUS_ACCESSES ? lost == 0 : lost <= MOST_LOST + MOST_LOST * programs / 100);
    }
}

static bool is_judged(enum litmus_class c)
{
    return c < LITMUS_JUDGED || c == LITMUS_APART;
}

/* Most of them, whose sequentially consistent operations are mixed with weaker ones as real programs mix them, are explored exactly. */
static void orders_kept_apart(void)
{
    struct tally tally = try_class(LITMUS_APART);
    CHECK(tally.lost <= tally.inexact && 2 * tally.inexact < programs);
}

/* A program whose operations are all sequentially consistent does what interleavings do, and what the axioms say. */
static bool is_interleaving(struct litmus *p)
{
    const struct litmus_way seq_cst = {.seq_cst = true};
    struct litmus_outcomes right = {0};
    struct litmus_result weak, plain;
    for (unsigned t = 0; t < p->threads; t++)
        for (unsigned i = 0; i < p->length[t]; i++)
            p->code[t][i].order = p->code[t][i].failure = __ATOMIC_SEQ_CST;
    axioms_outcomes(p, &right);
    litmus_search(p, &every_step, NULL, MOST_STATES, &weak);
    litmus_search(p, &seq_cst, NULL, MOST_STATES, &plain);
    bool same = !*litmus_difference(&weak, &plain) && !litmus_missing(&right, &weak.ended) && !litmus_missing(&weak.ended, &right);
    litmus_free(&right);
    litmus_free(&weak.ended);
    litmus_free(&plain.ended);
    return same;
}

static void seq_cst_is_interleaving(void)
{
    struct rng rng;
    rng_seed(&rng, seed);
    for (unsigned i = 0; i < programs; i++) {
        char text[LITMUS_TEXT];
        struct litmus p;
        litmus_random(i % LITMUS_JUDGED, &rng, text);
        litmus_parse(text, &p);
        CHECK(is_interleaving(&p));
    }
}

static void print_classes(void)
{
    printf("| class | programs | outcomes | states | outcomes lost in | not said to be exact | outcomes too many in |\n");
    printf("| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for (enum litmus_class c = 0; c < LITMUS_ALL; c++) {
        if (!is_judged(c))
            continue;
        struct tally tally = try_class(c);
        printf("| %s | %u | %llu | %llu | %u | %u | %u |\n", litmus_class_name(c), programs, (unsigned long long)tally.outcomes,
               (unsigned long long)tally.states, tally.lost, tally.inexact, tally.more);
    }
}

/* --- several processes ------------------------------------------------------------------------------------------------- */

static void ignore(void *self, void *at, size_t size)
{
    (void)self, (void)at, (void)size;
}

/* By the first thread, of one place. */
static void make(struct weak *w, enum weak_kind kind, int order)
{
    w->note = ignore;
    unsigned place = weak_find(w, 8);
    struct weak_op op = {.kind = kind, .place = place < WEAK_PLACES ? place : weak_open(w, 8, (struct weak_value){0, 0}), .order = order};
    weak_perform(w, 0, &op, weak_choose(w, 0, &op, 0), (struct weak_value){1, 0});
}

/* Neither of two has met what makes a search inexact, and both have. */
static void processes_meet(void)
{
    static const struct { enum weak_kind kind; int order; } met[][3] = {
        {{WEAK_STORE, __ATOMIC_SEQ_CST}, {WEAK_STORE, __ATOMIC_RELAXED}, {WEAK_LOAD, __ATOMIC_RELAXED}},
        {{WEAK_FENCE, __ATOMIC_SEQ_CST}, {WEAK_STORE, __ATOMIC_RELAXED}, {WEAK_LOAD, __ATOMIC_SEQ_CST}}};
    static struct weak one, other;
    for (unsigned i = 0; i < 2; i++) {
        memset(&one, 0, sizeof one);
        memset(&other, 0, sizeof other);
        make(&one, met[i][0].kind, met[i][0].order);
        make(&other, met[i][1].kind, met[i][1].order);
        make(&other, met[i][2].kind, met[i][2].order);
        CHECK(!one.met.inexact && !other.met.inexact);
        struct weak_met alone = other.met;
        weak_past_meet(&other, &one.met);
        CHECK(other.met.inexact);
        weak_past_meet(&one, &alone);
        CHECK(one.met.inexact);
    }
}

/* Of one object more than there is room for nothing is known. */
static void many_objects(void)
{
    static struct weak_met others;
    static struct weak w;
    for (unsigned i = 0; i < WEAK_MET; i++)
        others.object[i].key = 16 + i;
    weak_past_meet(&w, &others);
    CHECK(!w.met.inexact);
    make(&w, WEAK_LOAD, __ATOMIC_RELAXED);
    CHECK(w.met.inexact);
}

/* --- C ---------------------------------------------------------------------------------------------------------------- */

/* With what the machine finds: of what it loses the page says. */
static unsigned print_as_c(unsigned number, const char *text)
{
    struct judgement j;
    judge(text, &j);
    litmus_c_add(number, &j.program, &j.found.ended);
    forget(&j);
    return number + 1;
}

static void print_c(void)
{
    unsigned count = litmus_read_shapes(shape_file, shapes), number = 0;
    struct rng rng;
    char text[LITMUS_TEXT];
    litmus_c_begin();
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < shapes[i].sayings; k++) {
            litmus_fill_with(&shapes[i], shapes[i].saying[k].orders, text);
            number = print_as_c(number, text);
        }
    for (enum litmus_class c = 0; c < LITMUS_ALL; c++) {
        if (!is_judged(c))
            continue;
        rng_seed(&rng, seed * LITMUS_CLASSES + c);
        for (unsigned i = 0; i < programs; i++) {
            litmus_random(c, &rng, text);
            number = print_as_c(number, text);
        }
    }
    litmus_c_end(number);
}

/* --- texts ------------------------------------------------------------------------------------------------------------ */

static struct litmus_outcomes by_axioms(const char *text)
{
    struct litmus p;
    struct litmus_outcomes all = {0};
    litmus_parse(text, &p);
    axioms_outcomes(&p, &all);
    return all;
}

/* Of two programs in a line, with a tab between: how many outcomes that the axioms allow has the second one, and not the first? */
static void print_more(void)
{
    static char line[2 * LITMUS_TEXT];
    while (fgets(line, sizeof line, stdin)) {
        char *second = strchr(line, '\t');
        if (!second)
            continue;
        *second++ = '\0';
        second[strcspn(second, "\n")] = '\0';
        struct litmus_outcomes a = by_axioms(line), b = by_axioms(second);
        printf("%u\n", litmus_missing(&a, &b));
        litmus_free(&a);
        litmus_free(&b);
    }
}

int main(int count, char **arguments)
{
    if (count > 1 && strcmp(arguments[1], "more") == 0)
        return print_more(), 0;
    bool prints_shapes = count > 1 && strcmp(arguments[1], "shapes") == 0;
    bool prints_classes = count > 1 && strcmp(arguments[1], "classes") == 0;
    bool prints_c = count > 1 && strcmp(arguments[1], "c") == 0;
    unsigned first = 1 + (prints_classes || prints_c);
    if (count > (int)first && !prints_shapes)
        programs = (unsigned)atoi(arguments[first]);
    if (count > (int)first + 1)
        seed = (uint64_t)atoi(arguments[first + 1]);
    if (prints_shapes || prints_classes || prints_c) {
        (prints_shapes ? print_shapes : prints_classes ? print_classes : print_c)();
        return check_failures > 0;
    }
    TEST(shapes_are_judged);
    TEST(classics);
    TEST(random_programs);
    TEST(orders_kept_apart);
    TEST(seq_cst_is_interleaving);
    TEST(processes_meet);
    TEST(many_objects);
    return check_status();
}
