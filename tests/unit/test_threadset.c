/* test_threadset.c - sets of threads, against an array of flags. test_threadset_wide.c is the same for the wide ones. */
#include "model/threadset.h"

#include <stdlib.h>

#include "../check.h"

struct flags {
    bool has[MAX_THREADS];
};

/* Some of few members, some of many. */
static threadset draw(struct flags *f)
{
    threadset s = NO_THREADS;
    int most = rand() % 2 ? MAX_THREADS : 4, shift = rand() % MAX_THREADS;
    *f = (struct flags){0};
    for (int i = 0; i < most; i++) {
        tid t = (tid)(rand() % 3 ? rand() % MAX_THREADS : (shift + i) % MAX_THREADS);
        if (rand() % 2)
            continue;
        s |= threadset_of(t);
        f->has[t] = true;
    }
    return s;
}

static bool is(threadset s, const struct flags *f)
{
    tid t = 0;
    while (t < MAX_THREADS && threadset_has(s, t) == f->has[t])
        t++;
    return t == MAX_THREADS;
}

static void measures_agree(threadset s, const struct flags *f)
{
    unsigned count = 0, span = 0, first = MAX_THREADS;
    for (tid t = 0; t < MAX_THREADS; t++) {
        count += f->has[t];
        span = f->has[t] ? t + 1 : span;
        first = f->has[t] && first == MAX_THREADS ? t : first;
    }
    CHECK(threadset_size(s) == count && threadset_span(s) == span && threadset_any(s) == (count > 0));
    CHECK(threadset_several(s) == (count > 1));
    CHECK(count == 0 || threadset_first(s) == first);
    CHECK(count == 0 || threadset_equal(threadset_lowest(s), threadset_of(first)));
    CHECK(count == 0 || threadset_equal(threadset_rest(s), s & ~threadset_of(first)));
}

static void those_below_agree(tid t)
{
    struct flags below = {0};
    for (tid u = 0; u < t; u++)
        below.has[u] = true;
    CHECK(is(threadset_below(t), &below));
}

static void walks_agree(threadset s, const struct flags *f)
{
    struct flags seen = {0};
    unsigned before = 0, count = 0;
    bool ascending = true;
    THREADSET_EACH(t, s) {
        ascending &= count++ == 0 || t > before;
        seen.has[before = t] = true;
    }
    CHECK(ascending && count == threadset_size(s) && is(s, &seen) && is(s, f));
    struct thread_words words = threadset_pack(s);
    CHECK(threadset_equal(threadset_unpack(&words), s));
    for (tid t = 0; t < MAX_THREADS; t++)
        CHECK((words.word[t / 64] >> t % 64 & 1) == f->has[t]);
}

static void pairs_agree(threadset a, const struct flags *f, threadset b, const struct flags *g)
{
    struct flags both, either, without;
    bool same = true, meet = false;
    for (tid t = 0; t < MAX_THREADS; t++) {
        both.has[t] = f->has[t] && g->has[t];
        either.has[t] = f->has[t] || g->has[t];
        without.has[t] = f->has[t] && !g->has[t];
        same &= f->has[t] == g->has[t];
        meet |= both.has[t];
    }
    CHECK(is(a & b, &both) && is(a | b, &either) && is(a & ~b, &without));
    CHECK(threadset_equal(a, b) == same && threadset_equal(a, a) && threadset_meet(a, b) == meet);
    CHECK(threadset_equal(threadset_if(true, a), a) && !threadset_any(threadset_if(false, a)));
}

static void sets_are_flags(void)
{
    srand(1);
    for (int i = 0; i < 3000; i++) {
        struct flags f, g;
        threadset a = draw(&f), b = draw(&g);
        measures_agree(a, &f);
        those_below_agree((tid)(rand() % MAX_THREADS));
        walks_agree(a, &f);
        pairs_agree(a, &f, b, &g);
    }
}

static void ends(void)
{
    CHECK(threadset_size(ALL_THREADS) == MAX_THREADS && threadset_size(NO_THREADS) == 0 && threadset_span(NO_THREADS) == 0);
    CHECK(!threadset_any(threadset_rest(NO_THREADS)) && threadset_first(~ALL_THREADS | threadset_of(MAX_THREADS - 1)) == MAX_THREADS - 1);
    THREADSET_EACH(t, NO_THREADS)
        CHECK(t > MAX_THREADS);
    unsigned count = 0;
    THREADSET_EACH(t, ALL_THREADS) {
        if (t == 3)
            break;
        count++;
    }
    CHECK(count == 3);
}

int main(void)
{
    TEST(sets_are_flags);
    TEST(ends);
    return check_status();
}
