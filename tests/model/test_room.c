/* test_room.c - where there is no memory for what `sum` knows of the path it takes it that everything can occur: it loses nothing, and
 * reduces less. Where there is none for states that are not finished the search ends. */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/property/ tests/toy/ */
/* sources: src/reduce/despor.c src/reduce/despor_stateless.c src/reduce/dlspor.c src/reduce/dlspor_stateless.c */
/* sources: src/reduce/below.c src/reduce/components.c src/reduce/despor_below.c src/reduce/dlspor_below.c */
/* sources: src/reduce/dpor.c */
/* sources: src/reduce/dpor_stateful.c src/reduce/execution.c */
/* sources: src/reduce/events/foreign.c src/reduce/frame.c src/reduce/graph.c src/reduce/events/labels.c src/reduce/none.c */
/* sources: src/reduce/optimal.c */
/* sources: src/reduce/reductions.c */
/* sources: src/reduce/safe_set.c src/reduce/sleep.c src/reduce/source.c src/reduce/source_sets.c src/reduce/spor.c */
/* sources: src/reduce/events/summary.c src/reduce/events/operation_labels.c src/reduce/sum_memory.c src/reduce/unread.c */
#include "reduce/sum.c"

#include "check.h"
#include "oracle.h"
#include "toy_parse.h"
#include "toy_random.h"

enum { PROGRAMS = 120, MOST_STATES = 1000 };

static size_t room, whole; /* bytes for the sets of the path */

static void *open_cramped(uint64_t max_nodes)
{
    struct sum *s = sum_open(max_nodes);
    whole = s->word_bytes;
    s->word_bytes = room;
    return s;
}

static void close_cramped(void *self)
{
    ((struct sum *)self)->word_bytes = whole;
    sum_close(self);
}

static const struct reduction cramped = {
    .is = &(const struct reduction_kind){.name = "sum without room"},
    .open = open_cramped, .close = close_cramped,
    .needs = NEEDS_DEPTH_FIRST | NEEDS_EVERYTHING | NEEDS_TAGS, .keeps = KEEPS_FAULTS,
    .memory = &sum_memory,
    .reset = sum_reset, .likely = likely, .enter = enter, .more = more, .prefer = prefer,
    .performing = performing, .arrived = arrived, .foreseen = foreseen, .tried = tried, .leave = leave,
};

/* States with the reduction; the program is one that the oracle has finished with. */
static uint64_t states_with(const struct reduction *r, const struct toy_program *p, const struct oracle_result *all)
{
    struct oracle_search search = {.name = r->is->name, .driver = &search_dfs, .reduction = r};
    struct oracle_result some;
    bool more;
    oracle_run(&search, p, 20 * MOST_STATES, &some);
    CHECK(some.finished && (oracle_lost(p, all, &some, &more) & KEEPS_FAULTS) == 0 && !more);
    uint64_t states = some.states;
    oracle_free(&some);
    return states;
}

static void compare(const char *class)
{
    struct rng rng;
    uint64_t roomy = 0, narrow = 0;
    rng_seed(&rng, 1);
    for (unsigned i = 0; i < PROGRAMS; i++) {
        struct toy_program p;
        struct oracle_result all;
        toy_random(&p, toy_class_find(class), &rng);
        oracle_run(&oracle_plain, &p, MOST_STATES, &all);
        if (all.finished) {
            roomy += states_with(&reduction_sum, &p, &all);
            narrow += states_with(&cramped, &p, &all);
        }
        oracle_free(&all);
    }
    CHECK(narrow > roomy);
}

static void some_room(void)
{
    room = 6 * sizeof(uint64_t);
    compare("lock-deadlock");
    compare("mix-cyclic");
    compare("mix-all");
}

static void no_room(void)
{
    room = 0;
    compare("condvar");
    compare("mix-acyclic");
    compare("mix-all");
}

/* A program of one component, so that all of its states are open at once. */
static const char circles[] = "loop { x = 0; x = 1 } || loop { y = 0; y = 1 } || loop { z = 0; z = 1 }";

static void *open_few_states(uint64_t max_nodes)
{
    struct sum *s = sum_open(max_nodes);
    s->components.room = 5;
    return s;
}

static void no_room_for_open_states(void)
{
    static struct reduction few;
    struct oracle_search search = {.name = "few open states", .driver = &search_dfs, .reduction = &reduction_sum};
    struct toy_program p;
    struct oracle_result r;
    toy_parse(circles, &p);
    oracle_run(&search, &p, MOST_STATES, &r);
    CHECK_EQ(r.verdict, WIRE_COMPLETE);
    oracle_free(&r);
    few = reduction_sum;
    few.open = open_few_states;
    search.reduction = &few;
    oracle_run(&search, &p, MOST_STATES, &r);
    CHECK_EQ(r.verdict, WIRE_LIMIT_MEMORY);
    oracle_free(&r);
}

int main(void)
{
    TEST(some_room);
    TEST(no_room);
    TEST(no_room_for_open_states);
    return check_status();
}
