/* test_steps.c - from recorded events to the lines of an interleaving: folding, switches, preemptions, waiting, words. */
/* sources: src/tool/binary/names/ src/tool/binary/symbols/ src/model/fault.c src/model/op_columns.c */
/* sources: src/tool/cli/printable.c src/tool/cli/subprocess.c src/tool/cli/util.c */
/* libraries: -ldw -lelf */
#include "tool/binary/names/steps.h"

#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <threads.h>
#include <unistd.h>

#include "check.h"
#include "random.h"
#include "model/op.h"
#include "tool/cli/util.h"

int counter;
pthread_mutex_t m, n;
pthread_cond_t c;

static struct wire *wire;
static struct naming naming;
static struct steps *steps;

static int find_program(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    wire->module[0] = (struct wire_module){.base = info->dlpi_addr, .lo = info->dlpi_addr, .hi = info->dlpi_addr + (64 << 20),
        .flags = WIRE_MODULE_PROGRAM | WIRE_MODULE_INSTRUMENTED};
    ssize_t length = readlink("/proc/self/exe", wire->module[0].path, sizeof wire->module[0].path - 1);
    wire->modules = length > 0;
    return 1;
}

static void forget(void)
{
    if (naming.symbols && naming.symbols->blocks) /* of events that are no more */
        naming.symbols->free_blocks(naming.symbols->blocks);
    if (naming.symbols)
        naming.symbols->blocks = NULL;
    wire->events = wire->threads = wire->waiters = 0;
    wire->stack_lo = 0x100000000000ULL;
    wire->stack_span = 1 << 24;
    wire->heap_lo = wire->stack_lo + 64 * wire->stack_span;
    wire->heap_span = 1ULL << 30;
}

static struct wire_event *event(unsigned thread, enum op_kind kind, volatile void *object, uint32_t size)
{
    struct wire_event *e = &wire_events(wire)[wire->events++];
    *e = (struct wire_event){.thread = (uint16_t)thread, .kind = (uint16_t)kind, .visible = 1, .enabled = {{~0ULL}},
        .addr = (uint64_t)object, .size = size, .pc = (uint64_t)find_program + 8};
    return e;
}

static struct wire_event *local(unsigned thread)
{
    struct wire_event *e = event(thread, OP_WRITE, &counter, 4);
    e->visible = 0;
    return e;
}

/* Makes the lines and compares line `i`. */
static bool line_is(size_t i, enum step_kind kind, const char *expected)
{
    if (i >= steps->count)
        return false;
    char *text = step_text(&naming, &steps->at[i]);
    bool same = steps->at[i].kind == kind && strcmp(text, expected) == 0;
    if (!same)
        printf("    line %zu is of kind %d: %s\n", i, (int)steps->at[i].kind, text);
    free(text);
    return same;
}

static void make(void)
{
    if (steps)
        steps_free(steps);
    steps = steps_make(&naming);
}

static void nothing(void)
{
    forget();
    make();
    CHECK_EQ(steps->count, 0);
    CHECK_EQ(steps->switches, 0);
}

static void switches_and_preemptions(void)
{
    forget();
    event(0, OP_WRITE, &counter, 4);
    event(1, OP_WRITE, &counter, 4);                          /* 0 could have gone on */
    event(1, OP_EXIT, NULL, 0);
    event(2, OP_WRITE, &counter, 4)->enabled.word[0] = 1 << 0 | 1 << 2; /* 1 has ended */
    event(0, OP_WRITE, &counter, 4)->enabled.word[0] = 1 << 0;          /* 2 cannot */
    make();
    CHECK_EQ(steps->visible, 5);
    CHECK_EQ(steps->switches, 3);
    CHECK_EQ(steps->preemptions, 1);
    CHECK_EQ(steps->count, 5);
    CHECK(steps->at[0].switched && !steps->at[0].preempted);
    CHECK(steps->at[1].switched && steps->at[1].preempted);
    CHECK(!steps->at[2].switched);
    CHECK(steps->at[3].switched && !steps->at[3].preempted);
}

/* Where a thread yields or sleeps it gives way. */
static void giving_way_is_no_preemption(void)
{
    forget();
    event(0, OP_WRITE, &counter, 4);
    event(1, OP_WRITE, &counter, 4); /* 0 is about to yield */
    event(0, OP_YIELD, NULL, 0);     /* 1 could have gone on */
    event(1, OP_WRITE, &counter, 4); /* 0 could, behind its yield */
    event(0, OP_WRITE, &counter, 4);
    wire->waiter[wire->waiters++] = (struct wire_waiter){.thread = 1, .kind = OP_SLEEP, .enabled = 1};
    make();
    CHECK_EQ(steps->switches, 4);
    CHECK_EQ(steps->preemptions, 2);
    CHECK_EQ(steps->count, 5); /* and nobody is said to be blocked */
    CHECK(steps->at[1].switched && !steps->at[1].preempted);
    CHECK(steps->at[2].preempted && steps->at[3].preempted);
    CHECK(steps->at[4].switched && !steps->at[4].preempted); /* 1 sleeps at the end */
}

static void short_local_runs_are_shown(void)
{
    forget();
    event(0, OP_WRITE, &counter, 4);
    for (int i = 0; i < 3; i++)
        local(0);
    event(0, OP_WRITE, &counter, 4);
    make();
    CHECK_EQ(steps->count, 5);
    CHECK(line_is(1, STEP_LOCAL, "write counter: 0 → 0"));
}

static void long_local_runs_are_folded(void)
{
    forget();
    event(0, OP_WRITE, &counter, 4);
    for (int i = 0; i < 14; i++)
        local(0);
    event(0, OP_WRITE, &counter, 4);
    for (int i = 0; i < 14; i++)
        local(0);
    make();
    CHECK_EQ(steps->count, 1 + 1 + 1 + 1 + 6);
    CHECK(line_is(1, STEP_FOLD, "… 14 local steps"));
    CHECK(line_is(3, STEP_FOLD, "… 8 local steps")); /* the last ones before the end are shown */
    CHECK(line_is(4, STEP_LOCAL, "write counter: 0 → 0"));
}

/* A new thread runs to its first visible operation as part of its creator's step. */
static void what_a_new_thread_does_first_is_told_later(void)
{
    forget();
    event(0, OP_CREATE, NULL, 0);
    wire->thread[wire->threads++] = (struct wire_thread){.thread = 1, .start = (uint64_t)nothing, .event = 0};
    event(1, OP_START, NULL, 0)->visible = 0;
    local(1);
    local(1);
    event(0, OP_WRITE, &counter, 4);
    event(1, OP_READ, &counter, 4);
    make();
    CHECK_EQ(steps->switches, 1);
    CHECK(line_is(0, STEP_DONE, "create thread 1 (nothing)"));
    CHECK(line_is(1, STEP_DONE, "write counter: 0 → 0"));
    CHECK(line_is(2, STEP_FOLD, "… 2 local steps"));
    CHECK(steps->at[2].switched && !steps->at[3].switched);
}

static void what_a_thread_did_that_failed_at_once(void)
{
    forget();
    event(0, OP_CREATE, NULL, 0);
    for (int i = 0; i < 10; i++)
        local(1);
    wire->findings = 1;
    wire->finding[0].fault.thread = 1;
    make();
    wire->findings = 0;
    CHECK_EQ(steps->count, 1 + 1 + 6);
    CHECK(line_is(1, STEP_FOLD, "… 4 local steps"));
    CHECK(steps->at[1].switched && steps->at[1].thread == 1);
    CHECK_EQ(steps->switches, 0);
}

static void a_fault_is_no_line_of_its_own(void)
{
    forget();
    event(1, OP_WRITE, &counter, 4);
    event(0, OP_WRITE, &counter, 4)->enabled.word[0] = 1 << 0;
    for (int i = 0; i < 10; i++)
        local(0);
    event(0, OP_FAULT, NULL, 0)->enabled.word[0] = 1 << 0;
    make();
    CHECK_EQ(steps->visible, 2);
    CHECK_EQ(steps->count, 2 + 1 + 6);
    CHECK(line_is(2, STEP_FOLD, "… 4 local steps"));
    event(1, OP_FAULT, NULL, 0)->enabled.word[0] = 1 << 0 | 1 << 1;
    make();
    CHECK_EQ(steps->visible, 2);
    CHECK(steps->preempted && steps->preemptions == 1);
}

static void output_of_a_new_thread_is_under_its_name(void)
{
    forget();
    event(0, OP_CREATE, NULL, 0);
    event(1, OP_OUTPUT, NULL, 0)->visible = 0;
    event(0, OP_YIELD, NULL, 0);
    make();
    CHECK_EQ(steps->count, 3);
    CHECK(steps->at[1].switched && steps->at[1].thread == 1);
    CHECK(steps->at[2].switched && !steps->at[2].preempted);
    CHECK_EQ(steps->switches, 0);
}

static void waiting_for_a_lock(void)
{
    forget();
    event(2, OP_LOCK, &m, sizeof m);
    event(1, OP_LOCK, &n, sizeof n);
    event(2, OP_UNLOCK, &m, sizeof m)->enabled.word[0] = 1 << 2; /* 1 would lock m */
    event(1, OP_LOCK, &m, sizeof m)->enabled.word[0] = 1 << 1;
    make();
    CHECK(line_is(2, STEP_BLOCKED, "lock m (waits: held by thread 2)"));
    CHECK(steps->at[2].thread == 1 && steps->at[3].thread == 2);
    CHECK_EQ(steps_taken_at(&naming, 2, (uint64_t)&m, AT_THE_END), 0);
    CHECK_EQ(steps_taken_at(&naming, 1, (uint64_t)&m, AT_THE_END), 3);
    CHECK_EQ(steps_taken_at(&naming, 1, (uint64_t)&m, 3), AT_THE_END);
}

static void waiting_for_ever(void)
{
    forget();
    event(1, OP_LOCK, &m, sizeof m);
    event(2, OP_LOCK, &n, sizeof n)->enabled.word[0] = 1 << 2;
    wire->waiter[wire->waiters++] = (struct wire_waiter){.thread = 1, .kind = OP_LOCK, .addr = (uint64_t)&n, .waits_for = 2};
    make();
    CHECK(line_is(1, STEP_BLOCKED, "lock n (waits)")); /* nobody held it yet: it was not tried before */
    CHECK(steps_waiter(&naming, 1) != NULL && steps_waiter(&naming, 2) == NULL);
}

static void condition_variables(void)
{
    forget();
    struct wire_event *e = event(1, OP_WAIT, &c, sizeof c);
    e->addr2 = (uint64_t)&m;
    e = event(0, OP_SIGNAL, &c, sizeof c);
    e->enabled.word[0] = 1;
    e = event(1, OP_WAKE, &c, sizeof c);
    e->addr2 = (uint64_t)&m;
    make();
    CHECK(line_is(0, STEP_DONE, "wait on c, releasing m"));
    CHECK(line_is(1, STEP_DONE, "signal c")); /* that it waits was said */
    CHECK(line_is(2, STEP_DONE, "wake up from c, taking m"));
}

/* It stops waiting, and then takes the mutex. */
static void time_outs(void)
{
    forget();
    event(1, OP_TIMEDWAIT, &c, sizeof c)->addr2 = (uint64_t)&m;
    struct wire_event *e = event(1, OP_TIMEDWAKE, &c, sizeof c);
    e->addr2 = (uint64_t)&m;
    e->pending = true;
    e = event(1, OP_WAKE, &c, sizeof c);
    e->addr2 = (uint64_t)&m;
    e->result = ETIMEDOUT;
    event(1, OP_TIMEDLOCK, &m, sizeof m)->result = ETIMEDOUT;
    make();
    CHECK(line_is(0, STEP_DONE, "timedwait on c, releasing m"));
    CHECK(line_is(1, STEP_DONE, "time out of the wait on c"));
    CHECK(line_is(2, STEP_DONE, "return from the wait on c, timed out, taking m"));
    CHECK(line_is(3, STEP_DONE, "timedlock m: timed out"));
}

static void read_write_locks(void)
{
    forget();
    event(1, OP_RDLOCK, &m, sizeof m);
    event(1, OP_RWUNLOCK, &m, sizeof m);
    event(1, OP_TRYWRLOCK, &m, sizeof m)->result = EBUSY;
    make();
    CHECK(line_is(0, STEP_DONE, "lock m for reading"));
    CHECK(line_is(1, STEP_DONE, "unlock m"));
    CHECK(line_is(2, STEP_DONE, "trylock m for writing: failed (Device or resource busy)"));
}

static void memory_orders(void)
{
    forget();
    event(0, OP_ATOMIC_LOAD, &counter, 4)->order = __ATOMIC_RELAXED;
    event(0, OP_ATOMIC_STORE, &counter, 4)->order = __ATOMIC_RELEASE;
    event(0, OP_ATOMIC_STORE, &counter, 4)->order = __ATOMIC_SEQ_CST;
    struct wire_event *e = event(0, OP_ATOMIC_CAS, &counter, 4); /* it fails, with another order */
    e->order = __ATOMIC_ACQ_REL;
    e->detail = __ATOMIC_ACQUIRE << 4;
    make();
    CHECK(line_is(0, STEP_DONE, "atomic load counter = 0 (relaxed)"));
    CHECK(line_is(1, STEP_DONE, "atomic store counter: 0 → 0 (release)"));
    CHECK(line_is(2, STEP_DONE, "atomic store counter: 0 → 0"));
    CHECK(line_is(3, STEP_DONE, "compare-exchange counter = 0: no change (acquire)"));
}

/* What everybody waits for in the end is not folded away, although nobody else knew of it then. */
static void locks_that_are_kept(void)
{
    forget();
    event(0, OP_WRITE, &counter, 4);
    for (int i = 0; i < 4; i++)
        local(0);
    event(0, OP_LOCK, &m, sizeof m)->visible = 0;
    for (int i = 0; i < 4; i++)
        local(0);
    event(0, OP_WRITE, &counter, 4);
    make();
    CHECK(line_is(1, STEP_FOLD, "… 4 local steps"));
    CHECK(line_is(2, STEP_LOCAL, "lock m"));
    CHECK(line_is(3, STEP_FOLD, "… 4 local steps"));
    CHECK_EQ(steps->count, 5);
}

/* pthread_join(thread, ...) reads the variable first: that is no step of its own, unless everything is shown. */
static void looks_at_threads(void)
{
    forget();
    uint64_t thread = wire->stack_lo + wire->stack_span + 64;
    event(0, OP_WRITE, &counter, 4);
    struct wire_event *e = event(0, OP_READ, &counter, 8);
    e->visible = 0;
    e->before = thread;
    event(0, OP_JOIN, NULL, 0)->arg[0] = thread;
    make();
    CHECK_EQ(steps->count, 2);
    naming.verbose = true;
    make();
    CHECK_EQ(steps->count, 3);
    naming.verbose = false;
}

static void accesses(void)
{
    char copy[64];
    forget();
    struct wire_event *e = event(0, OP_READ, &counter, 4);
    e->before = e->after = (uint32_t)-3;
    e = event(0, OP_ATOMIC_RMW, &counter, 4);
    e->order = __ATOMIC_SEQ_CST;
    e->detail = 1;
    e->before = 1;
    e->after = 2;
    e = event(0, OP_ATOMIC_CAS, &counter, 4);
    e->before = e->after = 2;
    e->detail = __ATOMIC_SEQ_CST << 4;
    e = event(0, OP_ATOMIC_CAS, &counter, 4);
    e->order = __ATOMIC_SEQ_CST;
    e->before = 2;
    e->after = 5;
    e->result = 1;
    e = event(0, OP_COPY, &m, sizeof m);
    e->addr2 = (uint64_t)&n;
    e = event(0, OP_TRYLOCK, &m, sizeof m);
    e->result = 16;
    make();
    CHECK(line_is(0, STEP_DONE, "read counter = -3"));
    CHECK(line_is(1, STEP_DONE, "atomic fetch_add counter: 1 → 2"));
    CHECK(line_is(2, STEP_DONE, "compare-exchange counter = 2: no change"));
    CHECK(line_is(3, STEP_DONE, "compare-exchange counter: 2 → 5"));
    snprintf(copy, sizeof copy, "copy m from n (%zu bytes)", sizeof m);
    CHECK(line_is(4, STEP_DONE, copy));
    CHECK(line_is(5, STEP_DONE, "trylock m: failed (Device or resource busy)"));
}

static void what_fails(void)
{
    forget();
    event(0, OP_LOCK, &m, sizeof m)->result = EDEADLK;
    event(0, OP_UNLOCK, &m, sizeof m)->result = EPERM;
    event(0, OP_SEM_TRYWAIT, &counter, sizeof counter)->result = (uint64_t)-1;
    struct wire_event *e = event(0, OP_TIMEDLOCK, &m, sizeof m);
    e->detail = SYNC_C11;
    e->result = thrd_timedout;
    make();
    CHECK(line_is(0, STEP_DONE, "lock m: failed (Resource deadlock avoided)"));
    CHECK(line_is(1, STEP_DONE, "unlock m: failed (Operation not permitted)"));
    CHECK(line_is(2, STEP_DONE, "sem trywait counter: failed"));
    CHECK(line_is(3, STEP_DONE, "timedlock m: failed (timed out, thrd_timedout)"));
}

/* Who locks twice and gives up once holds it no more if the second time failed; and nobody gives up what another one holds. */
static void what_fails_takes_and_gives_nothing(void)
{
    forget();
    event(2, OP_LOCK, &m, sizeof m);
    event(2, OP_LOCK, &m, sizeof m)->result = EDEADLK;
    event(1, OP_LOCK, &n, sizeof n);
    event(1, OP_UNLOCK, &m, sizeof m)->result = EPERM;
    event(2, OP_UNLOCK, &m, sizeof m)->enabled.word[0] = 1 << 2; /* 1 would lock m */
    event(1, OP_LOCK, &m, sizeof m)->enabled.word[0] = 1 << 1;
    make();
    CHECK(line_is(4, STEP_BLOCKED, "lock m (waits: held by thread 2)"));
    struct strings held = steps_held(&naming, 2, 4);
    CHECK(held.count == 1);
    held = steps_held(&naming, 2, 5);
    CHECK(held.count == 0);
}

static void stacks_heaps_and_wild_addresses(void)
{
    forget();
    event(0, OP_READ, (void *)(wire->stack_lo + wire->stack_span + 16), 4);
    struct wire_event *e = event(0, OP_READ, (void *)(wire->heap_lo + 108), 4);
    e->block = wire->heap_lo + 100;
    e->block_size = 24;
    e->block_pc = 16;
    event(0, OP_READ, (void *)(wire->heap_lo + 4096), 4);
    event(0, OP_READ, (void *)8, 4);
    event(0, OP_READ, (void *)UINT64_MAX, 4);
    make();
    CHECK(line_is(0, STEP_DONE, "read thread 1's stack + 0x10 = 0"));
    CHECK(line_is(1, STEP_DONE, "read heap block of 24 bytes allocated at 0x10 + 8 = 0"));
    CHECK(line_is(2, STEP_DONE, "read thread 0's heap + 0x1000 = 0"));
    CHECK(line_is(3, STEP_DONE, "read 0x8 = 0"));
    CHECK(line_is(4, STEP_DONE, "read 0xffffffffffffffff = 0"));
}

static void output(void)
{
    forget();
    strcpy(wire_output(wire), "hello\tyou \"there\"\n\x01");
    struct wire_event *e = event(0, OP_OUTPUT, NULL, 19);
    e->visible = 0;
    e->detail = 1;
    e = event(0, OP_OUTPUT, NULL, 5);
    e->visible = 0;
    e->detail = 2;
    e = event(0, OP_OUTPUT, NULL, 5);
    e->visible = 0;
    e->output = UINT64_MAX - 2; /* outside */
    make();
    CHECK(line_is(0, STEP_OUTPUT, "prints \"hello\\tyou \\\"there\\\"\\n\\x01\""));
    CHECK(line_is(1, STEP_OUTPUT, "prints \"hello\" on stderr"));
    CHECK(line_is(2, STEP_OUTPUT, "prints"));
}

/* Whatever a crashed runtime left behind: words, but no crash of ours. */
static void garbage(void)
{
    forget();
    for (int i = 0; i < 500; i++) {
        struct wire_event *e = &wire_events(wire)[wire->events++];
        random_fill(e, sizeof *e);
        if (i % 2)
            e->kind %= OP_KINDS;
        e->thread %= 100;
    }
    wire->waiter[0] = (struct wire_waiter){.thread = 77, .kind = 60000, .waits_for = 1000};
    wire->waiters = 1;
    wire->threads = UINT32_MAX;
    make();
    for (size_t i = 0; i < steps->count; i++) {
        char *text = step_text(&naming, &steps->at[i]);
        CHECK(text != NULL);
        free(text);
        step_place(&naming, &steps->at[i]);
    }
}

int main(void)
{
    wire = mmap(NULL, WIRE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (wire == MAP_FAILED)
        return 1;
    dl_iterate_phdr(find_program, NULL);
    naming = (struct naming){.wire = wire, .symbols = symbols_open(wire)};
    TEST(nothing);
    TEST(switches_and_preemptions);
    TEST(giving_way_is_no_preemption);
    TEST(short_local_runs_are_shown);
    TEST(long_local_runs_are_folded);
    TEST(what_a_new_thread_does_first_is_told_later);
    TEST(what_a_thread_did_that_failed_at_once);
    TEST(a_fault_is_no_line_of_its_own);
    TEST(output_of_a_new_thread_is_under_its_name);
    TEST(waiting_for_a_lock);
    TEST(waiting_for_ever);
    TEST(condition_variables);
    TEST(time_outs);
    TEST(read_write_locks);
    TEST(memory_orders);
    TEST(locks_that_are_kept);
    TEST(looks_at_threads);
    TEST(accesses);
    TEST(what_fails);
    TEST(what_fails_takes_and_gives_nothing);
    TEST(stacks_heaps_and_wild_addresses);
    TEST(output);
    TEST(garbage);
    steps_free(steps);
    symbols_close(naming.symbols);
    return check_status();
}
