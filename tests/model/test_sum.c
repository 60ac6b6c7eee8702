/* test_sum.c - what the sleep sets of `sum` rest on, taken away one by one: each time the oracle notices a loss, on programs on which
 * `sum` as it is loses nothing. */
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
/* compile: -O2 -DLONG_RUN=20 */
#include "reduce/sum.c"

#include "check.h"
#include "oracle.h"
#include "toy_parse.h"
#include "toy_random.h"

enum { PROGRAMS = 20000, MOST_STATES = 300, ENOUGH = 3 };

/* --- rules taken away --------------------------------------------------------------------------------------------------- */

static struct place *place_of(const struct reducing *r)
{
    return &((struct sum *)r->self)->places[r->depth];
}

/* A state inherits nothing from those that sleep there. */
static void leave_without(struct reducing *r)
{
    place_of(r)->slept = 0;
    leave(r);
}

/* Nothing where no thread that was tried is the basis of a closure. */
static void leave_full_without(struct reducing *r)
{
    struct place *p = place_of(r);
    if (threadset_equal(p->based, p->slept))
        p->slept = 0;
    leave(r);
}

/* What is known so far of a state that is not finished is taken for all. */
static threadset enter_as_closed(struct reducing *r)
{
    threadset parks = enter(r);
    struct sum *s = r->self;
    visited_set_tag(r->visited, TAG_CLOSED | summary_of_events(s->frames.summaries, &place_of(r)->below));
    return parks;
}

/* A thread sleeps although what lies below it is not finished. */
static void tried_unfinished(struct reducing *r, tid t)
{
    struct sum *s = r->self;
    struct place *p = place_of(r);
    bool unfinished = p->at.open, parked = threadset_has(frame_at(&s->frames, r)->parked, t);
    summary after = summary_of_events(s->frames.summaries, &p->after);
    tried(r, t);
    if (unfinished && !parked) {
        p->asleep |= threadset_of(t);
        p->carried[t] = after;
    }
}

/* --- are they noticed? ---------------------------------------------------------------------------------------------------- */

static bool loses(const struct reduction *reduction, const struct toy_program *p)
{
    struct oracle_search search = {.name = reduction->is->name, .driver = &search_dfs, .reduction = reduction};
    struct oracle_result all, some;
    bool more = false;
    uint32_t lost = 0;
    oracle_run(&oracle_plain, p, MOST_STATES, &all);
    if (all.finished) {
        oracle_run(&search, p, 20 * MOST_STATES, &some);
        lost = oracle_lost(p, &all, &some, &more) & reduction->keeps;
        CHECK(!more);
        oracle_free(&some);
    }
    oracle_free(&all);
    return lost != 0;
}

static bool only_this_loses(const struct reduction *wrong, const struct toy_program *p)
{
    bool lost = loses(wrong, p);
    CHECK(!lost || !loses(&reduction_sum, p));
    return lost;
}

/* On this program, and on random ones of the class. */
static void notice(const struct reduction *wrong, const char *program, const char *class)
{
    struct toy_program p;
    struct rng rng;
    unsigned noticed = 0;
    toy_parse(program, &p);
    CHECK(only_this_loses(wrong, &p));
    rng_seed(&rng, 1);
    for (unsigned i = 0; i < PROGRAMS && noticed < ENOUGH; i++) {
        toy_random(&p, toy_class_find(class), &rng);
        noticed += only_this_loses(wrong, &p);
    }
    CHECK_EQ(noticed, ENOUGH);
}

static struct reduction wrong(const char *name)
{
    static struct reduction_kind kinds[8];
    static unsigned count;
    struct reduction r = reduction_sum;
    kinds[count].name = name;
    r.is = &kinds[count++];
    return r;
}

static void nothing_is_inherited(void)
{
    struct reduction r = wrong("nothing inherited");
    r.leave = leave_without;
    notice(&r, "r = x; if r { z = 1 } || r = z || x = 1", "nolock");
}

static void full_states_inherit_nothing(void)
{
    struct reduction r = wrong("nothing inherited where all is expanded");
    r.leave = leave_full_without;
    notice(&r, "lock m; y = 1 || y = 0; await x; lock m || x = 1", "spin+locks");
}

static void open_is_taken_for_closed(void)
{
    struct reduction r = wrong("open taken for closed");
    r.enter = enter_as_closed;
    notice(&r, "r = x; assert r != 1 || x = 1; loop { y = 1 }", "spin");
}

static void unfinished_threads_sleep(void)
{
    struct reduction r = wrong("unfinished threads sleep");
    r.tried = tried_unfinished;
    notice(&r, "r = y || y = 1 || z = 1; await y", "spin");
}

int main(void)
{
    TEST(nothing_is_inherited);
    TEST(full_states_inherit_nothing);
    TEST(open_is_taken_for_closed);
    TEST(unfinished_threads_sleep);
    return check_status();
}
