/* call_writes.c - see call_writes.h. Compared is all that the program can reach: data of all modules, heaps, stacks, thread-local storage
 * of the program; of the running thread's stack what this epoch has not saved. Of most of it there is an image (snapshot.h); the rest,
 * which is small, is copied. Of large ranges the kernel tells which pages were written, where it can. */
#include "world/outside/call_writes.h"

#include <string.h>
#include <sys/mman.h>

#include "base/raw.h"
#include "world/blame.h"
#include "world/memory/undo.h"
#include "world/outside/snapshot.h"
#include "world/outside/tracking.h"
#include "world/state/extents.h"
#include "world/state/identity.h"

enum { MOST_RANGES = 1 << 16, CHUNK = 1024, LARGE = 8 * PAGE };

/* A page that was written stays so in the kernel's account until it is called clean. That, and the fault at the next write to it, takes
 * as long as many comparisons: it is done when there are many such pages, and seldom. */
enum { MANY_PAGES = 32, SELDOM = 32 };

struct range {
    uint64_t    lo, hi;
    const char *was;      /* its copy */
    bool        kept;     /* which is the image's */
    bool        followed;
};

static struct {
    struct range *range;
    unsigned      count;
    bool          full;
    char         *copy, *top;
    uint64_t      written;  /* pages, by the kernel's account, in this call */
    unsigned      calls;    /* since they were called clean */
} window;

bool call_writes_prepare(bool follow)
{
    window.range = raw_map(NULL, MOST_RANGES * sizeof *window.range, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    for (uint64_t size = 256ULL << 30; size >= 64ULL << 20 && !window.copy; size /= 2)
        window.copy = raw_map(NULL, size, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    snapshot_prepare(follow);
    return window.range && window.copy;
}

static void add(struct range r)
{
    if (r.lo >= r.hi)
        return;
    window.full |= window.count == MOST_RANGES;
    if (!window.full)
        window.range[window.count++] = r;
}

static void add_copied(uint64_t lo, uint64_t hi)
{
    memcpy(window.top, (void *)lo, hi - lo);
    add((struct range){.lo = lo, .hi = hi, .was = window.top});
    window.top += hi - lo;
}

static void add_range(uint64_t lo, uint64_t hi, void *unused)
{
    (void)unused;
    if (lo >= hi)
        return;
    const char *was = snapshot_keep(lo, hi);
    uint64_t first = page_up(lo), last = page_down(hi);
    if (!was) {
        add_copied(lo, hi);
    } else if (last < first + LARGE || !snapshot_follow(first, last)) {
        add((struct range){.lo = lo, .hi = hi, .was = was, .kept = true});
    } else {
        add((struct range){.lo = lo, .hi = first, .was = was, .kept = true});
        add((struct range){.lo = first, .hi = last, .was = was + (first - lo), .kept = true, .followed = true});
        add((struct range){.lo = last, .hi = hi, .was = was + (last - lo), .kept = true});
    }
}

/* With --self-check: is the image what it is meant to be? */
static void doubt(struct world *w)
{
    for (unsigned i = 0; w->wire->config.self_check && i < window.count; i++)
        if (window.range[i].kept)
            blame_difference(w, "no note was taken of a change of", window.range[i].lo, window.range[i].hi, window.range[i].was);
}

bool call_writes_open(struct world *w, const struct thread *t, bool of_c)
{
    window.count = 0;
    window.full = false;
    window.top = window.copy;
    snapshot_settle(w);
    extents_writable(w, t, of_c, add_range, NULL);
    doubt(w);
    return !window.full;
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
static void tell_runs(uint64_t at, uint64_t difference, call_writes_visitor *changed, void *data)
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

static void compare_words(uint64_t at, const char *was, uint64_t size, call_writes_visitor *changed, void *data)
{
    for (uint64_t n = 0; n < size; n += 8) {
        uint64_t before = *(const uint64_t *)(was + n), now = *(const uint64_t *)(at + n), difference = before ^ now;
        if (!difference)
            continue;
        note_word(at + n, before);
        snapshot_changed(at + n);
        tell_runs(at + n, difference, changed, data);
    }
}

struct visit {
    call_writes_visitor *changed;
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

static void compare_written(uint64_t lo, uint64_t hi, void *data)
{
    window.written += (hi - lo) / PAGE;
    compare_range(lo, hi, data);
}

void call_writes_close(struct world *w, call_writes_visitor *changed, void *data)
{
    bool clean = window.written > MANY_PAGES && ++window.calls >= SELDOM;
    window.calls = clean ? 0 : window.calls;
    window.written = 0;
    for (unsigned i = 0; i < window.count; i++) {
        const struct range *r = &window.range[i];
        struct visit v = {changed, data, r->was, r->lo};
        if (!r->followed || !tracking_written(r->lo, r->hi, clean, compare_written, &v))
            compare_range(r->lo, r->hi, &v);
    }
    doubt(w);
    snapshot_settle(w);
}
