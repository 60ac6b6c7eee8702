/* test_hunt_corpus.c - schedules that `mazurka hunt --strategy=rff` keeps, and what it makes of them. */
/* sources: src/apps/hunt/hunt_corpus.c src/apps/hunt/hunt_segments.c src/base/rng.c */
/* sources: src/tool/cli/options.c src/tool/cli/util.c src/tool/cli/subprocess.c src/tool/cli/printable.c */
#include <stdlib.h>

#include "apps/hunt/hunt_corpus.h"

#include "check.h"

enum { DRAWS = 200, ROOM = 100 };

/* Thread 0 makes 4 decisions, thread 1 makes 6, and thread 0 goes on to its end. */
static void run_once(struct hunt_wire *w, unsigned pair)
{
    w->pairs[pair / 32] = 1u << (pair % 32);
    w->record[0] = (struct hunt_record){.event = HUNT_SWITCH, .from = 0, .thread = 1, .own = 4, .from_state = HUNT_IS_READY};
    w->record[1] = (struct hunt_record){.event = HUNT_BACK, .thread = 1};
    w->record[2] = (struct hunt_record){.event = HUNT_SWITCH, .from = 1, .thread = 0, .own = 6, .from_state = HUNT_IS_BLOCKED};
    w->records = 3;
}

static void check_segments(const struct hunt_wire *w)
{
    struct segment at[4];
    CHECK(hunt_segments(w->record, w->records, at) == 3);
    CHECK(at[0].thread == 0 && at[0].own == 4 && at[0].preempted);
    CHECK(at[1].thread == 1 && at[1].own == 6 && !at[1].preempted);
    CHECK(at[2].thread == 0 && at[2].own == UINT64_MAX);
}

/* Cut within each of the segments, and with the second one earlier. */
static void check_draws(struct rng *r)
{
    struct hunt_record script[ROOM];
    bool cut_first = false, cut_second = false, second_early = false;
    for (int i = 0; i < DRAWS; i++) {
        size_t count = hunt_corpus_draw(r, script);
        CHECK(count >= 1 && count <= 5);
        CHECK(script[0].thread == 0 && script[0].own <= 4);
        cut_first |= count == 1 && script[0].own < 4;
        cut_second |= count == 2 && script[0].own == 4 && script[1].thread == 1 && script[1].own < 6;
        second_early |= count > 2 && script[0].own < 4 && script[1].thread == 1 && script[1].own == 6 && script[2].thread == 0;
    }
    CHECK(cut_first && cut_second && second_early);
}

static void keeps_what_is_new(void)
{
    struct hunt_wire *w = calloc(1, sizeof *w);
    struct hunt_record script[ROOM];
    struct rng r;
    rng_seed(&r, 1);
    CHECK(hunt_corpus_draw(&r, script) == 0);
    run_once(w, 77);
    check_segments(w);
    hunt_corpus_learn(w);
    check_draws(&r);
    w->records = 1; /* another schedule without anything new is not kept */
    w->record[0].own = 50;
    hunt_corpus_learn(w);
    check_draws(&r);
    free(w);
}

int main(void)
{
    TEST(keeps_what_is_new);
    return check_status();
}
