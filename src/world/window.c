/* window.c - see window.h. Compared is all that the program can reach: data of all modules, heaps, stacks, thread-local storage
 * of the program; of the running thread's stack what this epoch has not saved. */
#include "world/window.h"

#include <string.h>
#include <sys/mman.h>

#include "base/raw.h"
#include "world/extents.h"
#include "world/undo.h"

enum { MOST_RANGES = 1 << 16, CHUNK = 256 };

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

void window_close(void (*changed)(uint64_t addr, uint64_t size, void *data), void *data)
{
    const char *old = window.copy;
    for (unsigned i = 0; i < window.count; i++) {
        struct range r = window.range[i];
        for (uint64_t at = r.lo; at < r.hi; at += CHUNK) {
            uint64_t size = r.hi - at < CHUNK ? r.hi - at : CHUNK;
            const char *was = old + (at - r.lo);
            if (memcmp((void *)at, was, size) == 0)
                continue;
            for (uint64_t word = at; word < at + size; word += 8) {
                uint64_t before, now = *(uint64_t *)word;
                memcpy(&before, was + (word - at), sizeof before);
                if (before == now)
                    continue;
                note_word(word, before);
                unsigned first = (unsigned)__builtin_ctzll(before ^ now) / 8, last = 7 - (unsigned)__builtin_clzll(before ^ now) / 8;
                changed(word + first, last - first + 1, data);
            }
        }
        old += r.hi - r.lo;
    }
}
