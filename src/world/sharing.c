/* sharing.c - the ownership of bytes. */
#include "world/sharing.h"

static uint8_t after_touch(uint8_t own, tid t, bool write)
{
    if (own == OWN_SHARED)
        return own;
    if (own == OWN_UNTOUCHED)
        return (uint8_t)((write ? OWN_WRITTEN : OWN_READ) | t);
    if (own == OWN_READ_BY_SEVERAL)
        return write ? OWN_SHARED : own;
    bool mine = (own & 0x3f) == t;
    if ((own & 0xc0) == OWN_WRITTEN)
        return mine ? own : OWN_SHARED;
    if (mine)
        return write ? (uint8_t)(OWN_WRITTEN | t) : own;
    return write ? OWN_SHARED : OWN_READ_BY_SEVERAL;
}

static void become_shared(struct sharing *s)
{
    s->grown = true;
    s->bytes++;
}

bool sharing_touch(struct sharing *s, tid t, uint64_t addr, uint64_t size, bool write)
{
    bool shared = false;
    for (uint64_t a = addr; a < addr + size; a++) {
        struct cell *cell = layout_cell(a);
        if (!cell)
            return true;
        uint8_t *own = &cell->own[a & 7], now = after_touch(*own, t, write);
        if (now == OWN_SHARED) {
            shared = true;
            if (*own != OWN_SHARED)
                become_shared(s);
        }
        *own = now;
    }
    return shared;
}

bool sharing_is_shared(uint64_t addr, uint64_t size)
{
    for (uint64_t a = addr; a < addr + size; a++) {
        const struct cell *cell = layout_cell(a);
        if (!cell || cell->own[a & 7] == OWN_SHARED)
            return true;
    }
    return false;
}

void sharing_force(struct sharing *s, uint64_t addr, uint64_t size)
{
    for (uint64_t a = addr; a < addr + size; a++) {
        struct cell *cell = layout_cell(a);
        if (cell && cell->own[a & 7] != OWN_SHARED) {
            cell->own[a & 7] = OWN_SHARED;
            become_shared(s);
        }
    }
}
