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

typedef uint32_t words __attribute__((vector_size(16), aligned(8), may_alias));
typedef int32_t answers __attribute__((vector_size(16)));
enum { AT_ONCE = 8, AHEAD = AT_ONCE * sizeof(words) };

/* Is there no word in the next AHEAD bytes that names a holder? Large blocks are mostly something else. */
static inline bool names_nobody(uint64_t addr)
{
    const words *at = (const words *)addr;
    words first = {SYNC_TAG + 1, SYNC_TAG + 1, SYNC_TAG + 1, SYNC_TAG + 1}, most = {MAX_THREADS, MAX_THREADS, MAX_THREADS, MAX_THREADS};
    answers any = {0};
    for (unsigned i = 0; i < AT_ONCE; i++)
        any |= (answers)(at[i] - first < most);
    return (any[0] | any[1] | any[2] | any[3]) == 0;
}

bool held_in(uint64_t lo, uint64_t hi, struct held *out)
{
    for (uint64_t addr = (lo + 7) & ~(uint64_t)7; addr + sizeof(pthread_mutex_t) <= hi; addr += 8) {
        while (addr + AHEAD + sizeof(pthread_mutex_t) <= hi && names_nobody(addr))
            addr += AHEAD;
        if (is_held(addr, out) && mutex_at(addr)->made == sync_made(addr))
            return true;
    }
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
        wanted->found = is_held(addr, wanted->out) && wanted->out->holder == wanted->holder;
}

bool held_by(tid t, struct held *out)
{
    struct wanted wanted = {.holder = t, .out = out};
    extents_each(&mz__world, look, &wanted);
    return wanted.found;
}
