/* test_allocation_counts.c - how often a statement has allocated, and how often with the identical call stack (Figure 5 of the paper on
 * variable bounding); what goes back with the state, and what stays. */
/* sources: src/world/watch/allocation_counts.c src/base/reserve.c src/base/raw.c */
#include "check.h"
#include "world/memory/undo.h"
#include "world/thread.h"
#include "world/watch/allocation_counts.h"

struct hot mz__hot;
static uint64_t undo_log[1 << 16];

static void follow(bool on)
{
    mz__hot.following = on ? FOLLOW_WRITES : FOLLOW_NOTHING;
    mz__hot.undo_top = (char *)undo_log;
}

/* Records of words, back to the mark. */
static void rewind_to(char *mark)
{
    while (mz__hot.undo_top > mark) {
        uint64_t *record = (uint64_t *)mz__hot.undo_top - 2;
        CHECK_EQ(record[1] & UNDO_TAGS, UNDO_QUIET);
        *(uint64_t *)(record[1] & ~(uint64_t)UNDO_TAGS) = record[0];
        mz__hot.undo_top -= 16;
    }
}

enum { DEEP = 40 };
static struct frame frames[DEEP];
static struct thread threads[2] = {{.number = 0, .frames = frames}, {.number = 1, .frames = frames}};

/* A call of malloc from `pc` by functions that were called from `one` and `two`, the outermost first; 0: no such function. */
static const struct allocation_count *born(unsigned t, uint64_t block, uint64_t pc, uint64_t one, uint64_t two)
{
    threads[t].op.pc = pc;
    frames[0].pc = one;
    frames[1].pc = two;
    threads[t].depth = (one != 0) + (two != 0);
    allocation_counts_note(&threads[t], block, (struct allocation_count){0});
    return allocation_counts_of(block);
}

#define IS(which, count_, iteration_)          \
    do {                                       \
        const struct allocation_count *is = (which);      \
        CHECK_EQ(is->count, count_);           \
        CHECK_EQ(is->iteration, iteration_);   \
    } while (0)

static void loops_and_recursion(void)
{
    enum { MAKE = 0x1000, LOOP = 0x2000, OTHER = 0x2100, ITSELF = 0x3000 };
    follow(false);
    for (unsigned i = 0; i < 3; i++)
        IS(born(0, 0x10 + i * 0x10, MAKE, LOOP, 0), i, i);
    IS(born(0, 0x100, MAKE, OTHER, 0), 3, 0);       /* the same statement, called from elsewhere */
    IS(born(0, 0x110, MAKE, OTHER, ITSELF), 4, 0);  /* recursion: another depth is another stack */
    IS(born(0, 0x120, MAKE, ITSELF, OTHER), 5, 0);  /* and so is another order */
    IS(born(0, 0x130, MAKE, OTHER, ITSELF), 6, 1);
    IS(born(1, 0x140, MAKE, LOOP, 0), 7, 3);        /* threads that make the same calls count together */
    IS(born(0, 0x150, MAKE + 4, LOOP, 0), 0, 0);    /* another statement */
    CHECK(allocation_counts_of(0x160) == NULL && allocation_counts_of(0x18) == NULL);
    CHECK_EQ(allocation_counts_of(0x20)->site, MAKE);
}

static void goes_back(void)
{
    enum { PC = 0x5000, FROM = 0x6000 };
    follow(false);
    IS(born(0, 0x1000, PC, FROM, 0), 0, 0); /* in set-up: stays */
    CHECK(mz__hot.undo_top == (char *)undo_log);
    follow(true);
    char *mark = mz__hot.undo_top;
    for (unsigned path = 0; path < 3; path++) {
        IS(born(0, 0x2000, PC, FROM, 0), 1, 1);
        IS(born(0, 0x1000, PC, FROM, 0), 2, 2); /* freed and given out again */
        IS(born(0, 0x3000, PC, FROM, path), 3, path ? 0 : 3);
        rewind_to(mark);
        CHECK(allocation_counts_of(0x2000) == NULL);
        IS(allocation_counts_of(0x1000), 0, 0);
    }
}

static void keeps_stacks(void)
{
    enum { PC = 0x7000 };
    follow(false);
    const struct allocation_count *b = born(0, 0x4000, PC, 0x8000, 0x8100);
    const uint64_t *stack = allocation_counts_stack(b->stack);
    CHECK(stack[0] == PC && stack[1] == 0x8100 && stack[2] == 0x8000 && stack[3] == 0);
    CHECK_EQ(born(0, 0x4010, PC, 0x8000, 0x8100)->stack, b->stack);
    CHECK(born(0, 0x4020, PC, 0x8000, 0x8200)->stack != b->stack);
    CHECK_EQ(allocation_counts_stack(0)[0], 0);
    for (unsigned i = 0; i < DEEP; i++) /* more than are kept: all count, the innermost are told */
        frames[i].pc = 0x9000 + i;
    threads[0].op.pc = PC;
    threads[0].depth = DEEP;
    allocation_counts_note(&threads[0], 0x4030, (struct allocation_count){0});
    stack = allocation_counts_stack(allocation_counts_of(0x4030)->stack);
    CHECK(stack[1] == 0x9000 + DEEP - 1 && stack[WIRE_STACK - 1] == 0x9000 + DEEP - (WIRE_STACK - 1));
    frames[0].pc = 0x9999;
    allocation_counts_note(&threads[0], 0x4040, (struct allocation_count){0});
    CHECK_EQ(allocation_counts_of(0x4040)->iteration, 0);
}

/* More blocks than there is room for: those that are known stay so, and nothing else happens. */
static void fills_up(void)
{
    follow(false);
    uint64_t before = born(0, 0x5000, 0xa000, 0, 0)->count, lost = 0;
    for (uint64_t i = 0; i < (1 << 20) + 1000; i++) {
        threads[0].op.pc = 0xa000;
        threads[0].depth = 0;
        allocation_counts_note(&threads[0], 0x100000 + i * 16, (struct allocation_count){0});
        lost += i > 1 << 19 && i % 1000 == 0 && !allocation_counts_of(0x100000 + i * 16);
    }
    CHECK(lost > 0 && lost < 200);
    CHECK_EQ(allocation_counts_of(0x5000)->count, before);
}

int main(void)
{
    CHECK(allocation_counts_of(0x10) == NULL); /* nobody asked */
    CHECK(allocation_counts_enable() && mz__allocation_counts);
    TEST(loops_and_recursion);
    TEST(goes_back);
    TEST(keeps_stacks);
    TEST(fills_up);
    return check_status();
}
