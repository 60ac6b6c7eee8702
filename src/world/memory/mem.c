/* mem.c - changes of program memory and model state, noted for undo. */
#include "world/memory/mem.h"

#include <string.h>

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

void mem_copy(void *to, const void *from, size_t size)
{
    mem_will_write(to, size);
    memcpy(to, from, size);
}

void mem_move(void *to, const void *from, size_t size)
{
    mem_will_write(to, size);
    memmove(to, from, size);
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
    mem_will_write(to, size);
    memset(to, byte, size);
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

void mem_clear(void *to, size_t size)
{
    uint64_t from = (uint64_t)to, end = from + size;
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
