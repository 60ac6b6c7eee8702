/* test_races.c - clocks and recorded accesses: which operation orders what, what is put back, what makes states differ. */
/* sources: src/world/race/order.c src/world/race/clocks.c src/world/race/unordered.c src/world/race/shadow.c */
/* sources: src/world/race/deed_labels.c src/world/race/release_sequences.c tests/unit/no_weak_memory.c */
/* sources: src/world/memory/undo.c src/world/memory/pages.c src/world/memory/layout.c */
/* sources: src/world/memory/hash.c src/base/raw.c src/base/reserve.c src/model/op_columns.c */
#include <string.h>

#include "check.h"
#include "world/race/order.h"
#include "world/race/release_sequences.h"
#include "world/race/shadow.h"
#include "world/race/unordered.h"
#include "world/memory/undo.h"
#include "world/world.h"

struct hot mz__hot;
struct world mz__world;
const struct semantics *const mz__semantics[OP_KINDS];

static struct thread threads[MAX_THREADS];
static threadset live = 7; /* 0, which has created 1 and 2 */
static char *start;

enum { LOCK = 0x1000, OTHER_LOCK = 0x1040, FLAG = 0x1080, DATA = 0x2000 };

static void back_to(char *mark)
{
    undo_to(mark);
    unordered_keep(true); /* and nothing is known of their digest */
}

/* Thread t performs an operation, with this result. */
static void perform_as(tid t, enum op_kind kind, uint64_t addr, unsigned order, enum performed how, uint64_t result)
{
    struct op op = {.kind = (uint16_t)kind, .addr = addr, .size = 4, .order = (uint8_t)order};
    threads[t].number = t;
    order_performed(&threads[t], &op, (struct outcome){how, result == 0, result != 0}, 0, 0);
}

static void perform(tid t, enum op_kind kind, uint64_t addr)
{
    perform_as(t, kind, addr, 0, PERFORM_RESUME, 0);
}

static void atomic(tid t, enum op_kind kind, unsigned order)
{
    perform_as(t, kind, FLAG, order, PERFORM_RESUME, 1);
}

static void create(tid t, tid born)
{
    struct op op = {.kind = OP_CREATE};
    threads[t].number = t;
    order_performed(&threads[t], &op, (struct outcome){PERFORM_RESUME, true, false}, born, 0);
}

/* How many earlier accesses race with this one? */
static unsigned access_bytes(tid t, uint8_t flags, uint8_t bytes, uint64_t pc)
{
    struct record r = {.pc = pc, .when = clocks_now(t), .thread = (uint8_t)t, .bytes = bytes, .flags = flags};
    struct unordered u;
    shadow_access(DATA, &r, live, &u);
    return u.count;
}

static unsigned writes(tid t) { return access_bytes(t, SHADOW_WRITE, 0x0f, 0x100 + t); }
static unsigned reads(tid t) { return access_bytes(t, 0, 0x0f, 0x200 + t); }

/* Every test begins with three threads that know nothing of each other but their creation. */
static void begin(void)
{
    back_to(start);
    create(0, 1);
    create(0, 2);
}

static void without_order_they_race(void)
{
    begin();
    CHECK_EQ(writes(1), 0);
    CHECK_EQ(reads(1), 0);
    CHECK_EQ(reads(2), 1); /* the write */
    CHECK_EQ(writes(2), 2);
}

/* To look finds what the access itself would find, and leaves no record. */
static void looking_is_no_access(void)
{
    begin();
    writes(1);
    reads(1);
    struct record r = {.pc = 0x102, .thread = 2, .bytes = 0x0f, .flags = SHADOW_WRITE};
    struct unordered u;
    shadow_look(DATA, &r, &u);
    CHECK_EQ(u.count, 2);
    shadow_look(DATA + 8, &r, &u);
    CHECK_EQ(u.count, 0);
    CHECK_EQ(writes(1), 0);
    CHECK_EQ(writes(2), 2);
}

static void creation_and_join_order(void)
{
    back_to(start);
    CHECK_EQ(writes(0), 0);
    create(0, 1);
    CHECK_EQ(writes(1), 0);
    perform(1, OP_EXIT, 0x3000);
    perform(0, OP_JOIN, 0x3000);
    CHECK_EQ(reads(0), 0);
}

static void a_number_is_used_again(void)
{
    begin();
    writes(1);
    perform(1, OP_EXIT, 0x3000);
    perform(0, OP_JOIN, 0x3000);
    create(0, 1);
    CHECK_EQ(writes(1), 0);
    CHECK_EQ(reads(2), 1); /* the old one's is replaced by the new one's, at the same place */
}

static void locks_order(void)
{
    begin();
    perform(1, OP_LOCK, LOCK);
    writes(1);
    perform(1, OP_UNLOCK, LOCK);
    perform(2, OP_LOCK, OTHER_LOCK);
    CHECK_EQ(reads(2), 1);
    perform(2, OP_LOCK, LOCK);
    CHECK_EQ(writes(2), 0);
}

static void a_failed_trylock_orders_nothing(void)
{
    begin();
    perform(1, OP_LOCK, LOCK);
    writes(1);
    perform(1, OP_UNLOCK, LOCK);
    perform_as(2, OP_TRYLOCK, LOCK, 0, PERFORM_RESUME, 16);
    CHECK_EQ(reads(2), 1);
}

static void readers_are_not_ordered(void)
{
    begin();
    perform(1, OP_RDLOCK, LOCK);
    writes(1);
    perform(1, OP_RWUNLOCK, LOCK);
    perform(2, OP_RDLOCK, LOCK);
    CHECK_EQ(reads(2), 1);
    perform(2, OP_RWUNLOCK, LOCK);
    perform(0, OP_WRLOCK, LOCK);
    CHECK_EQ(writes(0), 0);
    perform(0, OP_RWUNLOCK, LOCK);
    perform(2, OP_RDLOCK, LOCK);
    CHECK_EQ(reads(2), 0);
}

static void a_barrier_orders_one_round(void)
{
    begin();
    perform_as(1, OP_ARRIVE, LOCK, 0, PERFORM_PENDING, 0);
    perform(2, OP_ARRIVE, LOCK); /* the last */
    writes(2);
    perform_as(2, OP_ARRIVE, LOCK, 0, PERFORM_PENDING, 0); /* of the next round */
    perform(1, OP_LEAVE, LOCK);
    CHECK_EQ(reads(1), 1);
}

static void memory_orders_count(void)
{
    static const struct { unsigned store, load, races; } cases[] = {
        {__ATOMIC_RELEASE, __ATOMIC_ACQUIRE, 0}, {__ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST, 0}, {__ATOMIC_RELAXED, __ATOMIC_ACQUIRE, 1},
        {__ATOMIC_RELEASE, __ATOMIC_RELAXED, 1}, {__ATOMIC_RELAXED, __ATOMIC_RELAXED, 1}, {__ATOMIC_SEQ_CST, __ATOMIC_CONSUME, 0},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        writes(1);
        atomic(1, OP_ATOMIC_STORE, cases[i].store);
        atomic(2, OP_ATOMIC_LOAD, cases[i].load);
        CHECK_EQ(reads(2), cases[i].races);
    }
}

static void updates_go_on_with_a_release_sequence(void)
{
    begin();
    writes(1);
    atomic(1, OP_ATOMIC_STORE, __ATOMIC_RELEASE);
    atomic(0, OP_ATOMIC_RMW, __ATOMIC_RELAXED);
    atomic(2, OP_ATOMIC_LOAD, __ATOMIC_ACQUIRE);
    CHECK_EQ(reads(2), 0);
    CHECK_EQ(reads(0), 1); /* itself it has acquired nothing */
}

static void stores_of_others_end_it(void)
{
    begin();
    writes(1);
    atomic(1, OP_ATOMIC_STORE, __ATOMIC_RELEASE);
    atomic(0, OP_ATOMIC_STORE, __ATOMIC_RELAXED);
    atomic(2, OP_ATOMIC_LOAD, __ATOMIC_ACQUIRE);
    CHECK_EQ(reads(2), 1);
}

/* Sequences that different threads head at one place go on and end each by itself. */
static void an_update_heads_one_of_its_own(void)
{
    begin();
    writes(1);
    atomic(2, OP_ATOMIC_STORE, __ATOMIC_RELEASE);
    atomic(1, OP_ATOMIC_RMW, __ATOMIC_RELEASE);
    atomic(2, OP_ATOMIC_STORE, __ATOMIC_RELAXED); /* goes on with its own, and ends the other */
    atomic(0, OP_ATOMIC_LOAD, __ATOMIC_ACQUIRE);
    CHECK_EQ(reads(0), 1);
    atomic(1, OP_ATOMIC_RMW, __ATOMIC_RELEASE);
    atomic(1, OP_ATOMIC_STORE, __ATOMIC_RELAXED);
    atomic(0, OP_ATOMIC_LOAD, __ATOMIC_ACQUIRE);
    CHECK_EQ(reads(0), 0);
}

static void a_later_thread_of_the_number_goes_on_with_none(void)
{
    begin();
    writes(1);
    atomic(1, OP_ATOMIC_STORE, __ATOMIC_RELEASE);
    perform_as(1, OP_EXIT, 0x3000, 0, PERFORM_PENDING, 0);
    create(0, 1);
    atomic(1, OP_ATOMIC_STORE, __ATOMIC_RELAXED);
    atomic(2, OP_ATOMIC_LOAD, __ATOMIC_ACQUIRE);
    CHECK_EQ(reads(2), 1);
}

static void own_stores_do_not(void)
{
    begin();
    writes(1);
    atomic(1, OP_ATOMIC_STORE, __ATOMIC_RELEASE);
    atomic(1, OP_ATOMIC_STORE, __ATOMIC_RELAXED);
    atomic(2, OP_ATOMIC_LOAD, __ATOMIC_ACQUIRE);
    CHECK_EQ(reads(2), 0);
}

static void fences_order_relaxed_accesses(void)
{
    begin();
    writes(1);
    atomic(1, OP_FENCE, __ATOMIC_RELEASE);
    atomic(1, OP_ATOMIC_STORE, __ATOMIC_RELAXED);
    atomic(2, OP_ATOMIC_LOAD, __ATOMIC_RELAXED);
    CHECK_EQ(reads(2), 1);
    atomic(2, OP_FENCE, __ATOMIC_ACQUIRE);
    CHECK_EQ(writes(2), 0);
}

static void what_follows_a_fence_is_not_released(void)
{
    begin();
    atomic(1, OP_FENCE, __ATOMIC_RELEASE);
    writes(1);
    atomic(1, OP_ATOMIC_STORE, __ATOMIC_RELAXED);
    atomic(2, OP_ATOMIC_LOAD, __ATOMIC_ACQUIRE);
    CHECK_EQ(reads(2), 1);
}

static void only_common_bytes_race(void)
{
    begin();
    access_bytes(1, SHADOW_WRITE, 0x0f, 1);
    CHECK_EQ(access_bytes(2, SHADOW_WRITE, 0xf0, 2), 0);
    CHECK_EQ(access_bytes(0, SHADOW_WRITE, 0x18, 3), 2);
}

static void atomics_race_with_plain_accesses_only(void)
{
    begin();
    writes(0); /* so that the word is one of plain accesses */
    CHECK_EQ(access_bytes(1, SHADOW_WRITE | SHADOW_ATOMIC, 0x0f, 1), 1);
    CHECK_EQ(access_bytes(2, SHADOW_WRITE | SHADOW_ATOMIC, 0x0f, 2), 1);
    CHECK_EQ(reads(2), 2);
}

static void more_records_than_fit_a_node(void)
{
    begin();
    for (uint64_t pc = 1; pc <= 20; pc++)
        CHECK_EQ(access_bytes(1, SHADOW_WRITE, 0x0f, pc), 0);
    CHECK_EQ(reads(2), 20);
}

static bool same(struct digest a, struct digest b)
{
    return a.lo == b.lo && a.hi == b.hi;
}

static void going_back_restores_everything(void)
{
    begin();
    writes(1);
    perform(1, OP_UNLOCK, LOCK);
    struct digest before = unordered_digest(live);
    char *mark = mz__hot.undo_top;
    perform(2, OP_LOCK, LOCK);
    CHECK_EQ(reads(2), 0);
    atomic(2, OP_ATOMIC_STORE, __ATOMIC_RELEASE);
    create(2, 3);
    CHECK(!same(before, unordered_digest(live)));
    back_to(mark);
    CHECK(same(before, unordered_digest(live)));
    CHECK_EQ(reads(2), 1);
}

/* Who knows what counts, not what the clocks show. */
static void equal_knowledge_is_equal(void)
{
    begin();
    writes(1);
    struct digest once = unordered_digest(live);
    begin();
    for (int i = 0; i < 3; i++)
        perform(1, OP_UNLOCK, OTHER_LOCK); /* time goes by */
    writes(1);
    CHECK(same(once, unordered_digest(live)));
    perform(1, OP_UNLOCK, LOCK);
    CHECK(!same(once, unordered_digest(live))); /* now the lock knows */
}

/* Nor when things were done, as long as the same is known of them. */
static void times_do_not_count(void)
{
    begin();
    writes(1);
    reads(1);
    struct digest at_once = unordered_digest(live);
    begin();
    reads(1);
    perform(1, OP_UNLOCK, OTHER_LOCK);
    CHECK(!same(at_once, unordered_digest(live)));
    perform(2, OP_LOCK, OTHER_LOCK);
    clock_clear(&clocks_place(OTHER_LOCK)->clock);
    clock_clear(&mz__clocks.now[2]); /* as if nobody had been told */
    writes(1);
    CHECK(same(at_once, unordered_digest(live)));
}

/* Also where a thread has done things at many times. */
static void any_number_of_times(void)
{
    enum { TIMES = 50 };
    struct digest digest[TIMES];
    char *mark[TIMES];
    begin();
    for (unsigned i = 0; i < TIMES; i++) {
        mark[i] = mz__hot.undo_top;
        digest[i] = unordered_digest(live);
        access_bytes(1, SHADOW_WRITE, 0x0f, 0x1000 + i);
        clocks_tick(1);
    }
    for (unsigned i = TIMES; i-- > 0;) {
        back_to(mark[i]);
        CHECK(same(digest[i], unordered_digest(live)));
    }
}

static void what_all_know_does_not_count(void)
{
    begin();
    CHECK(same(unordered_digest(live), (struct digest){0, 0}));
    writes(1);
    perform(1, OP_UNLOCK, LOCK);
    perform(2, OP_LOCK, LOCK);
    CHECK(!same(unordered_digest(live), (struct digest){0, 0}));
    perform(0, OP_LOCK, LOCK);
    CHECK(same(unordered_digest(live), (struct digest){0, 0}));
}

/* What one process has not kept of a word that another one has met as plain was missing in its states. */
static void processes_tell_words(void)
{
    enum { ATOMICALLY = DATA + 64, PLAINLY = DATA + 72 };
    struct record r = {.pc = 0x100, .thread = 1, .bytes = 0x0f, .flags = SHADOW_WRITE | SHADOW_ATOMIC};
    struct unordered u;
    uint64_t word = 0;
    uint8_t how = 0;
    begin();
    uint32_t next = shadow_words();
    CHECK(!shadow_access(ATOMICALLY, &r, live, &u));
    CHECK(shadow_tell(next, &word, &how) && word == ATOMICALLY && how == SHADOW_WORD_UNKEPT);
    CHECK(!shadow_learn(ATOMICALLY, SHADOW_WORD_UNKEPT));
    CHECK(shadow_learn(ATOMICALLY, SHADOW_WORD_PLAIN));
    CHECK(shadow_tell(next, &word, &how) && how == SHADOW_WORD_PLAIN); /* it is kept from now on */
    CHECK(!shadow_learn(PLAINLY, SHADOW_WORD_PLAIN));
    CHECK(shadow_learn(PLAINLY, SHADOW_WORD_UNKEPT));
}

int main(void)
{
    if (!clocks_open() || !sequences_open() || !shadow_open(false) || !undo_reserve())
        return 1;
    unordered_keep(true);
    start = mz__hot.undo_top;
    mz__hot.epoch = 1;
    mz__hot.following = FOLLOW_SHARING;
    TEST(without_order_they_race);
    TEST(looking_is_no_access);
    TEST(creation_and_join_order);
    TEST(a_number_is_used_again);
    TEST(locks_order);
    TEST(a_failed_trylock_orders_nothing);
    TEST(readers_are_not_ordered);
    TEST(a_barrier_orders_one_round);
    TEST(memory_orders_count);
    TEST(updates_go_on_with_a_release_sequence);
    TEST(stores_of_others_end_it);
    TEST(own_stores_do_not);
    TEST(an_update_heads_one_of_its_own);
    TEST(a_later_thread_of_the_number_goes_on_with_none);
    TEST(fences_order_relaxed_accesses);
    TEST(what_follows_a_fence_is_not_released);
    TEST(only_common_bytes_race);
    TEST(atomics_race_with_plain_accesses_only);
    TEST(more_records_than_fit_a_node);
    TEST(going_back_restores_everything);
    TEST(equal_knowledge_is_equal);
    TEST(times_do_not_count);
    TEST(what_all_know_does_not_count);
    TEST(any_number_of_times);
    TEST(processes_tell_words);
    return check_status();
}
