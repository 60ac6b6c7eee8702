/* test_visited.c - the visited set. */
/* sources: src/base/visited.c src/base/reserve.c src/base/raw.c src/base/rng.c */
#include "base/visited.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"
#include "check.h"

static struct digest digest_of(uint64_t i)
{
    struct rng r;
    rng_seed(&r, i);
    return (struct digest){rng_next(&r), rng_next(&r)};
}

/* All of [0, count) are known, and count are counted. */
static void check_holds(struct visited *v, uint64_t count)
{
    uint64_t missing = 0;
    for (uint64_t i = 0; i < count; i++)
        missing += visited_insert(v, digest_of(i)) != VISITED_KNOWN;
    CHECK_EQ(missing, 0);
    CHECK_EQ(v->count, count);
}

static uint64_t fill(struct visited *v, uint64_t count)
{
    uint64_t i = 0;
    while (i < count && visited_insert(v, digest_of(i)) == VISITED_NEW)
        i++;
    return i;
}

static void new_once(void)
{
    struct visited v;
    CHECK(visited_open(&v, 0, VISITED_PLAIN));
    CHECK_EQ(visited_insert(&v, digest_of(1)), VISITED_NEW);
    CHECK_EQ(visited_insert(&v, digest_of(2)), VISITED_NEW);
    CHECK_EQ(visited_insert(&v, digest_of(1)), VISITED_KNOWN);
    CHECK_EQ(v.count, 2);
    visited_close(&v);
}

static void zero_is_a_digest(void)
{
    struct visited v;
    CHECK(visited_open(&v, 0, VISITED_PLAIN));
    CHECK_EQ(visited_insert(&v, (struct digest){0, 0}), VISITED_NEW);
    CHECK_EQ(visited_insert(&v, (struct digest){0, 0}), VISITED_KNOWN);
    CHECK_EQ(visited_insert(&v, (struct digest){0, 1}), VISITED_NEW);
    CHECK_EQ(visited_insert(&v, (struct digest){1, 0}), VISITED_NEW);
    CHECK_EQ(visited_insert(&v, (struct digest){0, 1}), VISITED_KNOWN);
    visited_close(&v);
}

static void halves_matter(void)
{
    struct visited v;
    CHECK(visited_open(&v, 0, VISITED_PLAIN));
    CHECK_EQ(visited_insert(&v, (struct digest){5, 6}), VISITED_NEW);
    CHECK_EQ(visited_insert(&v, (struct digest){6, 5}), VISITED_NEW);
    CHECK_EQ(visited_insert(&v, (struct digest){5, 7}), VISITED_NEW);
    CHECK_EQ(visited_insert(&v, (struct digest){7, 6}), VISITED_NEW);
    CHECK_EQ(v.count, 4);
    visited_close(&v);
}

static void grows_and_keeps_all(void)
{
    struct visited v;
    CHECK(visited_open(&v, 0, VISITED_PLAIN));
    CHECK_EQ(fill(&v, 300000), 300000);
    check_holds(&v, 300000);
    CHECK(visited_bytes(&v) <= 300000 * 16 * 3);
    visited_close(&v);
}

/* Digests that are no more than counters must work, too: they come from tests and from very small programs. */
static void poor_digests(void)
{
    struct visited v;
    uint64_t wrong = 0;
    CHECK(visited_open(&v, 0, VISITED_PLAIN));
    for (uint64_t i = 0; i < 100000; i++)
        wrong += visited_insert(&v, (struct digest){i, 0}) != VISITED_NEW;
    for (uint64_t i = 0; i < 100000; i++)
        wrong += visited_insert(&v, (struct digest){i, 0}) != VISITED_KNOWN;
    CHECK_EQ(wrong, 0);
    visited_close(&v);
}

/* Limits of all kinds: the table fills most of what it is given, says FULL, and loses nothing. */
static void full_at_its_limit(void)
{
    for (uint64_t limit = 1; limit < 12 << 20; limit = limit * 5 / 3 + 100000) {
        struct visited v;
        CHECK(visited_open(&v, limit, VISITED_PLAIN));
        uint64_t held = fill(&v, 1 << 20);
        CHECK(held < 1 << 20);
        CHECK_EQ(visited_insert(&v, digest_of(held)), VISITED_FULL);
        CHECK_EQ(visited_insert(&v, digest_of(0)), VISITED_KNOWN);
        check_holds(&v, held);
        if (limit > 1 << 20) {
            CHECK(visited_bytes(&v) <= limit + 65536);
            CHECK(held * 16 >= limit / 4 * 3);
        }
        visited_close(&v);
    }
}

static void notes_move_along(void)
{
    struct visited v;
    uint64_t wrong = 0, count = 200000;
    CHECK(visited_open(&v, 0, VISITED_NOTES));
    for (uint64_t i = 0; i < count; i++) {
        wrong += visited_insert(&v, digest_of(i)) != VISITED_NEW;
        wrong += *visited_note(&v) != 0;
        *visited_note(&v) = (uint32_t)(i * 3 + 1);
    }
    for (uint64_t i = 0; i < count; i++) {
        wrong += visited_insert(&v, digest_of(i)) != VISITED_KNOWN;
        wrong += *visited_note(&v) != (uint32_t)(i * 3 + 1);
    }
    CHECK_EQ(wrong, 0);
    visited_close(&v);
}

static void notes_within_the_limit(void)
{
    struct visited v;
    uint64_t limit = 4 << 20;
    CHECK(visited_open(&v, limit, VISITED_NOTES));
    uint64_t held = fill(&v, 1 << 20);
    CHECK(visited_bytes(&v) <= limit + 131072);
    CHECK(held * 20 >= limit / 4 * 3);
    check_holds(&v, held);
    visited_close(&v);
}

/* A tag takes the place of the lower half of the digest's second half. */
static void tags_move_along(void)
{
    struct visited v;
    uint64_t wrong = 0, count = 200000, *slot = malloc(count * sizeof *slot);
    uint32_t tag = 0;
    CHECK(slot && visited_open(&v, 0, VISITED_TAGS));
    for (uint64_t i = 0; i < count; i++) {
        wrong += visited_look(&v, digest_of(i), &tag);
        wrong += visited_insert(&v, digest_of(i)) != VISITED_NEW || visited_tag(&v) != 0;
        slot[i] = v.last;
        visited_set_tag(&v, (uint32_t)(i * 3 + 1));
    }
    for (uint64_t i = 0; i < count; i++) {
        wrong += !visited_look(&v, digest_of(i), &tag) || tag != (uint32_t)(i * 3 + 1);
        visited_set_tag_at(&v, digest_of(i), slot[i], (uint32_t)(i * 5 + 2)); /* few are still where they were */
    }
    for (uint64_t i = 0; i < count; i++)
        wrong += visited_insert(&v, digest_of(i)) != VISITED_KNOWN || visited_tag(&v) != (uint32_t)(i * 5 + 2);
    CHECK_EQ(wrong, 0);
    CHECK_EQ(v.count, count);
    CHECK(visited_bytes(&v) <= 2 * 2 * 16 * count);
    free(slot);
    visited_close(&v);
}

static void tags_leave_the_rest_of_the_digest(void)
{
    struct visited v;
    struct digest d = {1, (uint64_t)7 << 32};
    CHECK(visited_open(&v, 0, VISITED_TAGS));
    CHECK_EQ(visited_insert(&v, d), VISITED_NEW);
    visited_set_tag(&v, UINT32_MAX);
    CHECK_EQ(visited_insert(&v, d), VISITED_KNOWN);
    CHECK_EQ(visited_insert(&v, (struct digest){1, (uint64_t)8 << 32}), VISITED_NEW);
    CHECK_EQ(visited_insert(&v, (struct digest){2, (uint64_t)7 << 32}), VISITED_NEW);
    CHECK_EQ(visited_insert(&v, d), VISITED_KNOWN);
    CHECK_EQ(visited_tag(&v), UINT32_MAX);
    visited_close(&v);
}

static void clear_empties(void)
{
    static const uint64_t sizes[] = {10, 3000, 100000};
    struct visited v;
    CHECK(visited_open(&v, 0, VISITED_NOTES));
    for (unsigned k = 0; k < 3; k++) {
        uint64_t wrong = 0;
        fill(&v, sizes[k]);
        visited_clear(&v);
        CHECK_EQ(v.count, 0);
        for (uint64_t i = 0; i < sizes[k]; i++) {
            wrong += visited_insert(&v, digest_of(i)) != VISITED_NEW;
            wrong += *visited_note(&v) != 0;
            *visited_note(&v) = 1;
        }
        CHECK_EQ(wrong, 0);
        visited_clear(&v);
    }
    visited_close(&v);
}

/* --- several processes ------------------------------------------------------------------------------------------- */

enum { PROCESSES = 4, EACH = 30000, ROUNDS = 6 };

/* Insert [from, from + EACH), in an order of its own. */
static uint64_t insert_shuffled(struct visited *v, uint64_t from, unsigned process)
{
    static const uint64_t strides[PROCESSES] = {1, 7, 11, 13}; /* coprime to EACH */
    uint64_t new = 0;
    for (uint64_t i = 0; i < EACH; i++)
        new += visited_insert_shared(v, digest_of(from + i * strides[process] % EACH)) == VISITED_NEW;
    return new;
}

/* Each of them inserts what the one before inserts too, and half of what nobody else does; then the table grows. */
static void processes_share(void)
{
    struct visited v;
    uint64_t *new = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0), count = 0, missing = 0;
    CHECK(visited_open_shared(&v, 1 << 30, VISITED_PLAIN));
    for (uint64_t round = 0; round < ROUNDS; round++) {
        uint64_t from = round * PROCESSES * EACH;
        v.room = UINT64_MAX;
        for (unsigned p = 0; p < PROCESSES; p++)
            if (fork() == 0) {
                new[p] = insert_shuffled(&v, from + p * EACH / 2, p);
                _exit(0);
            }
        while (wait(NULL) > 0)
            ;
        count += new[0] + new[1] + new[2] + new[3];
        CHECK_EQ(count, (round + 1) * (PROCESSES + 1) * EACH / 2);
        bool grown = visited_grow_shared(&v);
        CHECK(grown);
        CHECK_EQ(v.count, count);
    }
    for (uint64_t round = 0; round < ROUNDS; round++)
        for (uint64_t i = 0; i < (PROCESSES + 1) * EACH / 2; i++)
            missing += !visited_has(&v, digest_of(round * PROCESSES * EACH + i));
    CHECK_EQ(missing, 0);
    visited_close(&v);
    munmap(new, 4096);
}

/* Somebody was killed when he had claimed one half of a slot: the next one makes the entry, once. */
static void half_an_entry(void)
{
    struct visited v;
    struct digest d = digest_of(1);
    CHECK(visited_open_shared(&v, 1 << 26, VISITED_PLAIN));
    v.room = 10;
    v.slots[visited_home(&v, d) * 4].lo = d.lo;
    CHECK(!visited_has(&v, d));
    CHECK_EQ(visited_insert_shared(&v, d), VISITED_NEW);
    CHECK_EQ(visited_insert_shared(&v, d), VISITED_KNOWN);
    v.slots[visited_home(&v, digest_of(2)) * 4].lo = digest_of(2).lo;
    CHECK(visited_grow_shared(&v));
    CHECK_EQ(v.count, 1);
    visited_close(&v);
}

static void no_room_in_this_process(void)
{
    struct visited v;
    CHECK(visited_open_shared(&v, 1 << 26, VISITED_PLAIN));
    v.room = 1;
    CHECK_EQ(visited_insert_shared(&v, digest_of(1)), VISITED_NEW);
    CHECK_EQ(visited_insert_shared(&v, digest_of(2)), VISITED_FULL);
    CHECK_EQ(visited_insert_shared(&v, digest_of(1)), VISITED_KNOWN);
    v.room = 2;
    CHECK_EQ(visited_insert_shared(&v, digest_of(2)), VISITED_NEW);
    visited_close(&v);
}

/* Told in pieces, each entry is told once, before the table grows and after; and not in the order of homes: a first piece is of all
 * parts. */
static void all_are_told_once(void)
{
    enum { MANY = 100000, PIECE = 4000 };
    static struct digest some[PIECE];
    struct visited v;
    CHECK(visited_open_shared(&v, 1 << 26, VISITED_TAGS));
    for (unsigned grown = 0; grown < 2; grown++) {
        for (uint64_t i = grown * MANY; i < (grown + 1) * MANY; i++)
            visited_publish(&v, digest_of(i), 1);
        uint64_t at = 0, told = 0, count, beyond = 0;
        for (; (count = visited_mark_tags(&v, &at, 2 << grown, some, PIECE)) > 0; told += count) {
            for (uint64_t i = 0; i < count; i++)
                beyond += told == 0 && visited_home(&v, some[i]) > v.lines / 2;
        }
        CHECK_EQ(told, (grown + 1) * MANY);
        CHECK(beyond > 0);
        at = 0;
        CHECK_EQ(visited_mark_tags(&v, &at, 2 << grown, some, PIECE), 0);
        CHECK(grown || visited_grow_shared(&v));
    }
    visited_close(&v);
}

int main(void)
{
    TEST(new_once);
    TEST(zero_is_a_digest);
    TEST(halves_matter);
    TEST(grows_and_keeps_all);
    TEST(poor_digests);
    TEST(full_at_its_limit);
    TEST(notes_move_along);
    TEST(tags_move_along);
    TEST(tags_leave_the_rest_of_the_digest);
    TEST(notes_within_the_limit);
    TEST(clear_empties);
    TEST(processes_share);
    TEST(half_an_entry);
    TEST(no_room_in_this_process);
    TEST(all_are_told_once);
    return check_status();
}
