/* window.c - see window.h. Compared is all that the program can reach: data of all modules, heaps, stacks, thread-local storage
 * of the program; of the running thread's stack what this epoch has not saved. */
#include "world/window.h"

#include <string.h>
#include <sys/mman.h>

#include "base/raw.h"
#include "world/extents.h"
#include "world/undo.h"

enum { MOST_RANGES = 1 << 16, CHUNK = 1024 };

struct range {
    uint64_t lo, hi;
};

static struct {
    struct range *range;
    unsigned      count;
    char         *copy, *top;
} window;

bool window_prepare(void)
{
    window.range = raw_map(NULL, MOST_RANGES * sizeof *window.range, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    for (uint64_t size = 256ULL << 30; size >= 64ULL << 20 && !window.copy; size /= 2)
        window.copy = raw_map(NULL, size, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    return window.range && window.copy;
}

static void copy_range(uint64_t lo, uint64_t hi, void *unused)
{
    (void)unused;
    if (lo >= hi || window.count == MOST_RANGES)
        return;
    window.range[window.count++] = (struct range){lo, hi};
    memcpy(window.top, (void *)lo, hi - lo);
    window.top += hi - lo;
}

void window_open(const struct world *w, const struct thread *t)
{
    window.count = 0;
    window.top = window.copy;
    extents_writable(w, t, copy_range, NULL);
}

/* Note that a word held something else before. */
static void note_word(uint64_t word, uint64_t old)
{
    struct cell *cell = layout_cell(word);
    if (!cell || cell->epoch == mz__hot.epoch)
        return;
    uint64_t *top = (uint64_t *)mz__hot.undo_top;
    top[0] = old;
    top[1] = word;
    mz__hot.undo_top = (char *)(top + 2);
    cell->epoch = mz__hot.epoch;
}

typedef uint64_t pair __attribute__((vector_size(16), aligned(8), may_alias));

/* Whole words. */
static bool same(const char *a, const char *b, uint64_t size)
{
    const pair *x = (const pair *)a, *y = (const pair *)b;
    pair difference = {0, 0};
    uint64_t n = 0;
    for (; n + 64 <= size; n += 64, x += 4, y += 4)
        difference |= (x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2]) | (x[3] ^ y[3]);
    uint64_t rest = difference[0] | difference[1];
    for (; n < size; n += 8)
        rest |= *(const uint64_t *)(a + n) ^ *(const uint64_t *)(b + n);
    return rest == 0;
}

static void compare_words(uint64_t at, const char *was, uint64_t size, window_visitor *changed, void *data)
{
    for (uint64_t n = 0; n < size; n += 8) {
        uint64_t before = *(const uint64_t *)(was + n), now = *(const uint64_t *)(at + n), difference = before ^ now;
        if (!difference)
            continue;
        note_word(at + n, before);
        unsigned first = (unsigned)__builtin_ctzll(difference) / 8, last = 7 - (unsigned)__builtin_clzll(difference) / 8;
        changed(at + n + first, last - first + 1, data);
    }
}

void window_close(window_visitor *changed, void *data)
{
    const char *was = window.copy;
    for (unsigned i = 0; i < window.count; i++) {
        struct range r = window.range[i];
        for (uint64_t at = r.lo; at < r.hi; at += CHUNK) {
            uint64_t size = r.hi - at < CHUNK ? r.hi - at : CHUNK;
            if (!same((const char *)at, was + (at - r.lo), size))
                compare_words(at, was + (at - r.lo), size, changed, data);
        }
        was += r.hi - r.lo;
    }
}
