/* held.c - see held.h. */
#include "probe/sync/held.h"

#include "probe/sync/mutex.h"
#include "world/state/extents.h"

static bool is_held(uint64_t addr, struct held *out)
{
    const struct mutex *m = mutex_at(addr);
    if (!sync_is_holder(m->holder) || mutex_state(m) != SYNC_USABLE)
        return false;
    *out = (struct held){.addr = addr, .holder = sync_holder(m->holder), .object = "mutex"};
    return true;
}

/* In heaps only where mutexes have been taken. */
bool held_in(uint64_t lo, uint64_t hi, struct held *out)
{
    const struct mutex_places *taken = &mz__mutexes_taken;
    bool heap = lo - mz__layout.heap_lo < mz__hot.arena_size - mz__layout.slots_size;
    uint64_t from = heap && taken->lo > lo ? taken->lo : lo, end = heap && taken->hi < hi ? taken->hi : hi;
    for (uint64_t addr = (from + 7) & ~(uint64_t)7; addr < end && addr + sizeof(pthread_mutex_t) <= hi; addr += 8)
        if (is_held(addr, out) && mutex_at(addr)->made == sync_made(addr))
            return true;
    return false;
}

struct wanted {
    tid          holder;
    struct held *out;
    bool         found;
};

static void look(uint64_t lo, uint64_t hi, void *data)
{
    struct wanted *wanted = data;
    bool memory = layout_segment(lo) || lo - ARENA_LO < mz__layout.arena_size; /* and none of the runtime's own */
    for (uint64_t addr = lo; memory && !wanted->found && addr + sizeof(pthread_mutex_t) <= hi; addr += 8)
        wanted->found = is_held(addr, wanted->out) && wanted->out->holder == wanted->holder && !mutex_robust(mutex_at(addr));
}

bool held_by(tid t, struct held *out)
{
    struct wanted wanted = {.holder = t, .out = out};
    extents_each(&mz__world, look, &wanted);
    return wanted.found;
}
