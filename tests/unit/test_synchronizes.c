/* test_synchronizes.c - which lines of an interleaving are ordered behind which: release sequences, readers and writers, births. */
/* sources: src/tool/binary/names/ src/tool/binary/symbols/ src/model/fault.c src/model/op_columns.c */
/* sources: src/tool/cli/printable.c src/tool/cli/subprocess.c src/tool/cli/util.c */
/* libraries: -ldw -lelf */
#include "tool/binary/names/synchronizes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "check.h"
#include "random.h"
#include "model/op.h"
#include "tool/cli/util.h"

enum { X = 0x1000, LOCK = 0x2000 };

static struct wire *wire;
static struct naming naming;

static struct wire_event *event(unsigned thread, enum op_kind kind, uint64_t address)
{
    struct wire_event *e = &wire_events(wire)[wire->events++];
    *e = (struct wire_event){.thread = (uint16_t)thread, .kind = (uint16_t)kind, .visible = 1, .enabled = {{~0ULL}}, .addr = address,
        .size = 4, .after = 1, .pc = 8};
    return e;
}

static void atomic(unsigned thread, enum op_kind kind, unsigned order)
{
    event(thread, kind, X)->order = (uint8_t)order;
}

/* The edges as "0>2 1>3", and everything is forgotten. */
static const char *edges(void)
{
    static char text[4096];
    struct steps *steps = steps_make(&naming);
    struct edges edges = synchronizes(&naming, steps);
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < edges.count && used < sizeof text - 64; i++)
        used += (size_t)sprintf(text + used, "%s%d>%d", i ? " " : "", (int)edges.at[i].from, (int)edges.at[i].to);
    free(edges.at);
    steps_free(steps);
    wire->events = wire->threads = 0;
    return text;
}

static void release_and_acquire(void)
{
    atomic(0, OP_ATOMIC_STORE, __ATOMIC_RELEASE);
    atomic(1, OP_ATOMIC_LOAD, __ATOMIC_ACQUIRE);
    CHECK(strcmp(edges(), "0>1") == 0);
    atomic(0, OP_ATOMIC_STORE, __ATOMIC_RELAXED);
    atomic(1, OP_ATOMIC_LOAD, __ATOMIC_ACQUIRE);
    CHECK(strcmp(edges(), "") == 0);
    atomic(0, OP_ATOMIC_STORE, __ATOMIC_SEQ_CST);
    atomic(1, OP_ATOMIC_LOAD, __ATOMIC_RELAXED);
    CHECK(strcmp(edges(), "") == 0);
}

/* An update goes on with a release sequence, a store of somebody else ends it, one of its own does not. */
static void release_sequences(void)
{
    atomic(0, OP_ATOMIC_STORE, __ATOMIC_RELEASE);
    atomic(1, OP_ATOMIC_RMW, __ATOMIC_RELAXED);
    atomic(2, OP_ATOMIC_LOAD, __ATOMIC_ACQUIRE);
    CHECK(strcmp(edges(), "0>2") == 0);
    atomic(0, OP_ATOMIC_STORE, __ATOMIC_RELEASE);
    atomic(1, OP_ATOMIC_STORE, __ATOMIC_RELAXED);
    atomic(2, OP_ATOMIC_LOAD, __ATOMIC_ACQUIRE);
    CHECK(strcmp(edges(), "") == 0);
    atomic(0, OP_ATOMIC_STORE, __ATOMIC_RELEASE);
    atomic(0, OP_ATOMIC_STORE, __ATOMIC_RELAXED);
    atomic(2, OP_ATOMIC_LOAD, __ATOMIC_ACQUIRE);
    CHECK(strcmp(edges(), "0>2") == 0);
}

static void failed_exchange(void)
{
    atomic(0, OP_ATOMIC_STORE, __ATOMIC_RELEASE);
    struct wire_event *e = event(1, OP_ATOMIC_CAS, X);
    e->order = __ATOMIC_ACQ_REL; /* and relaxed if it fails */
    atomic(2, OP_ATOMIC_LOAD, __ATOMIC_ACQUIRE);
    CHECK(strcmp(edges(), "0>2") == 0);
    atomic(0, OP_ATOMIC_STORE, __ATOMIC_RELEASE);
    e = event(1, OP_ATOMIC_CAS, X);
    e->order = __ATOMIC_ACQ_REL;
    e->result = 1;
    atomic(2, OP_ATOMIC_LOAD, __ATOMIC_ACQUIRE);
    CHECK(strcmp(edges(), "0>1 1>2") == 0);
}

/* Readers are not ordered behind readers; a writer is behind all. */
static void readers_and_writers(void)
{
    event(0, OP_RDLOCK, LOCK);
    event(0, OP_RWUNLOCK, LOCK);
    event(1, OP_RDLOCK, LOCK);
    event(1, OP_RWUNLOCK, LOCK);
    event(2, OP_WRLOCK, LOCK);
    event(2, OP_RWUNLOCK, LOCK);
    event(0, OP_RDLOCK, LOCK);
    CHECK(strcmp(edges(), "1>4 3>4 5>6") == 0);
}

/* What is not taken orders nothing; what follows from another edge is not told. */
static void locks(void)
{
    event(0, OP_LOCK, LOCK);
    event(0, OP_UNLOCK, LOCK);
    event(1, OP_TRYLOCK, LOCK)->result = 16;
    event(1, OP_LOCK, LOCK);
    event(1, OP_UNLOCK, LOCK);
    event(2, OP_LOCK, LOCK);
    CHECK(strcmp(edges(), "1>3 4>5") == 0);
}

/* A thread begins behind its creation, also one that has the number of another. */
static void births(void)
{
    event(0, OP_CREATE, LOCK);
    event(1, OP_WRITE, X);
    event(1, OP_EXIT, X + 8);
    event(0, OP_JOIN, X + 8);
    event(0, OP_CREATE, LOCK);
    event(1, OP_WRITE, X);
    wire->thread[0] = (struct wire_thread){.thread = 1, .start = 1, .event = 0};
    wire->thread[1] = (struct wire_thread){.thread = 1, .start = 1, .event = 4};
    wire->threads = 2;
    CHECK(strcmp(edges(), "0>1 2>3 4>5") == 0);
}

/* Those who leave a barrier are ordered behind the last one that came, and so behind all. */
static void barriers(void)
{
    event(0, OP_ARRIVE, LOCK);
    event(1, OP_ARRIVE, LOCK);
    event(2, OP_ARRIVE, LOCK)->result = UINT64_MAX;
    event(2, OP_LEAVE, LOCK);
    event(2, OP_ARRIVE, LOCK); /* the next round */
    event(0, OP_LEAVE, LOCK);
    event(1, OP_LEAVE, LOCK);
    CHECK(strcmp(edges(), "0>2 1>2 2>5 2>6") == 0);
}

/* Whatever a crashed runtime left behind. */
static void garbage(void)
{
    for (int i = 0; i < 500; i++) {
        struct wire_event *e = event(0, OP_NONE, 0);
        random_fill(e, sizeof *e);
        if (i % 2)
            e->kind %= OP_KINDS;
    }
    wire->threads = UINT32_MAX;
    edges();
}

int main(void)
{
    wire = mmap(NULL, WIRE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (wire == MAP_FAILED)
        return 1;
    naming = (struct naming){.wire = wire, .symbols = symbols_open(wire)};
    TEST(release_and_acquire);
    TEST(release_sequences);
    TEST(failed_exchange);
    TEST(readers_and_writers);
    TEST(locks);
    TEST(births);
    TEST(barriers);
    TEST(garbage);
    symbols_close(naming.symbols);
    return check_status();
}
