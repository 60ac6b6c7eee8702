/* test_summary.c - sets of events: those that are put together against plain arrays, and what is interned. */
/* sources: src/reduce/events/summary.c src/base/rng.c src/base/reserve.c src/base/raw.c */
#include <string.h>

#include "base/rng.h"
#include "check.h"
#include "reduce/events/summary.h"

enum { RANGE = 1024, SETS = 1200, FEW = 3 };

static struct rng rng;
static uint64_t words[2][EVENT_WORDS];

static struct events empty(unsigned which)
{
    return (struct events){words[which], 0, false};
}

static void fill(struct events *set, bool has[RANGE], unsigned most)
{
    memset(has, 0, RANGE * sizeof *has);
    for (unsigned i = 0; i < FEW; i++) {
        event e = (event)rng_below(&rng, most);
        events_add(set, e);
        has[e] = true;
    }
}

static bool is(const struct events *set, const bool has[RANGE])
{
    for (uint32_t e = 0; e < RANGE; e++)
        if ((e / 64 < set->words && (set->word[e / 64] >> e % 64 & 1)) != has[e])
            return false;
    return true;
}

static void sets_that_grow(void)
{
    static bool first[RANGE], second[RANGE];
    for (unsigned i = 0; i < 300; i++) {
        struct events a = empty(0), b = empty(1);
        memset(words, 0xff, sizeof words); /* what is not in use need not be 0 */
        fill(&a, first, i % 3 ? 200 : RANGE);
        fill(&b, second, i % 2 ? 70 : RANGE);
        CHECK(is(&a, first) && is(&b, second));
        events_join(&a, &b);
        for (uint32_t e = 0; e < RANGE; e++)
            first[e] |= second[e];
        CHECK(is(&a, first) && is(&b, second) && !a.all);
        b.all = true;
        events_join(&a, &b);
        CHECK(a.all);
    }
}

static void those_of_some_threads(void)
{
    event of_thread[MAX_THREADS];
    static bool has[RANGE];
    for (unsigned i = 0; i < 300; i++) {
        struct events a = empty(0);
        threadset threads = rng_next(&rng) & rng_next(&rng);
        memset(words, 0xff, sizeof words);
        memset(has, 0, sizeof has);
        for (tid t = 0; t < MAX_THREADS; t++) {
            of_thread[t] = (event)rng_below(&rng, i % 2 ? 64 : RANGE);
            has[of_thread[t]] |= threadset_has(threads, t);
        }
        events_add_each(&a, of_thread, threads);
        CHECK(is(&a, has));
    }
}

/* Equal sets have equal numbers, however they were made, and others have not. */
static void equal_numbers(void)
{
    static bool has[RANGE], known[SETS][300];
    static summary number[SETS];
    struct summaries *s = summaries_open(false);
    for (unsigned i = 0; i < SETS; i++) {
        struct events a = empty(0);
        fill(&a, has, 300);
        events_widen(&a, 20); /* words of 0 at the end make no difference */
        memcpy(known[i], has, sizeof known[i]);
        number[i] = summary_of_events(s, &a);
        struct events again = summary_events(s, number[i]);
        CHECK(is(&again, has) && again.words <= 5);
        for (unsigned j = 0; j < i; j++)
            CHECK((number[i] == number[j]) == (memcmp(known[i], known[j], sizeof known[i]) == 0));
    }
    for (unsigned i = 0; i + 1 < SETS; i++) {
        struct events a = empty(0), x = summary_events(s, number[i]), y = summary_events(s, number[i + 1]);
        events_join(&a, &x);
        events_join(&a, &y);
        CHECK_EQ(summary_union(s, number[i], number[i + 1]), summary_of_events(s, &a));
    }
    summaries_close(s);
}

static void lists(void)
{
    struct summaries *s = summaries_open(false);
    const event up[] = {3, 70, 200}, down[] = {200, 3, 70, 70};
    struct events a = empty(0);
    for (unsigned i = 0; i < 3; i++)
        events_add(&a, up[i]);
    CHECK_EQ(summary_of(s, up, 3), summary_of(s, down, 4));
    CHECK_EQ(summary_of(s, up, 3), summary_of_events(s, &a));
    CHECK_EQ(summary_add(s, summary_of(s, up, 2), 200), summary_of_events(s, &a));
    summaries_close(s);
}

static void empty_and_all(void)
{
    struct summaries *s = summaries_open(false);
    const event some[] = {1, 2};
    struct events a = empty(0);
    CHECK_EQ(summary_of_events(s, &a), SUMMARY_EMPTY);
    events_widen(&a, 3);
    CHECK_EQ(summary_of_events(s, &a), SUMMARY_EMPTY);
    CHECK_EQ(summary_events(s, SUMMARY_EMPTY).words, 0);
    a.all = true;
    CHECK_EQ(summary_of_events(s, &a), SUMMARY_ALL);
    CHECK(summary_events(s, SUMMARY_ALL).all && !summary_events(s, SUMMARY_EMPTY).all);
    CHECK_EQ(summary_union(s, SUMMARY_ALL, summary_of(s, some, 2)), SUMMARY_ALL);
    CHECK_EQ(summary_union(s, SUMMARY_EMPTY, summary_of(s, some, 2)), summary_of(s, some, 2));
    summaries_clear(s);
    CHECK_EQ(summary_of(s, some, 2), SUMMARY_ALL + 1);
    summaries_close(s);
}

/* As many as states of a large search have. */
static void millions(void)
{
    enum { MANY = (4 << 20) + (1 << 17) };
    struct summaries *s = summaries_open(false);
    struct events a = empty(0);
    events_widen(&a, 1);
    for (uint64_t i = 1; i <= MANY; i++) {
        a.word[0] = i;
        CHECK_EQ(summary_of_events(s, &a), SUMMARY_ALL + i);
    }
    for (uint64_t i = MANY; i > 0; i -= 1 << 10) {
        a.word[0] = i;
        CHECK_EQ(summary_of_events(s, &a), SUMMARY_ALL + i);
    }
    CHECK_EQ(summaries_lacked(s), 0);
    summaries_clear(s);
    a.word[0] = MANY;
    CHECK_EQ(summary_of_events(s, &a), SUMMARY_ALL + 1);
    summaries_close(s);
}

int main(void)
{
    rng_seed(&rng, 1);
    TEST(sets_that_grow);
    TEST(those_of_some_threads);
    TEST(equal_numbers);
    TEST(lists);
    TEST(empty_and_all);
    TEST(millions);
    return check_status();
}
