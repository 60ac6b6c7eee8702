/* test_rb.c - DFS-RB: configurations, sequences, and the algorithm step by step on small trees with a scripted random source. */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ */
/* libraries: -lm */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sequences.h"
#include "check.h"
#include "search/search.h"

/* --- a tree ---------------------------------------------------------------------------------------------------------- */

/* Every state to a depth has WIDTH successors, one for each thread; all states are different. With `merge`, a state is the
 * number of decisions of each thread instead, as if they were independent. */
enum { WIDTH = 3, PATH = 4096 };

struct tree {
    unsigned width, height;
    bool     merge;
    uint64_t digits;          /* the path as a number */
    unsigned depth, count[8];
    struct op op;
};

static struct tree saved[PATH];
static unsigned saved_count;

static threadset enabled(void *self)
{
    struct tree *y = self;
    return y->depth < y->height ? threadset_of(y->width) - 1 : 0;
}

static const struct op *next(void *self, tid t)
{
    (void)t;
    return &((struct tree *)self)->op;
}

static unsigned outcomes(void *self, tid t)
{
    (void)self, (void)t;
    return 1;
}

/* The transitions that were taken: "0" "01" ... as text, one path after the other. */
static char   taken[1 << 16];
static size_t taken_length;
static bool   logging;

static void step(void *self, tid t, unsigned choice)
{
    struct tree *y = self;
    (void)choice;
    y->digits = y->digits * 8 + t + 1;
    y->count[t]++;
    y->depth++;
    if (!logging)
        return;
    for (unsigned i = y->depth; i-- > 0;)
        taken[taken_length++] = (char)('0' + (y->digits >> 3 * i & 7) - 1);
    taken[taken_length++] = ' ';
    taken[taken_length] = '\0';
}

static struct digest digest(void *self)
{
    struct tree *y = self;
    uint64_t x = y->digits;
    if (y->merge)
        x = 0;
    for (unsigned i = 0; y->merge && i < y->width; i++)
        x = x * 64 + y->count[i];
    x = (x + 1) * 0x9e3779b97f4a7c15u;
    return (struct digest){x ^ x >> 29, (x ^ x >> 31) * 0xbf58476d1ce4e5b9u};
}

static struct mark mark(void *self)
{
    saved[saved_count] = *(struct tree *)self;
    return (struct mark){.position = saved_count++, .digest = digest(self)};
}

static void rewind_to(void *self, const struct mark *m)
{
    *(struct tree *)self = saved[m->position];
    saved_count = (unsigned)m->position + 1;
}

static enum lts_end end(void *self)
{
    return enabled(self) ? LTS_RUNNING : LTS_ENDED;
}

static const struct fault *fault(void *self)
{
    (void)self;
    return NULL;
}

static void found(void *host, const struct fault *f, uint64_t count)
{
    (void)host, (void)f, (void)count;
}

static struct engine engine;
static struct wire_counters counters;
static char message[160];

static struct lts lts_of(struct tree *tree)
{
    return (struct lts){.name = "tree", .self = tree, .enabled = enabled, .live = enabled, .next = next, .outcomes = outcomes,
                        .step = step, .mark = mark, .rewind = rewind_to, .digest = digest, .end = end, .fault = fault};
}

static enum wire_verdict run_tree(unsigned width, unsigned height, bool merge, const char *tuple, struct search_config c)
{
    static struct wire_decision path[PATH];
    static struct rb_tuple rb;
    struct tree tree = {.width = width, .height = height, .merge = merge};
    struct lts lts = lts_of(&tree);
    uint64_t path_count;
    struct search_report report = {.counters = &counters, .path = path, .path_count = &path_count, .path_capacity = PATH, .found = found};
    char why[80];
    if (tuple && !rb_parse(tuple, &rb, why, sizeof why)) {
        printf("    %s: %s\n", tuple, why);
        abort();
    }
    taken_length = saved_count = 0;
    taken[0] = '\0';
    c.rb = tuple ? &rb : NULL;
    c.lts = &lts;
    c.search = c.search ? c.search : &search_dfs;
    enum wire_verdict verdict = search_run(&engine, &c, &report);
    memcpy(message, report.message, sizeof message);
    return verdict;
}

/* --- a scripted random source ------------------------------------------------------------------------------------------ */

/* '+' is a number below every ratio (go on), '-' one above (turn back); behind the end it is '+'. */
static const char *script;
static unsigned    asked;

static uint32_t scripted(void *self)
{
    (void)self;
    asked++;
    return *script && *script++ == '-' ? UINT32_MAX : 0;
}

/* The transitions taken with a script, in order. */
static const char *play(unsigned width, unsigned height, const char *tuple, const char *text)
{
    script = text;
    asked = 0;
    logging = true;
    run_tree(width, height, false, tuple, (struct search_config){.rnd = scripted, .rb_paper = true});
    logging = false;
    return taken;
}

#define CHECK_TEXT(left, right)                                                                   \
    do {                                                                                          \
        const char *check_text = (left);                                                          \
        if (strcmp(check_text, (right)) != 0) {                                                   \
            printf("    %s:%d: %s\n    is  %s\n    not %s\n", __FILE__, __LINE__, #left, check_text, (right)); \
            check_failures++;                                                                     \
        }                                                                                         \
    } while (0)

/* Two threads, three levels: 0 00 000 001 01 010 011 1 10 100 101 11 110 111. */
static void fixed_jumps(void)
{
    CHECK_TEXT(play(2, 3, "<0,pl,d,F,0.50,1>", ""), "0 00 000 001 01 010 011 1 10 100 101 11 110 111 ");
    CHECK_EQ(asked, 14); /* before every transition */
    /* at once: nothing is explored */
    CHECK_TEXT(play(2, 3, "<0,pl,d,F,0.50,1>", "-"), "");
    /* before the first transition of state 00: one level, to state 0, which is asked again */
    CHECK_TEXT(play(2, 3, "<0,pl,d,F,0.50,1>", "++-+"), "0 00 01 010 011 1 10 100 101 11 110 111 ");
    /* before the second one of 00 */
    CHECK_TEXT(play(2, 3, "<0,pl,d,F,0.50,1>", "+++-+"), "0 00 000 01 010 011 1 10 100 101 11 110 111 ");
    /* one level at a time: 00, 0 and the root are each left by a decision of their own */
    CHECK_TEXT(play(2, 3, "<0,pl,d,F,0.50,1>", "++---"), "0 00 ");
    CHECK_EQ(counters.jumps, 3);
    CHECK_EQ(counters.jump_levels, 3);
}

/* backtrackAgain is asked after every return, also an ordinary one. */
static void random_jumps(void)
{
    /* early out of 00, and on out of 0, not out of the root */
    CHECK_TEXT(play(2, 3, "<0,pl,d,R,0.50,1>", "++--+"), "0 00 1 10 100 101 11 110 111 ");
    CHECK_EQ(counters.jumps, 1);
    CHECK_EQ(counters.longest_jump, 2);
    /* all the way: the search is over */
    CHECK_TEXT(play(2, 3, "<0,pl,d,R,0.50,1>", "++---"), "0 00 ");
    /* an ordinary return, from the end 000 to 00, goes on backtracking */
    CHECK_TEXT(play(2, 3, "<0,pl,d,R,0.50,1>", "+++-+"), "0 00 000 01 010 011 1 10 100 101 11 110 111 ");
    CHECK_EQ(counters.jumps, 1);
    /* a jump does not go above the threshold */
    CHECK_TEXT(play(2, 3, "<2,pl,d,R,0.50,1>", "----------"), "0 00 01 1 10 11 ");
}

/* Where states merge: 10 is the state of 01. */
static const char *play_merged(struct search_config c, const char *text)
{
    script = text;
    asked = 0;
    logging = true;
    c.rnd = scripted;
    run_tree(2, 2, true, "<0,pl,d,R,0.50,1>", c);
    logging = false;
    return taken;
}

/* In the first form it is not asked after a known state. */
static void first_form(void)
{
    struct search_config both = {.rb_paper = true}, first = {.rb_paper = true, .rb_first_form = true};
    CHECK_TEXT(play_merged(both, ""), "0 00 01 1 10 11 ");
    CHECK_EQ(asked, 12); /* before and after each */
    CHECK_TEXT(play_merged(first, ""), "0 00 01 1 10 11 ");
    CHECK_EQ(asked, 11); /* not after 10 */
    CHECK_TEXT(play_merged(both, "++++++++-"), "0 00 01 1 10 ");
    CHECK_TEXT(play_merged(first, "++++++++-"), "0 00 01 1 10 "); /* before 11, in place of after 10 */
    CHECK_EQ(counters.jumps, 1);
}

/* To turn back is to leave the whole path, and all that was left is explored in the end. */
static void by_choice(void)
{
    struct search_config again = {.completion = COMPLETE_AGAIN}, choose = {.completion = COMPLETE_BY_CHOICE};
    play_merged(choose, "+++-");
    CHECK_EQ(counters.states, 6);
    CHECK_EQ(counters.left_early, 2); /* 0, which has 01 left, and the root */
    play_merged(again, "+++-");
    CHECK_EQ(counters.states, 6);
    CHECK_EQ(counters.left_early, 1);
}

/* H is the length of the first path by the number of threads; that path is left up to H. */
static void of_the_program(void)
{
    CHECK_TEXT(play(2, 4, "<H,pl,d,F,0,1>", ""), "0 00 000 0000 01 1 10 11 "); /* H = 2 */
    CHECK_TEXT(play(3, 2, "<H,pl,d,F,0,1>", ""), "0 00 1 2 ");                 /* at least 1 */
    run_tree(2, 4, false, "<H,pl,d,F,0,1>", (struct search_config){0});
    CHECK_TEXT(message, "all states to depth 2");
}

/* Jumps of 1, 1, 2, 1, 1, 2, 4 levels; ordinary returns start none. */
static void luby_jumps(void)
{
    /* "-" at 00: 1 level. "-" at 01: 1. "+++-" at 100 (fresh state 10's first transition): 2 levels, out of 10 and 1. */
    CHECK_TEXT(play(2, 3, "<0,pl,d,Lb,0.50,1>", "++-+-++-"), "0 00 01 1 10 ");
    CHECK_EQ(counters.jumps, 3);
    CHECK_EQ(counters.jump_levels, 4);
    CHECK_EQ(counters.longest_jump, 2);
    CHECK_EQ(engine.rb.total_jump_index, 3);
    /* the third jump stops at the threshold */
    CHECK_TEXT(play(2, 3, "<2,pl,d,Lb,0.50,1>", "---+"), "0 00 01 1 10 11 110 111 ");
    CHECK_EQ(counters.jumps, 3);
    CHECK_EQ(counters.longest_jump, 1);
    /* nothing is asked after ordinary returns */
    CHECK_TEXT(play(2, 2, "<0,pl,d,Lb,0.50,1>", ""), "0 00 01 1 10 11 ");
    CHECK_EQ(asked, 6);
}

/* --- thresholds and ratios ----------------------------------------------------------------------------------------------- */

/* With a ratio of 0 exactly what is above the threshold is explored. */
static void thresholds(void)
{
    CHECK_TEXT(play(2, 3, "<1,pl,d,F,0,1>", ""), "0 1 ");
    CHECK_TEXT(play(2, 3, "<2,pl,d,F,0,1>", ""), "0 00 01 1 10 11 ");
    /* context switches: as long as there is none the path is above 1 */
    CHECK_TEXT(play(2, 3, "<1,cs,d,F,0,1>", ""), "0 00 000 001 01 1 10 11 110 111 ");
    /* length 2 less one for every choice without a switch: 00 is below, as is 0 with length 1 ≥ 2 - 0? no */
    CHECK_TEXT(play(2, 3, "<3,pl,ncs,F,0,1>", ""), "0 00 01 010 011 1 10 100 101 11 ");
    /* switches and choices without them: the length but for the first decision */
    CHECK_TEXT(play(2, 3, "<1,cs,ncs,F,0,1>", ""), "0 00 01 1 10 11 ");
}

/* L·f is compared as a real number; the first path runs to completion. */
static void first_path(void)
{
    CHECK_TEXT(play(2, 3, "<L*0.33,pl,d,F,0,1>", ""), "0 00 000 1 ");       /* 0.99: only the root is above */
    CHECK_TEXT(play(2, 3, "<L*0.34,pl,d,F,0,1>", ""), "0 00 000 01 1 10 11 "); /* 1.02: so is depth 1 */
    CHECK_TEXT(play(2, 3, "<L*1,pl,d,F,0,1>", ""), "0 00 000 001 01 010 011 1 10 100 101 11 110 111 ");
}

/* How many of the three threads of a state with a given path before it are tried, for certain. */
static void ratios(void)
{
    /* 1-d/c: always turns back from depth c on */
    CHECK_TEXT(play(2, 3, "<0,pl,d,F,1-d/2,1>", ""), "0 00 01 1 10 11 ");
    /* 1-r/c: never explores a third decision of one thread in a row */
    CHECK_TEXT(play(2, 3, "<0,pl,d,F,1-r/2,1>", ""), "0 00 01 010 011 1 10 100 101 11 ");
    /* c^r is 1 at the root */
    CHECK_TEXT(play(2, 2, "<0,pl,d,F,0^r,1>", "----"), "0 1 ");
    /* a ratio at or above 1 never turns back: 0.75·1.5 after a switch */
    CHECK_TEXT(play(2, 3, "<2,pl,d,F,0.75,1.5>", "--------"), "0 00 01 010 011 1 10 100 101 11 ");
    /* two ratios: the next transition stays in its thread (0), or not (1) */
    CHECK_TEXT(play(2, 3, "<1,pl,d,F,0|1,1>", ""), "0 1 10 ");
    CHECK_TEXT(play(2, 3, "<1,pl,d,F,1|0,1>", ""), "0 00 000 1 ");
}

/* The i-th transition of a state is explored with the probability R^i: chi-square over 20,000 runs. */
static void probabilities(void)
{
    enum { RUNS = 20000 };
    static const struct {
        const char *tuple;
        double      R;
    } cases[] = {{"<0,pl,d,F,0.50,1>", 0.5}, {"<0,pl,d,F,0.75,1>", 0.75}, {"<0,pl,d,F,0.90,1>", 0.9}};
    for (unsigned k = 0; k < 3; k++) {
        unsigned explored[WIDTH + 1] = {0}; /* runs in which exactly so many transitions were */
        double chi = 0, R = cases[k].R;
        for (unsigned i = 0; i < RUNS; i++) {
            run_tree(WIDTH, 1, false, cases[k].tuple, (struct search_config){.seed = i, .rb_paper = true});
            explored[counters.transitions]++;
        }
        for (unsigned i = 0; i <= WIDTH; i++) {
            double expected = RUNS * pow(R, i) * (i < WIDTH ? 1 - R : 1);
            chi += (explored[i] - expected) * (explored[i] - expected) / expected;
        }
        CHECK(chi < 16.27); /* three degrees of freedom, one in a thousand */
    }
}

/* --- what is covered ----------------------------------------------------------------------------------------------------- */

static void coverage(void)
{
    CHECK_EQ(run_tree(2, 8, true, "<3,pl,d,F,0,1>", (struct search_config){0}), WIRE_PARTIAL);
    CHECK_TEXT(message, "all states to depth 3");
    CHECK_EQ(run_tree(2, 8, false, "<3,cs,d,F,0,1>", (struct search_config){0}), WIRE_PARTIAL);
    CHECK_TEXT(message, "all states within 2 context switches");
    CHECK_EQ(run_tree(2, 8, true, "<3,cs,ncs,F,0,1>", (struct search_config){0}), WIRE_PARTIAL);
    CHECK_TEXT(message, "all states to depth 4");
    CHECK_EQ(run_tree(2, 8, true, "<3,pl,ncs,F,0,1>", (struct search_config){0}), WIRE_PARTIAL);
    CHECK_TEXT(message, "all states to depth 3, where a choice without a context switch counts twice");
    CHECK_EQ(run_tree(2, 8, true, "<3,pl,d,F,0,1>", (struct search_config){.rb_paper = true}), WIRE_PARTIAL);
    CHECK_TEXT(message, "");
    CHECK_EQ(run_tree(2, 8, true, "<8,pl,d,F,0,1>", (struct search_config){0}), WIRE_COMPLETE);
    /* the claim is that of the last iteration that came to its end */
    CHECK_EQ(run_tree(2, 8, false, "<I:2-4-6,pl,d,F,0,1>", (struct search_config){.rb_states = 40}), WIRE_PARTIAL);
    CHECK_TEXT(message, "all states to depth 4");
    CHECK_EQ(counters.rounds, 3);
    CHECK_EQ(counters.earlier + counters.states, 7 + 31 + 40);
    CHECK_EQ(run_tree(2, 3, false, "<I:1-3-9,pl,d,F,0,1>", (struct search_config){0}), WIRE_COMPLETE);
    CHECK_EQ(counters.rounds, 2);
    /* with a bound */
    struct search_config c = {.bounds = {{&bound_preemptions, 2, 0, 0}}};
    CHECK_EQ(run_tree(2, 8, true, "<3,pl,d,F,0,1>", c), WIRE_PARTIAL);
    CHECK_TEXT(message, "all states to depth 3 and within 2 preemptions");
}

/* --- configurations ------------------------------------------------------------------------------------------------------ */

static void all_configurations(void)
{
    unsigned wrong = 0;
    char text[RB_TEXT], again[RB_TEXT], why[80];
    for (unsigned i = 0; i < RB_CONFIGURATIONS; i++) {
        struct rb_tuple c = rb_configuration(i), parsed;
        rb_print(&c, text, sizeof text);
        wrong += !rb_parse(text, &parsed, why, sizeof why) || memcmp(&parsed, &c, sizeof c) != 0;
        rb_print(&parsed, again, sizeof again);
        wrong += strcmp(text, again) != 0;
        enum wire_verdict verdict = run_tree(2, 7, i % 2, text, (struct search_config){.seed = i, .rb_states = 200});
        wrong += verdict != WIRE_PARTIAL && verdict != WIRE_COMPLETE;
        wrong += verdict == WIRE_COMPLETE && counters.states != (i % 2 ? 36 : 255);
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(RB_CONFIGURATIONS, 7920);
    rb_print(&(struct rb_tuple){0}, text, 5);
    CHECK(strlen(text) < 5);
}

static void first_and_last(void)
{
    char text[RB_TEXT];
    struct rb_tuple c = rb_configuration(0);
    rb_print(&c, text, sizeof text);
    CHECK_TEXT(text, "<5,pl,d,F,0.50,1>");
    c = rb_configuration(RB_CONFIGURATIONS - 1);
    rb_print(&c, text, sizeof text);
    CHECK_TEXT(text, "<I,cs,ncs,Lb,0.95^r,1.5>");
}

static void spellings(void)
{
    static const char *const same[][2] = {
        {"I,pl,d,Lb,0.75,1.5", "<I,pl,d,Lb,0.75,1.5>"},
        {" < L\302\2670.25 , cs, ncs, R, 0.9^r, 1.0 > ", "<L*0.25,cs,ncs,R,0.90^r,1>"},
        {"<I:5-10-20-50-100,pl,d,F,1 - d/100,1.2>", "<I,pl,d,F,1-d/100,1.2>"},
        {"<I:7-9,pl,d,F,1-r/3,1>", "<I:7-9,pl,d,F,1-r/3,1>"},
        {"<1500,pl,d,Lb,0.123456,1.000001>", "<1500,pl,d,Lb,0.123456,1.000001>"},
        {"<5,pl,d,F,0.5|1-r/4,1>", "<5,pl,d,F,0.50|1-r/4,1>"},
        {"<0,pl,d,F,1,1>", "<0,pl,d,F,1.00,1>"},
        {"H,pl,d,R,0.9,1", "<H,pl,d,R,0.90,1>"},
        {"D:50,pl,d,R,n,1", "<D:50,pl,d,R,n,1>"},
        {"D:1000000000,cs,d,R,n|0.5,1", "<D:1000000000,cs,d,R,n|0.50,1>"},
    };
    static const char *const wrong[] = {"", "<", "<5>", "<5,pl,d,F,0.5>", "<5,xx,d,F,0.5,1>", "<5,pl,x,F,0.5,1>", "<5,pl,d,X,0.5,1>",
        "<5,pl,d,F,1.5,1>", "<5,pl,d,F,1-d/0,1>", "<5,pl,d,F,1-x/2,1>", "<5,pl,d,F,1.2^r,1>", "<5,pl,d,F,0.5,1>>", "<5,pl,d,F,0.5,1",
        "<L,pl,d,F,0.5,1>", "<H*2,pl,d,F,0.5,1>", "<I:,pl,d,F,0.5,1>", "<I:9-5,pl,d,F,0.5,1>", "<-5,pl,d,F,0.5,1>",
        "<99999999999,pl,d,F,0.5,1>", "<5,pl,d,F,0.1234567,1>",
        "<I:1-2-3-4-5-6-7-8-9-10-11-12-13-14-15-16-17,pl,d,F,0.5,1>", "<5,pl,d,F,0.5|,1>", "<D,pl,d,F,0.5,1>",
        "<D:0,pl,d,F,0.5,1>", "<D:5-7,pl,d,F,0.5,1>", "<5,pl,d,F,n^r,1>"};
    char text[RB_TEXT], why[80];
    struct rb_tuple c;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        CHECK(rb_parse(same[i][0], &c, why, sizeof why));
        rb_print(&c, text, sizeof text);
        CHECK_TEXT(text, same[i][1]);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(!rb_parse(wrong[i], &c, why, sizeof why));
        CHECK(strncmp(why, "expected ", 9) == 0);
    }
}

static void sequences(void)
{
    static const uint64_t first[] = {1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1};
    static const uint64_t walsh_first[] = {1000, 1414, 2000, 2828, 4000, 5656, 8000};
    for (unsigned i = 0; i < 16; i++)
        CHECK_EQ(luby(i + 1), first[i]);
    for (unsigned n = 1; n < 40; n++)
        CHECK_EQ(luby(((uint64_t)1 << n) - 1), (uint64_t)1 << (n - 1));
    for (unsigned i = 0; i < 7; i++)
        CHECK_EQ(walsh(1000, i), walsh_first[i]);
    CHECK_EQ(walsh(5, 1000), INT64_MAX);
}

static void same_seed_same_run(void)
{
    struct search_config c = {.seed = 7, .order = &order_random};
    run_tree(3, 6, true, "<2,pl,d,R,0.75^r,1.1>", c);
    struct wire_counters first = counters;
    run_tree(3, 6, true, "<2,pl,d,R,0.75^r,1.1>", c);
    CHECK(first.states == counters.states && first.transitions == counters.transitions && first.jumps == counters.jumps);
    unsigned different = 0;
    for (c.seed = 8; c.seed < 18; c.seed++) {
        run_tree(3, 6, true, "<2,pl,d,R,0.75^r,1.1>", c);
        different += first.transitions != counters.transitions;
    }
    CHECK(different > 5);
}

/* Restart number i ends after its share, forgets what was visited and goes on with other random numbers. */
static void restarts(void)
{
    struct search_config c = {.order = &order_random, .restarts = RESTARTS_LUBY, .restart_states = 10, .max_states = 100};
    CHECK_EQ(run_tree(3, 6, false, NULL, c), WIRE_LIMIT_STATES);
    CHECK_EQ(counters.earlier + counters.states, 100);
    CHECK_EQ(counters.rounds, 7); /* 10 10 20 10 10 20 20 (of 40) */
    c.restarts = RESTARTS_FIXED;
    CHECK_EQ(run_tree(3, 6, false, NULL, c), WIRE_LIMIT_STATES);
    CHECK_EQ(counters.rounds, 10);
    c.restarts = RESTARTS_WALSH; /* 10 14 20 28 28 (of 40) */
    CHECK_EQ(run_tree(3, 6, false, NULL, c), WIRE_LIMIT_STATES);
    CHECK_EQ(counters.rounds, 5);
    c.restart_states = 1;
    c.max_states = 0;
    CHECK_EQ(run_tree(2, 4, false, NULL, c), WIRE_COMPLETE); /* in the end one is long enough */
    CHECK_EQ(counters.states, 31);
}

static unsigned runs_told;
static uint64_t run_states[50];

static void ran(void *host, uint64_t number, const struct wire_run *run)
{
    (void)host;
    CHECK_EQ(run->seed, 5 + number);
    run_states[number] = run->states;
    runs_told++;
}

/* Each of several runs is the run with its seed. */
static void runs(void)
{
    static struct wire_decision path[PATH];
    static struct rb_tuple rb;
    struct tree tree = {.width = 3, .height = 6};
    struct lts lts = lts_of(&tree);
    uint64_t path_count;
    char why[80];
    struct search_report report = {.counters = &counters, .path = path, .path_count = &path_count, .path_capacity = PATH, .found = found,
                                   .ran = ran};
    rb_parse("<2,pl,d,R,0.75,1>", &rb, why, sizeof why);
    saved_count = 0;
    CHECK_EQ(search_run(&engine, &(struct search_config){.lts = &lts, .search = &search_dfs, .rb = &rb, .seed = 5, .runs = 50}, &report),
             WIRE_PARTIAL);
    CHECK_EQ(runs_told, 50);
    for (unsigned i = 0; i < 50; i += 7) {
        run_tree(3, 6, false, "<2,pl,d,R,0.75,1>", (struct search_config){.seed = 5 + i});
        CHECK_EQ(counters.states, run_states[i]);
    }
}

int main(void)
{
    if (!engine_open(&engine))
        return 1;
    TEST(sequences);
    TEST(spellings);
    TEST(first_and_last);
    TEST(all_configurations);
    TEST(fixed_jumps);
    TEST(random_jumps);
    TEST(first_form);
    TEST(by_choice);
    TEST(of_the_program);
    TEST(luby_jumps);
    TEST(thresholds);
    TEST(first_path);
    TEST(ratios);
    TEST(probabilities);
    TEST(coverage);
    TEST(same_seed_same_run);
    TEST(restarts);
    TEST(runs);
    engine_close(&engine);
    return check_status();
}
