/* sharing.c - the ownership of bytes. */
#include "world/memory/sharing.h"

#include <stddef.h>
#include <sys/mman.h>

#include "base/page.h"
#include "base/raw.h"

byte_owner *mz__page_owner;

void sharing_prepare(void)
{
    uint64_t pages = (mz__layout.arena_size - mz__layout.slots_size) / PAGE;
    mz__page_owner = raw_map(NULL, pages * sizeof *mz__page_owner, PROT_READ | PROT_WRITE, MAP_NORESERVE);
}

static byte_owner *owner_of_page(uint64_t addr)
{
    uint64_t offset = addr - mz__layout.heap_lo;
    return mz__page_owner && offset < mz__layout.arena_size - mz__layout.slots_size ? &mz__page_owner[offset / PAGE] : NULL;
}

/* From here on the cells of the page say who owns its bytes. */
static void settle_page(byte_owner *page, uint64_t addr)
{
    if (!page || *page == IN_CELLS)
        return;
    struct cell *cell = layout_cell(page_down(addr));
    for (unsigned i = 0; *page != OWN_UNTOUCHED && i < PAGE / 8; i++)
        *(word_owners *)cell[i].own = OWN_SPLAT((word_owners)*page);
    *page = IN_CELLS;
}

bool sharing_page_owner(uint64_t page, byte_owner *owner)
{
    const byte_owner *own = owner_of_page(page);
    if (!own || *own == IN_CELLS)
        return false;
    *owner = (*own & OWN_READ_BY_SEVERAL) == OWN_WRITTEN ? *own : OWN_UNTOUCHED;
    return true;
}

word_owners sharing_owners(const struct cell *cell, uint64_t addr)
{
    const byte_owner *own = owner_of_page(addr);
    return own && *own != IN_CELLS ? OWN_SPLAT((word_owners)*own) : cell_owners(cell);
}

static byte_owner after_touch(byte_owner own, tid t, bool write)
{
    if (own == OWN_SHARED)
        return own;
    if (own == OWN_UNTOUCHED)
        return (byte_owner)((write ? OWN_WRITTEN : OWN_READ) | t);
    if (own == OWN_READ_BY_SEVERAL)
        return write ? OWN_SHARED : own;
    bool mine = (own & OWN_THREAD) == t;
    if ((own & OWN_READ_BY_SEVERAL) == OWN_WRITTEN)
        return mine ? own : OWN_SHARED;
    if (mine)
        return write ? (byte_owner)(OWN_WRITTEN | t) : own;
    return write ? OWN_SHARED : OWN_READ_BY_SEVERAL;
}

static void become_shared(struct sharing *s, uint64_t addr)
{
    s->grown = true;
    s->bytes++;
    layout_note_shared(addr);
    if (in_slots(addr) && addr < s->lowest[slot_of(addr)])
        s->lowest[slot_of(addr)] = addr;
}

/* The bytes [from, to) of the word at addr. A word that had one owner and has none now is read by threads that it was thought not to
 * concern (foresight.h): that too means to start over. */
static bool touch_word(struct sharing *s, struct cell *cell, uint64_t addr, tid t, unsigned from, unsigned to, bool write)
{
    bool shared = false, owned = sharing_owner(cell) != OWN_UNTOUCHED;
    for (unsigned i = from; i < to; i++) {
        byte_owner now = after_touch(cell->own[i], t, write);
        if (now == OWN_SHARED) {
            shared = true;
            if (cell->own[i] != OWN_SHARED)
                become_shared(s, addr + i);
        }
        s->changes += cell->own[i] != now;
        cell->own[i] = now;
    }
    if (owned && sharing_owner(cell) == OWN_UNTOUCHED)
        s->grown = true;
    return shared;
}

/* All words of a part of a page. */
static bool touch_words(struct sharing *s, tid t, uint64_t addr, uint64_t end, bool write)
{
    bool shared = false;
    const word_owners mine = OWN_SPLAT((word_owners)(OWN_WRITTEN | t));
    for (uint64_t word = addr & ~(uint64_t)7; word < end; word += 8) {
        struct cell *cell = layout_near_cell(word);
        if (!cell && !(cell = layout_cell(word)))
            return true;
        bool whole = word >= addr && end - word >= 8;
        word_owners *own = (word_owners *)cell->own;
        if (*own == mine) /* it stays so; of a large block that is freed these are millions */
            continue;
        if (*own == OWN_SPLAT((word_owners)OWN_SHARED)) {
            shared = true;
        } else if (whole && *own == 0) {
            *own = OWN_SPLAT((word_owners)after_touch(OWN_UNTOUCHED, t, write));
            s->changes++;
        } else {
            shared |= touch_word(s, cell, word, t, word < addr ? (unsigned)(addr - word) : 0,
                                 end - word < 8 ? (unsigned)(end - word) : 8, write);
        }
    }
    return shared;
}

/* The whole page, if its bytes have one owner, and are not shared by that. */
static bool touch_page(struct sharing *s, byte_owner *page, tid t, bool write)
{
    byte_owner now = *page == IN_CELLS ? OWN_SHARED : after_touch(*page, t, write);
    if (now == OWN_SHARED)
        return false;
    s->changes += *page != now;
    *page = now;
    return true;
}

bool sharing_touch(struct sharing *s, tid t, uint64_t addr, uint64_t size, bool write)
{
    bool shared = false;
    uint64_t end = addr + size;
    if (in_slots(addr))
        s->exposed |= threadset_of(slot_of(addr)) & ~threadset_of(t);
    for (uint64_t upto; addr < end; addr = upto) {
        byte_owner *page = owner_of_page(addr);
        upto = page && page_down(addr) + PAGE < end ? page_down(addr) + PAGE : end;
        if (page && upto - addr == PAGE && touch_page(s, page, t, write))
            continue;
        settle_page(page, addr);
        shared |= touch_words(s, t, addr, upto, write);
    }
    return shared;
}

bool sharing_is_shared(uint64_t addr, uint64_t size)
{
    uint64_t end = addr + size;
    byte_owner owner;
    for (uint64_t word = addr & ~(uint64_t)7; word < end; word += 8) {
        if (word % PAGE == 0 && end - word >= PAGE && sharing_page_owner(word, &owner)) {
            word += PAGE - 8;
            continue;
        }
        const struct cell *cell = layout_near_cell(word);
        if (!cell && !(cell = layout_cell(word)))
            return true;
        unsigned from = word < addr ? (unsigned)(addr - word) : 0, to = end - word < 8 ? (unsigned)(end - word) : 8;
        for (unsigned i = from; i < to && cell_owners(cell); i++)
            if (cell->own[i] == OWN_SHARED)
                return true;
    }
    return false;
}

uint64_t sharing_part(uint64_t *addr, uint64_t end)
{
    uint64_t from = 0, upto = 0;
    for (uint64_t a = *addr; a < end; a++) {
        const struct cell *cell = layout_near_cell(a);
        if (!cell || cell->own[a & 7] != OWN_SHARED)
            continue;
        from = from ? from : a;
        upto = a + 1;
    }
    *addr = from;
    return upto - from;
}

void sharing_force(struct sharing *s, uint64_t addr, uint64_t size)
{
    for (uint64_t a = addr; a < addr + size; a++) {
        struct cell *cell = layout_cell(a);
        settle_page(owner_of_page(a), a);
        if (cell && cell->own[a & 7] != OWN_SHARED) {
            cell->own[a & 7] = OWN_SHARED;
            s->changes++;
            become_shared(s, a);
        }
    }
}

/* The least that is above both. */
static byte_owner above_both(byte_owner a, byte_owner b)
{
    if (a == b || b == OWN_UNTOUCHED)
        return a;
    if (a == OWN_UNTOUCHED)
        return b;
    if (a == OWN_SHARED || b == OWN_SHARED)
        return OWN_SHARED;
    bool written = (a & OWN_READ_BY_SEVERAL) == OWN_WRITTEN || (b & OWN_READ_BY_SEVERAL) == OWN_WRITTEN;
    bool several = a == OWN_READ_BY_SEVERAL || b == OWN_READ_BY_SEVERAL || (a & OWN_THREAD) != (b & OWN_THREAD);
    return !several ? (byte_owner)(OWN_WRITTEN | (a & OWN_THREAD)) : written ? OWN_SHARED : OWN_READ_BY_SEVERAL;
}

void sharing_join(struct sharing *s, uint64_t addr, word_owners own)
{
    struct cell *cell = layout_cell(addr);
    settle_page(owner_of_page(addr), addr);
    for (unsigned i = 0; i < 8 && cell; i++) {
        byte_owner now = above_both(cell->own[i], (byte_owner)(own >> OWN_BITS * i));
        if (now == OWN_SHARED && cell->own[i] != OWN_SHARED)
            become_shared(s, addr + i);
        s->changes += cell->own[i] != now;
        cell->own[i] = now;
    }
}
