/* mem.c - changes of program memory and model state, noted for undo. */
#include "world/memory/mem.h"

#include <string.h>

#include "world/memory/data_ranges.h"
#include "world/memory/pages.h"
#include "world/memory/undo.h"
#include "world/stepping.h"
#include "world/world.h"

void mem_will_write(const volatile void *addr, size_t size)
{
    undo_range((uint64_t)addr, size, 0);
    stepping_noted(addr, size);
}

void mem_will_write_quiet(const volatile void *addr, size_t size)
{
    undo_range((uint64_t)addr, size, UNDO_QUIET);
}

/* ---- large ranges, by page ---------------------------------------------------------------------------------------- */

/* From so many bytes on. */
enum { BY_PAGES = 1 << 16 };

static void (*end_epoch)(void);

void mem_by_pages(void (*how)(void))
{
    end_epoch = how;
}

/* Nothing can go wrong where memory is the program's data, or known to be valid. */
static bool is_there(uint64_t lo, uint64_t size)
{
    if (lo - mz__layout.heap_lo < mz__hot.arena_size - mz__layout.slots_size)
        return (mz__hot.checked_heap || !in_maps(lo)) && arena_is_open(lo, size);
    const struct data_range *d = data_ranges_find(lo);
    return d && d->kind == DATA_PROGRAM && size <= d->hi - lo;
}

/* The pages have an epoch of their own: no word of them is noted in it. */
static __attribute__((cold, noinline)) bool note_pages(const void *addr, size_t size)
{
    uint64_t from = (uint64_t)addr, end = from + size, lo = page_up(from), hi = page_down(end);
    if (mz__hot.following == FOLLOW_NOTHING || !end_epoch || !is_there(from, size))
        return false;
    stepping_noted(addr, size);
    end_epoch();
    undo_range(from, lo - from, 0);
    undo_range(hi, end - hi, 0);
    undo_pages(lo, hi);
    return true;
}

/* Is followed by the write, and that by end_write(). */
static bool begin_write(const void *addr, size_t size)
{
    bool pages = size >= BY_PAGES && note_pages(addr, size);
    if (!pages)
        mem_will_write(addr, size);
    return pages;
}

static void end_write(bool pages)
{
    if (pages)
        end_epoch();
}

/* ---- changes -------------------------------------------------------------------------------------------------------- */

/* A crash where nothing can be read is the program's: it comes between two notes. */
static bool begin_copy(const void *to, const void *from, size_t size)
{
    if (size >= BY_PAGES && is_there((uint64_t)from, size))
        return begin_write(to, size);
    mem_will_write(to, size);
    return false;
}

void mem_copy(void *to, const void *from, size_t size)
{
    bool pages = begin_copy(to, from, size);
    memcpy(to, from, size);
    end_write(pages);
}

void mem_move(void *to, const void *from, size_t size)
{
    bool pages = begin_copy(to, from, size);
    memmove(to, from, size);
    end_write(pages);
}

void mem_exchange(void *a, void *b, size_t size)
{
    uint8_t *one = a, *other = b;
    mem_will_write(one, size);
    mem_will_write(other, size);
    for (size_t i = 0; i < size; i++) {
        uint8_t kept = one[i];
        one[i] = other[i];
        other[i] = kept;
    }
}

void mem_fill(void *to, int byte, size_t size)
{
    bool pages = begin_write(to, size);
    memset(to, byte, size);
    end_write(pages);
}

/* The beginning will do: who reads what was never written seldom begins far behind. */
void mem_hand_out(void *block, size_t size)
{
    enum { MOST = 1 << 16 };
    if (mz__world.garbage)
        mem_fill(block, mz__world.garbage, size < MOST ? size : MOST);
}

static void clear_bytes(uint64_t from, uint64_t end)
{
    if (from < end)
        mem_fill((void *)from, 0, end - from);
}

static void clear_words(uint64_t from, uint64_t end)
{
    uint64_t first = (from + 7) & ~(uint64_t)7, last = end & ~(uint64_t)7;
    if (first >= last) {
        clear_bytes(from, end);
        return;
    }
    clear_bytes(from, first);
    for (uint64_t word = first; word < last; word += 8)
        if (*(uint64_t *)word != 0)
            clear_bytes(word, word + 8);
    clear_bytes(last, end);
}

static void clear_page(uint64_t page)
{
    if (!pages_is_zero(page))
        clear_words(page, page + PAGE);
}

/* Words of a page with few of them are noted. */
static __attribute__((cold, noinline)) void clear_pages(uint64_t lo, uint64_t hi)
{
    for (uint64_t end; lo < hi; lo = end) {
        for (end = lo; end < hi && pages_is_dense((const uint64_t *)end);)
            end += PAGE;
        if (end - lo >= BY_PAGES) {
            mem_fill((void *)lo, 0, end - lo);
            continue;
        }
        end += end == lo ? PAGE : 0;
        for (uint64_t page = lo; page < end; page += PAGE)
            clear_page(page);
    }
}

void mem_clear(void *to, size_t size)
{
    uint64_t from = (uint64_t)to, end = from + size;
    if (size < BY_PAGES) {
        clear_words(from, end);
        return;
    }
    clear_words(from, page_up(from));
    clear_pages(page_up(from), page_down(end));
    clear_words(page_down(end), end);
}
