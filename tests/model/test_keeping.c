/* test_keeping.c - a search that is ended before its time and gone on with in another process (checkpointing.h) finds what one finds
 * that explores everything: on random programs of every class, whatever they find out on the way about what is shared, and wherever it
 * was ended.
 *
 *     test_keeping [PROGRAMS [SEED]]     so many programs in all (default 200; 60 with sanitizers)
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ */
/* compile: -O2 -DLONG_RUN=20 */
/* and: sanitized */
#include "several.h"

static unsigned programs = CHECK_SANITIZED ? 60 : 200;
static uint64_t seed = 1;

static const struct reduction *const reduced[] = {&reduction_sum, &reduction_sum_plain, &reduction_sum_sleep};
enum { REDUCED = sizeof reduced / sizeof *reduced };

/* --- a keeper, in memory ----------------------------------------------------------------------------------------------- */

enum { ROOM = 1 << 14, MOST_BYTES = 64 << 20, MOST_GROUPS = 4096 };

static struct kept {
    _Alignas(64) char buffer[ROOM];
    _Alignas(64) char log[MOST_BYTES];
    size_t   used, end[MOST_GROUPS];    /* of the log; where groups of records end */
    uint32_t found[MOST_GROUPS];        /* by then */
    unsigned groups;
    size_t   next;                      /* to be handed out: of the log */
    unsigned upto;                      /* group */
    unsigned pass;                      /* first knowledge, then the rest */
} *kept;

static bool keep(void *self, size_t bytes, bool whole)
{
    (void)self;
    if (kept->used + bytes > MOST_BYTES || kept->groups == MOST_GROUPS)
        return false;
    memcpy(kept->log + kept->used, kept->buffer, bytes);
    kept->used += bytes;
    if (whole) {
        kept->found[kept->groups] = shared->found;
        kept->end[kept->groups++] = kept->used;
    }
    return true;
}

static const struct record *kept_at(size_t at)
{
    return (const struct record *)(kept->log + at);
}

/* Where the last search of those that were kept begins. */
static size_t last_beginning(size_t end)
{
    size_t found = 0;
    for (size_t at = 0; at < end; at += record_length(kept_at(at)))
        found = kept_at(at)->kind == RECORD_ANEW ? at : found;
    return found;
}

/* One record at a time. */
static size_t fetch(void *self)
{
    (void)self;
    size_t end = kept->upto ? kept->end[kept->upto - 1] : 0;
    for (;;) {
        if (kept->next >= end && kept->pass++ > 0)
            return 0;
        if (kept->next >= end) {
            kept->next = last_beginning(end);
            if (end == 0)
                return 0;
        }
        const struct record *r = kept_at(kept->next);
        kept->next += record_length(r);
        if ((r->kind == RECORD_KNOWLEDGE) != (kept->pass == 0))
            continue;
        memcpy(kept->buffer, r, sizeof *r + r->bytes);
        return record_length(r);
    }
}

static struct digest visible(void *self)
{
    (void)self;
    return (struct digest){exploring->hidden, 1};
}

static void recall(void *self)
{
    (void)self;
    shared->found = kept->found[kept->upto - 1];
}

static const struct keeper in_memory = {NULL, NULL, ROOM, keep, fetch, visible, recall, NULL, NULL, NULL};
static struct keeper mine;

/* Goes on with the first `groups` that were kept; 0: from the start. What was kept after them is gone. */
static struct outcome go_on(const struct toy_program *p, uint32_t hidden, struct search_config c, unsigned groups)
{
    kept->groups = kept->upto = groups;
    kept->used = groups ? kept->end[groups - 1] : 0;
    kept->next = groups > 1 ? kept->end[groups - 2] : 0; /* the last knowledge is all there is */
    kept->pass = 0;
    c.checkpoint_milliseconds = 1;
    c.jobs = c.jobs ? c.jobs : 1;
    c.all_faults = true;
    keeper = &mine;
    struct outcome o = explore(p, hidden, c);
    keeper = NULL;
    return o;
}

/* --- tests ------------------------------------------------------------------------------------------------------------- */

static void ended_anywhere(void)
{
    struct rng rng;
    unsigned ended = 0, restored = 0;
    rng_seed(&rng, seed);
    for (unsigned i = 0; i < programs; i++) {
        struct toy_program p;
        uint32_t hidden = i / TOY_CLASSES % 2 ? 0xff : 0;
        toy_random(&p, i % TOY_CLASSES, &rng);
        struct outcome all = explore(&p, hidden, (struct search_config){.max_states = MOST_STATES, .all_faults = true});
        if (all.ended_by != WIRE_COMPLETE || all.counters.states < 5)
            continue;
        struct search_config c = {.reduction = reduced[i % REDUCED], .jobs = 1 + i % 2};
        c.search = i % 7 ? &search_dfs : &search_auto;
        struct outcome o = {0};
        for (unsigned times = 0; times < 5 && o.ended_by != WIRE_COMPLETE; times++) {
            c.max_states = times < 4 ? 1 + (kept->groups ? o.counters.restored : 0) + rng_below(&rng, (uint32_t)all.counters.states) : 0;
            o = go_on(&p, hidden, c, times ? kept->groups : 0);
            ended += o.ended_by == WIRE_LIMIT_STATES;
            restored += o.counters.restored > 0;
        }
        CHECK_EQ(o.ended_by, WIRE_COMPLETE);
        CHECK_EQ(o.found, all.found);
    }
    CHECK(ended > programs / 10);
    CHECK(restored > programs / 20);
}

/* Ended half-way, or killed behind any group before: what was finished is not explored again. */
static void killed_anywhere(void)
{
    struct toy_program p = adders(4, CHECK_SANITIZED ? 5 : 6);
    struct search_config c = {.max_memory = 256 << 20, .reduction = &reduction_sum, .jobs = 2, .all_faults = true};
    struct outcome one = explore(&p, 0, c);
    c.max_states = one.counters.states / 2;
    CHECK_EQ(go_on(&p, 0, c, 0).ended_by, WIRE_LIMIT_STATES);
    unsigned groups = kept->groups;
    CHECK(groups > 0);
    c.max_states = 0;
    for (unsigned upto = groups; upto > 0; upto /= 4) {
        struct outcome o = go_on(&p, 0, c, upto);
        CHECK_EQ(o.ended_by, WIRE_COMPLETE);
        CHECK_EQ(o.found, one.found);
        CHECK(o.counters.restored > 0 || upto < groups);
        CHECK(o.counters.states + o.counters.restored < one.counters.states + one.counters.states / 4);
    }
}

/* What was kept of a search with another visible set is not gone by. */
static void another_visible_set(void)
{
    struct toy_program p = adders(3, 3);
    struct search_config c = {.reduction = &reduction_sum, .max_states = 40};
    struct outcome all = explore(&p, 0, (struct search_config){.all_faults = true});
    go_on(&p, 0, c, 0);
    CHECK(kept->groups > 0);
    c.max_states = 0;
    struct outcome o = go_on(&p, 0x80, c, kept->groups); /* a variable that nobody uses */
    CHECK_EQ(o.counters.restored, 0);
    CHECK_EQ(o.ended_by, WIRE_COMPLETE);
    CHECK_EQ(o.found, all.found);
}

static void refused(void)
{
    struct search_config c = {.search = &search_dfs, .checkpoint_milliseconds = 1, .reduction = &reduction_sum};
    CHECK(!search_refusal(&c));
    c.reduction = &reduction_spor;
    CHECK(search_refusal(&c) != NULL);
    c.reduction = NULL;
    CHECK(search_refusal(&c) != NULL);
    c.search = &search_pct;
    CHECK(search_refusal(&c) != NULL);
    c = (struct search_config){.search = &search_dfs, .checkpoint_milliseconds = 1, .reduction = &reduction_sum, .runs = 2};
    CHECK(search_refusal(&c) != NULL);
}

int main(int argc, char **argv)
{
    programs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : programs;
    seed = argc > 2 ? strtoul(argv[2], NULL, 10) : seed;
    kept = mmap(NULL, sizeof *kept, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (kept == MAP_FAILED || !several_open())
        return 2;
    mine = in_memory;
    mine.buffer = kept->buffer;
    TEST(refused);
    TEST(another_visible_set);
    TEST(ended_anywhere);
    TEST(killed_anywhere);
    engine_close(&engine);
    return check_status();
}
