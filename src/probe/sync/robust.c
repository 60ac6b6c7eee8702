/* robust.c - see robust.h. A thread's list is its own business: nobody else's operations look at it. */
#include "probe/sync/robust.h"

#include "world/memory/model_state.h"

static MODEL struct {
    uint64_t count;
    uint64_t mutex[ROBUST_MOST]; /* in the order in which they were taken */
} lists[MAX_THREADS];

bool robust_take(const struct thread *t, uint64_t mutex)
{
    uint64_t count = lists[t->number].count;
    if (count == ROBUST_MOST)
        return false;
    mem_set(&lists[t->number].mutex[count], mutex);
    mem_set(&lists[t->number].count, count + 1);
    return true;
}

/* A mutex that is held may be none of the list: its memory may have been written back after it was unlocked. */
void robust_give(const struct thread *t, uint64_t mutex)
{
    uint64_t *list = lists[t->number].mutex, count = lists[t->number].count, after = count;
    while (after > 0 && list[after - 1] != mutex)
        after--;
    if (after == 0)
        return;
    mem_move(&list[after - 1], &list[after], (count - after) * sizeof list[0]);
    mem_set(&list[count - 1], 0);
    mem_set(&lists[t->number].count, count - 1);
}

uint64_t robust_last(tid number)
{
    uint64_t count = lists[number].count;
    return count ? lists[number].mutex[count - 1] : 0;
}
