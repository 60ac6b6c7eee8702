/* test_heap.c - the rewindable heap against a model. The heap's malloc is the test's own too, and serves it (and libc) from
 * memory of the runtime. Each test is a process of its own. */
#include "heap_fakes.h"

#include "model/op_columns.c"
#include "probe/heap/heap.c"
#include "probe/heap/heap_arena.c"
#include "probe/heap/heap_bits.c"
#include "probe/heap/heap_blocks.c"
#include "probe/heap/heap_early.c"
#include "base/text.c"
#include "probe/heap/heap_faults.c"
#include "world/memory/uncleared.c"

#include <errno.h>
#include <malloc.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int failures;

#define CHECK(condition)                                                              \
    do {                                                                              \
        if (!(condition)) {                                                           \
            printf("# %s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
            if (++failures > 10)                                                      \
                _exit(1);                                                             \
        }                                                                             \
    } while (0)

#include "heap_model.h"

/* ---- tests --------------------------------------------------------------------------------------------------------- */

static void test_model(void)
{
    keep_notes = false;
    for (int i = 0; i < 20000; i++) {
        model_step();
        if (i % 5000 == 0)
            model_check_all();
    }
    model_check_all();
    model_free_all();
    struct image nothing = image_of_nothing();
    CHECK(image_equal(&nothing, false));
    for (uint64_t word = 0; word < mz__layout.arena_size / 8; word += 512)
        CHECK((quiet_words[word] & 3) != 3);
}

static void test_sizes(void)
{
    for (size_t size = 0; size < 9000; size += 1 + size / 40) {
        char *p = do_malloc(0, size), *q = do_malloc(0, size);
        CHECK(p && q && p != q && (uint64_t)p % 16 == 0 && (q >= p + size || p >= q + size) && is_zero(p, size));
        CHECK(malloc_usable_size(p) == size);
        memset(p, 255, size);
        do_free(0, p);
        do_free(1, q);
        CHECK(is_zero(p, size));
        char *again = do_malloc(0, size);
        CHECK(again == p); /* the lowest place */
        do_free(0, again);
    }
    CHECK(malloc_usable_size(NULL) == 0 && malloc_trim(0) == 0 && mallopt(M_MMAP_THRESHOLD, 1) == 1);
}

/* The same blocks stay, whatever came in between and in whatever order the rest went. */
static void test_canonical(void)
{
    enum { N = 2000 };
    static void *kept[N], *extra[N], *expected[N];
    static size_t sizes[N];
    struct image first = image_of_nothing();
    for (int i = 0; i < N; i++)
        sizes[i] = random_size();
    for (int round = 0; round < 6; round++) {
        for (int i = 0; i < N; i++) {
            kept[i] = do_malloc(i % 2, sizes[i]);
            if (round == 0)
                expected[i] = kept[i];
            CHECK(kept[i] == expected[i]);
        }
        int extras = round * N / 5;
        for (int i = 0; i < extras; i++)
            memset(extra[i] = do_malloc((tid)random_below(2), sizes[random_below(N)]), 0xee, 1);
        for (int i = 0; i < extras; i++) {
            int j = i + (int)random_below((uint64_t)(extras - i));
            void *p = extra[j];
            extra[j] = extra[i];
            do_free((tid)random_below(3), p);
        }
        for (int i = 0; i < N; i += 3) /* free by halves from both ends, or upwards, or downwards, ... */
            do_free((tid)round % 3, kept[round % 2 ? N - 1 - (N - 1) % 3 - i : i]);
        if (round == 0)
            first = image_take();
        CHECK(image_equal(&first, false));
        for (int i = N - 1; i >= 0; i--)
            if (i % 3)
                do_free(0, kept[i]);
    }
}

/* Addresses depend on a thread's own allocations only. */
static void test_interleaving(void)
{
    enum { N = 3000 };
    static void *alone[2][N];
    static size_t sizes[2][N];
    for (tid t = 0; t < 2; t++)
        for (int i = 0; i < N; i++) {
            sizes[t][i] = random_size();
            alone[t][i] = do_malloc(t, sizes[t][i]);
        }
    for (tid t = 0; t < 2; t++)
        for (int i = 0; i < N; i++)
            do_free(t, alone[t][i]);
    int at[2] = {0, 0};
    while (at[0] < N || at[1] < N) {
        tid t = at[0] == N ? 1 : at[1] == N ? 0 : (tid)random_below(2);
        CHECK(do_malloc(t, sizes[t][at[t]]) == alone[t][at[t]]);
        at[t]++;
    }
}

static void test_undo(void)
{
    static struct model_block saved[BLOCKS];
    for (int i = 0; i < 3000; i++)
        model_step();
    for (int round = 0; round < 30; round++) {
        uint64_t mark = noted, seed = random_state;
        struct image image = image_take();
        uint64_t lo[COMPARED], hi[COMPARED], lo_now, hi_now;
        for (tid t = 0; t < COMPARED; t++)
            CHECK(heap_live_extent(t, &lo[t], &hi[t]));
        memcpy(saved, model, sizeof model);
        for (int i = 0; i < 200; i++)
            model_step();
        rewind_to(mark);
        memcpy(model, saved, sizeof model);
        CHECK(image_equal(&image, true));
        for (tid t = 0; t < COMPARED; t++)
            CHECK(heap_live_extent(t, &lo_now, &hi_now) && lo_now == lo[t] && hi_now == hi[t]);
        image_drop(&image);
        random_state = seed; /* the same again, and on from there */
        for (int i = 0; i < 50; i++)
            model_step();
    }
    model_check_all();
    rewind_to(0);
    struct image nothing = image_of_nothing();
    CHECK(image_equal(&nothing, true));
}

static void test_faults(void)
{
    int local;
    char *p = do_malloc(1, 40), *big = do_malloc(1, 50000);
    do_free(0, p + 8);
    CHECK(strcmp(fault_text, "free inside of a block of 40 bytes (offset 8)") == 0);
    do_free(0, big + 8192);
    CHECK(strcmp(fault_text, "free inside of a block of 50000 bytes (offset 8192)") == 0);
    do_free(0, big + 3);
    CHECK(strcmp(fault_text, "free inside of a block of 50000 bytes (offset 3)") == 0);
    do_free(0, &a_variable);
    CHECK(strcmp(fault_text, "free of an address among the program's variables") == 0);
    mz__layout.slots_size = 0;
    do_free(0, &local);
    CHECK(strcmp(fault_text, "free of an address outside of the heap") == 0);
    do_free(0, heap_record(1, 3));
    CHECK(strcmp(fault_text, "free of an address in the heap that was never allocated") == 0);
    do_free(0, (void *)arena_heap_lo(60));
    CHECK(strcmp(fault_text, "free of an address in the heap that was never allocated") == 0);
    do_free(0, (void *)(arena_heap_lo(61) - 16));
    CHECK(strcmp(fault_text, "free of an address in the heap that was never allocated") == 0);
    do_free(0, p + 128);
    CHECK(strcmp(fault_text, "free of an address in the heap that was never allocated") == 0);
    do_free(2, p);
    CHECK(fault_text[0] == 0);
    do_free(1, p);
    CHECK(strcmp(fault_text, "double free of a block of 40 bytes") == 0);
    CHECK(!do_realloc(1, p, 8) && strcmp(fault_text, "realloc of a freed block of 40 bytes (offset 0)") == 0);
    do_free(1, big);
    do_free(1, big);
    CHECK(strcmp(fault_text, "double free of a block of 50000 bytes") == 0);
    CHECK(!do_realloc(1, &a_variable, 8) && strcmp(fault_text, "realloc of an address among the program's variables") == 0);
    do_free(1, NULL);
    CHECK(fault_text[0] == 0);
}

static void *(*volatile call_calloc)(size_t, size_t) = calloc;
static void *(*volatile call_reallocarray)(void *, size_t, size_t) = reallocarray;
static void *(*volatile call_memalign)(size_t, size_t) = memalign;
static void *(*volatile call_aligned_alloc)(size_t, size_t) = aligned_alloc;
static void *(*volatile call_valloc)(size_t) = valloc;
static void *(*volatile call_pvalloc)(size_t) = pvalloc;
static int (*volatile call_posix_memalign)(void **, size_t, size_t) = posix_memalign;

static void test_no_memory(void)
{
    char *p = do_malloc(0, 100);
    memset(p, 7, 100);
    CHECK(!do_malloc(0, SIZE_MAX) && last_errno == ENOMEM);
    CHECK(!do_malloc(0, PTRDIFF_MAX) && last_errno == ENOMEM);
    CHECK(!do_malloc(0, mz__layout.heap_span) && last_errno == ENOMEM);
    CHECK(!AS(0, call_calloc((size_t)1 << 33, (size_t)1 << 33)) && last_errno == ENOMEM);
    CHECK(!AS(0, call_calloc(SIZE_MAX, SIZE_MAX)) && last_errno == ENOMEM);
    CHECK(!AS(0, call_reallocarray(p, (size_t)1 << 33, (size_t)1 << 33)) && last_errno == ENOMEM);
    CHECK(!do_realloc(0, p, SIZE_MAX - 4096) && last_errno == ENOMEM && p[99] == 7);
    void *unset = p;
    CHECK(AS(0, call_posix_memalign(&unset, 16, SIZE_MAX)) == ENOMEM && unset == p && last_errno == 0);
    CHECK(!AS(0, call_memalign((size_t)1 << 63, 1)) && !AS(0, call_memalign(SIZE_MAX, 1)));
    do_free(0, p);
}

/* Small arenas: fill them with blocks of one size, and empty them again. */
static void test_exhausted(void)
{
    static void *blocks[1 << 20];
    static const size_t sizes[] = {16, 64, 500, 2016, 5000, 70000};
    keep_notes = false;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = 0;
        while ((blocks[n] = do_malloc(0, sizes[s])) != NULL)
            memset(blocks[n++], 1, sizes[s]);
        CHECK(last_errno == ENOMEM && (size_t)n * sizes[s] > mz__layout.heap_span / 100);
        printf("# %zu-byte blocks in an arena of %lu MiB: %d, %lu %% of it\n", sizes[s],
               (unsigned long)(mz__layout.heap_span >> 20), n,
               (unsigned long)((size_t)n * sizes[s] * 100 / mz__layout.heap_span));
        for (int i = 0; i < n; i++) {
            CHECK(((char *)blocks[i])[0] == 1 && ((char *)blocks[i])[sizes[s] - 1] == 1);
            do_free(i % 3, blocks[i]);
            CHECK(fault_text[0] == 0);
        }
        struct image nothing = image_of_nothing();
        CHECK(image_equal(&nothing, false));
    }
}

static void test_alignment(void)
{
    for (size_t alignment = 1; alignment <= 1 << 20; alignment *= 2)
        for (size_t size = 0; size < 3000; size = size * 2 + 1) {
            char *p = AS(0, call_memalign(alignment, size)), *q = AS(0, call_aligned_alloc(alignment, size));
            CHECK(p && q && p != q && (uint64_t)p % alignment == 0 && (uint64_t)q % alignment == 0);
            memset(p, 1, size);
            memset(q, 2, size);
            CHECK(malloc_usable_size(p) == size && (size == 0 || p[size - 1] == 1));
            p = do_realloc(0, p, size + 5000);
            CHECK(p && (size == 0 || p[size - 1] == 1));
            do_free(0, p);
            do_free(0, q);
            CHECK(fault_text[0] == 0);
        }
    char *odd = AS(0, call_memalign(48, 10));
    CHECK(odd && (uint64_t)odd % 64 == 0);
    void *p = NULL;
    CHECK(AS(0, call_posix_memalign(&p, 24, 8)) == EINVAL && AS(0, call_posix_memalign(&p, 4, 8)) == EINVAL && !p);
    CHECK(AS(0, call_posix_memalign(&p, 0, 8)) == EINVAL && !p);
    CHECK(AS(0, call_posix_memalign(&p, 128, 100)) == 0 && p && (uint64_t)p % 128 == 0);
    CHECK(last_op.kind == OP_WRITE && last_op.addr == (uint64_t)&p && last_op.size == sizeof p);
    CHECK((uint64_t)AS(0, call_valloc(10)) % 65536 == 0);
    p = AS(0, call_pvalloc(10));
    CHECK((uint64_t)p % 65536 == 0 && malloc_usable_size(p) % 4096 == 0 && malloc_usable_size(p) > 0);
}

static void test_early(void)
{
    char *p = call_malloc(100), *q = call_calloc(10, 10), *none = call_malloc(0), *none2 = call_malloc(0);
    CHECK(early_has(p) && early_has(q) && early_has(none) && none != none2 && is_zero(q, 100) && !heap_in_arenas((uint64_t)p));
    memset(p, 3, 100);
    p = call_realloc(p, 300);
    CHECK(early_has(p) && p[99] == 3 && p[100] == 0 && malloc_usable_size(p) == 300);
    do_free(0, q); /* by the program: nothing happens, and it is no fault */
    CHECK(fault_text[0] == 0);
    char *moved = do_realloc(0, p, 200);
    CHECK(heap_in_arenas((uint64_t)moved) && moved[99] == 3 && moved[100] == 0 && malloc_usable_size(moved) == 200);
    CHECK(!do_realloc(0, none, 0) && fault_text[0] == 0);
    char *ours = call_realloc(moved, 250); /* libc called by the engine */
    CHECK(early_has(ours) && ours[99] == 3);
    call_free(moved); /* ignored outside of the program */
    CHECK(malloc_usable_size(moved) == 200);
    call_free(ours);
    void *aligned = NULL;
    CHECK(call_posix_memalign(&aligned, 4096, 10) == 0 && (uint64_t)aligned % 4096 == 0 && early_has(aligned));
    char *large = call_malloc(200 << 20), *after = call_malloc(10);
    CHECK(early_has(large) && early_has(after) && early_has(large + (200 << 20) - 1));
    CHECK(!call_malloc(SIZE_MAX) && !call_malloc(PTRDIFF_MAX) && !call_calloc(SIZE_MAX, 2));
    CHECK(!call_realloc(call_malloc(10), 0) && early_has(call_realloc(NULL, 10)));
}

static void test_realloc(void)
{
    char *p = do_realloc(0, NULL, 20);
    CHECK(p && last_op.kind == OP_MALLOC && malloc_usable_size(p) == 20);
    memset(p, 9, 20);
    CHECK(do_realloc(0, p, 25) == p && p[19] == 9 && p[20] == 0); /* fits its class */
    memset(p, 9, 25);
    CHECK(do_realloc(0, p, 17) == p && is_zero(p + 17, 8));
    CHECK(!do_realloc(0, p, 0) && last_op.kind == OP_FREE && fault_text[0] == 0);
    do_free(0, p);
    CHECK(fault_text[0] != 0);
    char *big = do_malloc(0, 10000), *next = do_malloc(0, 5000);
    memset(big, 5, 10000);
    char *moved = do_realloc(0, big, 20000);
    CHECK(moved != big && moved[9999] == 5 && moved[10000] == 0 && is_zero(big, 10000));
    do_free(0, next);
    uint64_t before = noted_state;
    CHECK(do_realloc(0, moved, 900000 / 8) == moved && moved[9999] == 5); /* grows where it is */
    CHECK(noted_state - before <= 4);
    memset(moved, 6, 100000);
    CHECK(do_realloc(0, moved, 9000) == moved && moved[8999] == 6 && is_zero(moved + 9000, 91000));
    char *small = do_realloc(0, moved, 10);
    CHECK(small != moved && small[9] == 6 && is_zero(moved, 9000));
}

/* What was freed is not given out next; and who allocates in circles comes to the same bytes again. */
static void test_reuse(void)
{
    static const size_t sizes[] = {1, 40, 500, 1700, 5000};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        char *first = do_malloc(0, sizes[s]);
        do_free(0, first);
        CHECK(do_malloc(0, sizes[s]) == first); /* without checks it is */
        do_free(0, first);
        mz__hot.checked_heap = 1;
        char *last = first, *places[8];
        for (int i = 0; i < 8; i++) {
            places[i] = do_malloc(0, sizes[s]);
            CHECK(i == 0 || places[i] != last);
            do_free(0, last = places[i]);
        }
        for (int i = 4; i < 8; i++)
            CHECK(places[i] == places[i - 4]);
        mz__hot.checked_heap = 0;
        *heap_record(0, heap_class_for(sizes[s], HEAP_ALIGNMENT)) = 0;
    }
}

static bool depend(struct op a, struct op b) { return op_dependent(&a, &b); }

static void test_operations(void)
{
    char *p = do_malloc(0, 40), *other = do_malloc(0, 200);
    struct op alloc40, alloc200, free_p, free_other, alloc_thread2, move, read;
    do_malloc(0, 41);
    alloc40 = last_op;
    do_malloc(0, 210);
    alloc200 = last_op;
    do_malloc(2, 40);
    alloc_thread2 = last_op;
    read = (struct op){.kind = OP_READ, .addr = (uint64_t)p + 8, .size = 8};
    do_free(1, p);
    free_p = last_op;
    do_free(1, other);
    free_other = last_op;
    CHECK(depend(alloc40, free_p) && depend(alloc200, free_other));
    CHECK(!depend(alloc40, alloc200) && !depend(alloc40, free_other) && !depend(free_p, free_other));
    CHECK(!depend(alloc_thread2, free_p) && !depend(alloc_thread2, alloc40));
    CHECK(depend(free_p, read) && !depend(free_other, read) && !depend(alloc40, read));
    CHECK(free_p.addr == (uint64_t)p && free_p.size == 64 && free_p.arg[0] == (uint64_t)p);
    p = do_malloc(0, 40);
    do_realloc(1, p, 200);
    move = last_op;
    CHECK(depend(move, alloc40) && depend(move, alloc200) && depend(move, read) && !depend(move, alloc_thread2));
    char *big = do_malloc(3, 1 << 20);
    do_free(0, big);
    CHECK(last_op.addr == (uint64_t)big && last_op.size > 1 << 20 && last_op.size2 == 8);
}

/* Operations that are not dependent commute: same results, same bytes. */
static void test_commute(void)
{
    enum { N = 400 };
    static void *blocks[N];
    static size_t sizes[N];
    int independent = 0;
    for (int i = 0; i < N; i++)
        blocks[i] = do_malloc(0, sizes[i] = random_size());
    for (int round = 0; round < 120; round++) {
        uint64_t mark = noted;
        size_t size = random_size();
        void *victim = blocks[random_below(N)];
        void *first = do_malloc(0, size);
        struct op op = last_op;
        do_free(1, victim);
        struct image image = image_take();
        bool dependent = depend(op, last_op);
        rewind_to(mark);
        do_free(1, victim);
        void *second = do_malloc(0, size);
        if (!dependent) {
            independent++;
            CHECK(first == second && image_equal(&image, false));
        }
        image_drop(&image);
        rewind_to(mark);
    }
    CHECK(independent > 50);
}

static void test_blocks(void)
{
    struct heap_block b;
    char *p = do_malloc(3, 40), *q = do_malloc(3, 41), *big = do_malloc(3, 70000);
    CHECK(heap_block_of((uint64_t)p + 39, &b) && b.live && b.start == (uint64_t)p && b.size == 40 && b.thread == 3 && b.number == 1);
    CHECK(heap_block_of((uint64_t)q, &b) && b.number == 2 && b.pc == 0x555500000000 + 16 + 41 % 7);
    CHECK(heap_block_of((uint64_t)big + 69999, &b) && b.live && b.start == (uint64_t)big && b.size == 70000 && b.number == 3);
    do_free(0, q);
    do_free(0, big);
    CHECK(heap_block_of((uint64_t)q + 3, &b) && !b.live && b.start == (uint64_t)q && b.size == 41 && b.freed_by == 0 && b.freed_pc != 0);
    CHECK(heap_block_of((uint64_t)big + 50000, &b) && !b.live && b.start == (uint64_t)big && b.size == 70000);
    CHECK(!heap_block_of((uint64_t)&a_variable, &b) && !heap_block_of(arena_heap_lo(3), &b) && !heap_block_of(arena_heap_lo(9), &b));
    CHECK(!heap_block_of((uint64_t)heap_record(3, 1), &b));
    uint64_t start, size, pc;
    blocks_describe((uint64_t)p + 1, &start, &size, &pc);
    CHECK(start == (uint64_t)p && size == 40 && pc != 0);
    blocks_describe(0, &start, &size, &pc);
    CHECK(!start && !size && !pc);
    CHECK(blocks_mapped((uint64_t)p) && blocks_mapped(0) && !blocks_mapped(arena_heap_lo(9)));
}

/* Whatever is not zero lies in the ranges that are told, and the ranges in the extent. */
static void test_ranges(void)
{
    for (int i = 0; i < 4000; i++)
        model_step();
    uint64_t lo, hi, from, to, told = 0;
    CHECK(!heap_live_extent(9, &lo, &hi) && !heap_live_range(9, 0, &lo, &hi));
    for (tid t = 0; t < COMPARED; t++) {
        static uint8_t inside[(64 << 20) / 8];
        memset(inside, 0, sizeof inside);
        CHECK(heap_live_extent(t, &lo, &hi));
        for (unsigned i = 0; heap_live_range(t, i, &from, &to); i++) {
            CHECK(from == to || (from >= lo && to <= hi && from < to && from % 8 == 0 && to % 8 == 0));
            for (uint64_t a = from; a < to; a += 8)
                CHECK(!inside[(a - arena_heap_lo(t)) / 8]++);
            told += to - from;
        }
        for (uint64_t a = 0; a < mz__layout.heap_committed[t]; a += 8)
            CHECK(*(uint64_t *)(arena_heap_lo(t) + a) == 0 || inside[a / 8]);
    }
    printf("# %lu KiB told\n", (unsigned long)(told >> 10));
}

static uint64_t nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void measure(const char *what, size_t size)
{
    enum { PAIRS = 200000 };
    uint64_t state = noted_state, quiet = noted_quiet, start = nanoseconds();
    for (int i = 0; i < PAIRS; i++)
        do_free(0, do_malloc(0, size));
    printf("# %s: %.1f ns, %.2f words of state and %.2f quiet ones noted for a malloc and free of %zu bytes\n", what,
           (double)(nanoseconds() - start) / PAIRS, (double)(noted_state - state) / PAIRS, (double)(noted_quiet - quiet) / PAIRS, size);
    CHECK(noted_state - state <= 5 * PAIRS);
}

static void test_cost(void)
{
    keep_notes = false;
    measure("empty heap", 16);
    measure("empty heap", 100);
    measure("empty heap", 5000);
    for (int i = 0; i < 200000; i++)
        do_malloc(0, 16 + random_below(48));
    uint64_t before = noted_state;
    for (int i = 0; i < 100; i++)
        do_malloc(0, 100000);
    printf("# %.1f words of state noted for a malloc of 100000 bytes\n", (double)(noted_state - before) / 100);
    measure("200000 blocks alive", 16);
    measure("200000 blocks alive", 100);
    measure("200000 blocks alive", 5000);
    char *big = do_malloc(1, 20 << 20);
    before = noted_state;
    do_free(1, big);
    CHECK(noted_state - before < 200); /* a page that was never touched is not noted */
}

static int run(const char *name, void (*test)(void), uint64_t span)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        make_arenas(span);
        test();
        fflush(stdout);
        _exit(failures ? 1 : 0);
    }
    int status;
    waitpid(child, &status, 0);
    printf("%s heap %s\n", status == 0 ? "ok" : "FAIL", name);
    return status != 0;
}

int main(void)
{
    static const struct {
        const char *name;
        void (*test)(void);
        uint64_t span;
    } tests[] = {
        {"against a model", test_model, 1ULL << 30},
        {"sizes", test_sizes, 64ULL << 20},
        {"same blocks, same bytes", test_canonical, 1ULL << 30},
        {"addresses do not depend on the interleaving", test_interleaving, 1ULL << 30},
        {"undo", test_undo, 1ULL << 30},
        {"faults", test_faults, 64ULL << 20},
        {"out of memory", test_no_memory, 64ULL << 20},
        {"exhausted", test_exhausted, 16ULL << 20},
        {"exhausted, odd span", test_exhausted, 5ULL << 20},
        {"alignment", test_alignment, 64ULL << 20},
        {"outside of the program", test_early, 64ULL << 20},
        {"realloc", test_realloc, 64ULL << 20},
        {"reuse", test_reuse, 64ULL << 20},
        {"operations", test_operations, 64ULL << 20},
        {"independent operations commute", test_commute, 1ULL << 30},
        {"blocks for reports", test_blocks, 64ULL << 20},
        {"ranges", test_ranges, 64ULL << 20},
        {"cost", test_cost, 1ULL << 30},
    };
    int failed = 0;
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        failed += run(tests[i].name, tests[i].test, tests[i].span);
    return failed ? 1 : 0;
}
