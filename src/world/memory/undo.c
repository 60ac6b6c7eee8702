/* undo.c - noting and putting back. */
#include "world/memory/undo.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/raw.h"
#include "world/memory/pages.h"

static char    *bottom;
static uint64_t room, beyond; /* bytes of the log, and behind it */

/* Address space only: the log takes memory as a path grows. Nobody can touch the last quarter, which is larger than what is noted at
 * once: who comes there has no more room (signals.c). */
bool undo_reserve(void)
{
    for (uint64_t size = 256ULL << 30; size >= 64ULL << 20; size /= 2)
        if ((bottom = raw_map(NULL, size, PROT_READ | PROT_WRITE, MAP_NORESERVE)) != NULL) {
            beyond = size / 4;
            room = size - beyond;
            raw_syscall(SYS_mprotect, (long)(bottom + room), (long)beyond, PROT_NONE, 0, 0, 0);
            break;
        }
    mz__hot.undo_top = bottom;
    return bottom != NULL;
}

bool undo_is_beyond(uint64_t addr)
{
    return addr - (uint64_t)(bottom + room) < beyond;
}

char *undo_bottom(void)
{
    return bottom;
}

/* Memory without cells (a foreign library's data): look through this epoch's notes instead. */
static bool noted_in_epoch(uint64_t word)
{
    for (char *at = mz__hot.undo_top; at > mz__hot.epoch_start;) {
        uint64_t addr = ((uint64_t *)at)[-1];
        if (addr & UNDO_RANGE) {
            at = undo_range_before(at).start;
            continue;
        }
        if ((addr & ~(uint64_t)UNDO_TAGS) == word)
            return true;
        at -= 16;
    }
    return false;
}

void undo_range(uint64_t addr, uint64_t size, uint64_t tag)
{
    if (mz__hot.following == FOLLOW_NOTHING)
        return;
    struct cell *near = (addr & 7) + size <= 8 && size > 0 ? layout_near_cell(addr) : NULL;
    if (near) { /* what nearly all calls want */
        undo_in_cell(near, addr, tag);
        return;
    }
    uint64_t end = addr + size;
    for (uint64_t word = addr & ~(uint64_t)7; word < end; word += 8) {
        struct cell *cell = layout_near_cell(word);
        if (cell || (cell = layout_cell(word)))
            undo_in_cell(cell, word, tag);
        else if (!noted_in_epoch(word))
            undo_word(word, tag);
    }
}

uint64_t mz__undo_large;

/* A run of pages that hold something, or of such that do not. */
void undo_pages(uint64_t lo, uint64_t hi)
{
    mz__undo_large += hi - lo;
    for (uint64_t end; lo < hi; lo = end) {
        bool zeros = pages_is_zero(lo);
        for (end = lo + PAGE; end < hi && pages_is_zero(end) == zeros;)
            end += PAGE;
        undo_bytes((const void *)lo, (const void *)lo, zeros ? 0 : end - lo, zeros ? UNDO_ZEROS : UNDO_PAGES);
        ((uint64_t *)mz__hot.undo_top)[-2] = end - lo;
    }
}

void undo_forget_unwritten(void)
{
    static uint64_t nowhere;
    for (char *at = mz__hot.undo_top; at > mz__hot.epoch_start;) {
        uint64_t *record = (uint64_t *)at - 2, addr = record[1];
        if (addr & UNDO_RANGE) {
            at = undo_range_before(at).start;
            continue;
        }
        at -= 16;
        uint64_t word = addr & ~(uint64_t)UNDO_TAGS;
        if (*(const uint64_t *)word != record[0])
            continue;
        struct cell *cell = layout_cell(word);
        if (cell)
            cell->epoch = 0;
        record[1] = (uint64_t)&nowhere | UNDO_QUIET;
    }
}

static __attribute__((cold, noinline)) char *put_back_pages(char *end)
{
    struct undo_range r = undo_range_before(end);
    if (r.bytes)
        memcpy((void *)r.addr, r.bytes, r.size);
    else
        memset((void *)r.addr, 0, r.size);
    return r.start;
}

void undo_to(char *position)
{
    char *at = mz__hot.undo_top;
    while (at > position) {
        uint64_t addr = ((uint64_t *)at)[-1];
        if (addr & UNDO_PAGES) {
            at = put_back_pages(at);
        } else if (addr & UNDO_BLOCK) {
            uint64_t size = ((uint64_t *)at)[-2];
            at -= 16 + size;
            undo_copy((void *)(addr & ~(uint64_t)UNDO_TAGS), at, size);
        } else {
            at -= 16;
            *(uint64_t *)(addr & ~(uint64_t)UNDO_TAGS) = ((uint64_t *)at)[0];
        }
    }
    mz__hot.undo_top = at;
}
