/* heap_fakes.h - the world as the heap sees it, for test_heap.c: arenas, a log of noted words that can be rewound, and an
 * mz__announce that performs at once. */
#ifndef MZ_TESTS_HEAP_FAKES_H
#define MZ_TESTS_HEAP_FAKES_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/raw.h"
#include "model/op.h"
#include "probe/errno.h"
#include "probe/heap/heap.h"
#include "probe/heap/maps.h"
#include "probe/process/signals.h"
#include "probe/sync/held.h"
#include "probe/probe.h"
#include "world/hot.h"
#include "world/loaded/language.h"
#include "world/memory/layout.h"
#include "world/memory/valid.h"
#include "world/watch/allocation_counts.h"
#include "world/watch/tracked_blocks.h"

struct hot    mz__hot;
struct layout mz__layout;
static struct wire no_wire;
struct world  mz__world = {.wire = &no_wire, .live = 3}; /* large blocks are cleared at once */
threadset     mz__outlived;

void valid_open(uint64_t start, uint64_t size) { (void)start, (void)size; }
void valid_shut(uint64_t start, uint64_t size) { (void)start, (void)size; }
void valid_resize(uint64_t start, uint64_t old, uint64_t size) { (void)start, (void)old, (void)size; }

/* Nothing is mapped: test_maps.c. */
bool maps_block_of(uint64_t addr, struct heap_block *out) { return (void)addr, (void)out, false; }
bool maps_extent(tid owner, unsigned index, uint64_t *lo, uint64_t *hi) { return (void)owner, (void)index, (void)lo, (void)hi, false; }
enum block_access blocks_access(uint64_t addr) { return (void)addr, ACCESS_UNMAPPED; }

bool language_is_openmp(uint64_t pc) { return (void)pc, false; }
bool modules_have_system_code(const struct wire *w, uint64_t pc) { return (void)w, (void)pc, false; }

void tracked_blocks_born(uint64_t block) { (void)block; }

struct signals mz__signals;
bool held_in(uint64_t lo, uint64_t hi, struct held *out) { return (void)lo, (void)hi, (void)out, false; }

/* ---- arenas ------------------------------------------------------------------------------------------------------- */

static uint8_t *quiet_words; /* for every word of the arenas: was it ever noted quietly, or as part of the state? */
enum { WORD_QUIET = 1, WORD_STATE = 2 };

static void make_arenas(uint64_t span)
{
    uint64_t size = span * MAX_THREADS;
    void *lo = mmap((void *)ARENA_LO, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    quiet_words = mmap(NULL, size / 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    mz__layout.heap_lo = (uint64_t)lo;
    mz__layout.heap_span = span;
    mz__layout.arena_size = size;
}

uint64_t arena_heap_lo(tid t) { return mz__layout.heap_lo + t * mz__layout.heap_span; }

bool arena_heap_commit(tid t, uint64_t upto)
{
    upto = (upto + 0xfffff) & ~(uint64_t)0xfffff;
    if (upto > mz__layout.heap_span)
        return false;
    if (upto > mz__layout.heap_committed[t]) {
        mprotect((void *)arena_heap_lo(t), upto, PROT_READ | PROT_WRITE);
        mz__layout.heap_committed[t] = upto;
    }
    return true;
}

bool arena_is_open(uint64_t addr, uint64_t size)
{
    uint64_t offset = addr - mz__layout.heap_lo;
    return offset % mz__layout.heap_span + size <= mz__layout.heap_committed[offset / mz__layout.heap_span];
}

static int a_variable;

const struct segment *layout_segment(uint64_t addr)
{
    static const struct segment segment;
    return addr == (uint64_t)&a_variable ? &segment : NULL;
}

void *raw_map(void *at, size_t size, int protection, int extra_flags)
{
    void *p = mmap(at, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | extra_flags, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

/* ---- the log ------------------------------------------------------------------------------------------------------ */

static struct note {
    uint64_t addr, old;
} *notes;
static uint64_t noted, noted_state, noted_quiet;
static bool keep_notes = true;

static void note(uint64_t addr, size_t size, uint8_t kind)
{
    if (!notes)
        notes = mmap(NULL, 1ULL << 32, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (uint64_t word = addr & ~(uint64_t)7; word < addr + size; word += 8) {
        notes[noted] = (struct note){word, *(uint64_t *)word};
        noted += keep_notes;
        noted_state += kind == WORD_STATE;
        noted_quiet += kind == WORD_QUIET;
        if (word - mz__layout.heap_lo < mz__layout.arena_size)
            quiet_words[(word - mz__layout.heap_lo) / 8] |= kind;
    }
}

static void rewind_to(uint64_t mark)
{
    while (noted > mark) {
        noted--;
        *(uint64_t *)notes[noted].addr = notes[noted].old;
    }
}

void mem_will_write(const volatile void *addr, size_t size) { note((uint64_t)addr, size, WORD_STATE); }
void mem_will_write_quiet(const volatile void *addr, size_t size) { note((uint64_t)addr, size, WORD_QUIET); }

bool mz__allocation_counts;
void allocation_counts_note(const struct thread *t, uint64_t block, struct allocation_count as) { (void)t, (void)block, (void)as; }

void mem_copy(void *to, const void *from, size_t size)
{
    mem_will_write(to, size);
    memcpy(to, from, size);
}

void mem_hand_out(void *block, size_t size)
{
    (void)block, (void)size;
}

void mem_clear(void *to, size_t size)
{
    char *p = to, *end = p + size;
    for (; p < end; p += 8 - (uint64_t)p % 8) {
        size_t step = 8 - (uint64_t)p % 8 < (uint64_t)(end - p) ? 8 - (uint64_t)p % 8 : (uint64_t)(end - p);
        uint64_t *word = (uint64_t *)((uint64_t)p & ~(uint64_t)7);
        if (*word == 0)
            continue;
        mem_will_write(p, step);
        memset(p, 0, step);
    }
}

/* ---- threads, operations, faults ---------------------------------------------------------------------------------- */

static struct thread threads[MAX_THREADS];
static int last_errno;
static struct op last_op;
static char fault_text[256];

void probe_set_errno(struct thread *t, int value)
{
    (void)t;
    last_errno = value;
}

enum performed world_report(struct thread *t, enum fault_kind kind, int code, uint64_t addr, const char *format, ...)
{
    (void)t, (void)code, (void)addr;
    va_list args;
    va_start(args, format);
    vsnprintf(fault_text, sizeof fault_text, format, args);
    va_end(args);
    return kind == FAULT_MEMORY ? PERFORM_FAULT : PERFORM_ENDED;
}

static const struct semantics *semantics_of(const struct op *op)
{
    return op->kind == OP_MALLOC ? &malloc_semantics : op->kind == OP_FREE ? &free_semantics : &realloc_semantics;
}

uint64_t mz__announce(uint32_t kind, const volatile void *addr, uint64_t size, uint64_t a, uint64_t b, uint64_t c)
{
    struct thread *t = mz__hot.running;
    t->op = (struct op){.addr = (uint64_t)addr, .size = (uint32_t)size, .arg = {a, b, c}, .kind = (uint16_t)kind,
                        .detail = (uint8_t)(kind >> 16), .pc = 0x555500000000 + b + a % 7};
    t->result[0] = 0;
    if (t->op.kind == OP_WRITE) { /* where posix_memalign puts the block */
        last_op = t->op;
        memcpy((void *)t->op.addr, (const void *)a, size);
        return b;
    }
    mz__hot.running = NULL;
    const struct semantics *s = semantics_of(&t->op);
    s->complete(&t->op);
    last_op = t->op;
    s->perform(t, &t->op, 0);
    mz__hot.running = t;
    return t->result[0];
}

void new_failed(struct thread *t, const struct op *op) { (void)t, (void)op; }
void probe_wipe_stack(void) {}

/* Calls as thread t; through pointers that the compiler knows nothing of. */
static void *(*volatile call_malloc)(size_t) = malloc;
static void *(*volatile call_realloc)(void *, size_t) = realloc;
static void (*volatile call_free)(void *) = free;

static void enter(tid t)
{
    threads[t].number = t;
    fault_text[0] = 0;
    last_errno = 0;
    mz__hot.running = &threads[t];
}

static void leave(void)
{
    mz__hot.running = NULL;
}

#define AS(t, call)                  \
    ({                               \
        enter(t);                    \
        __typeof__(call) as_ = call; \
        leave();                     \
        as_;                         \
    })

static void *do_malloc(tid t, size_t size) { return AS(t, call_malloc(size)); }
static void *do_realloc(tid t, void *p, size_t size) { return AS(t, call_realloc(p, size)); }

static void do_free(tid t, void *p)
{
    enter(t);
    call_free(p);
    leave();
}

#endif
