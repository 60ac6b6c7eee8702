/* window.c - see window.h. Compared is all that the program can reach: data of all modules, heaps, stacks, thread-local storage
 * of the program; of the running thread's stack what this epoch has not saved. Small ranges are copied before and compared
 * afterwards. Of large ones the kernel tells which pages were written, where it can. */
#include "world/window.h"

#include <string.h>
#include <sys/mman.h>

#include "base/raw.h"
#include "world/extents.h"
#include "world/tracking.h"
#include "world/undo.h"

enum { MOST_RANGES = 1 << 16, MOST_LARGE = 256, CHUNK = 1024, PAGE = 4096, LARGE = 256 << 10 };

struct range {
    uint64_t lo, hi;
};

/* A large range, of which the kernel tells the pages that were written. Its copy is kept from call to call. */
struct large {
    uint64_t lo, hi;   /* whole pages; it may grow */
    uint64_t compared; /* up to here, in the call under way */
    char    *copy;
    uint64_t room;
};

static struct {
    struct range *range;
    unsigned      count;
    char         *copy, *top;
    struct large  large[MOST_LARGE];
    unsigned      larges;
} window;

bool window_prepare(void)
{
    window.range = raw_map(NULL, MOST_RANGES * sizeof *window.range, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    for (uint64_t size = 256ULL << 30; size >= 64ULL << 20 && !window.copy; size /= 2)
        window.copy = raw_map(NULL, size, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    return window.range && window.copy;
}

static void copy_range(uint64_t lo, uint64_t hi)
{
    if (lo >= hi || window.count == MOST_RANGES)
        return;
    window.range[window.count++] = (struct range){lo, hi};
    memcpy(window.top, (void *)lo, hi - lo);
    window.top += hi - lo;
}

/* ---- large ranges ---------------------------------------------------------------------------------------------------- */

static struct large *large_at(uint64_t lo)
{
    for (unsigned i = 0; i < window.larges; i++)
        if (window.large[i].lo == lo)
            return &window.large[i];
    if (window.larges == MOST_LARGE)
        return NULL;
    struct large *l = &window.large[window.larges];
    *l = (struct large){.lo = lo, .hi = lo, .room = 16ULL << 30};
    while (l->room >= LARGE && !(l->copy = raw_map(NULL, l->room, PROT_READ | PROT_WRITE, MAP_NORESERVE)))
        l->room /= 2;
    window.larges += l->copy != NULL;
    return l->copy ? l : NULL;
}

static void copy_pages(uint64_t lo, uint64_t hi, void *large)
{
    struct large *l = large;
    memcpy(l->copy + (lo - l->lo), (void *)lo, hi - lo);
}

/* Bring the copy up to date; false: the range has to be copied as a whole. */
static bool follow(uint64_t lo, uint64_t hi)
{
    struct large *l = tracking_works() ? large_at(lo) : NULL;
    if (!l || hi - lo > l->room || (hi > l->hi && !tracking_follow(l->hi, hi)))
        return false;
    l->hi = hi > l->hi ? hi : l->hi;
    if (!tracking_written(lo, hi, true, copy_pages, l))
        return false;
    l->compared = hi;
    return true;
}

static void add_range(uint64_t lo, uint64_t hi, void *unused)
{
    (void)unused;
    uint64_t first = (lo + PAGE - 1) & ~(uint64_t)(PAGE - 1), last = hi & ~(uint64_t)(PAGE - 1);
    if (lo >= hi || last < first + LARGE || !follow(first, last)) {
        copy_range(lo, hi);
        return;
    }
    copy_range(lo, first);
    copy_range(last, hi);
}

void window_open(const struct world *w, const struct thread *t, bool of_c)
{
    window.count = 0;
    window.top = window.copy;
    for (unsigned i = 0; i < window.larges; i++)
        window.large[i].compared = 0;
    extents_writable(w, t, of_c, add_range, NULL);
}

/* ---- what has changed ------------------------------------------------------------------------------------------------ */

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

/* Each run of bytes that differ, and no others: neighbours may be somebody else's. */
static void tell_runs(uint64_t at, uint64_t difference, window_visitor *changed, void *data)
{
    for (unsigned first = 0, end; first < 8; first = end) {
        for (end = first; end < 8 && (difference >> 8 * end & 0xff) != 0;)
            end++;
        if (end > first)
            changed(at + first, end - first, data);
        else
            end++;
    }
}

static void compare_words(uint64_t at, const char *was, uint64_t size, window_visitor *changed, void *data)
{
    for (uint64_t n = 0; n < size; n += 8) {
        uint64_t before = *(const uint64_t *)(was + n), now = *(const uint64_t *)(at + n), difference = before ^ now;
        if (!difference)
            continue;
        note_word(at + n, before);
        tell_runs(at + n, difference, changed, data);
    }
}

struct visit {
    window_visitor *changed;
    void           *data;
    const char     *copy; /* of what begins at lo */
    uint64_t        lo;
};

static void compare_range(uint64_t lo, uint64_t hi, void *data)
{
    const struct visit *v = data;
    for (uint64_t at = lo; at < hi; at += CHUNK) {
        uint64_t size = hi - at < CHUNK ? hi - at : CHUNK;
        const char *was = v->copy + (at - v->lo);
        if (!same((const char *)at, was, size))
            compare_words(at, was, size, v->changed, v->data);
    }
}

void window_close(window_visitor *changed, void *data)
{
    const char *was = window.copy;
    for (unsigned i = 0; i < window.count; i++) {
        struct range r = window.range[i];
        compare_range(r.lo, r.hi, &(struct visit){changed, data, was, r.lo});
        was += r.hi - r.lo;
    }
    for (unsigned i = 0; i < window.larges; i++) {
        struct large *l = &window.large[i];
        struct visit v = {changed, data, l->copy, l->lo};
        if (l->compared && !tracking_written(l->lo, l->compared, false, compare_range, &v))
            compare_range(l->lo, l->compared, &v);
    }
}
