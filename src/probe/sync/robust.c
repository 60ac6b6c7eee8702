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

void robust_give(const struct thread *t, uint64_t mutex)
{
    uint64_t *list = lists[t->number].mutex, last = lists[t->number].count - 1, at = last;
    while (list[at] != mutex)
        at--;
    mem_move(&list[at], &list[at + 1], (last - at) * sizeof list[0]);
    mem_set(&list[last], 0);
    mem_set(&lists[t->number].count, last);
}

uint64_t robust_last(tid number)
{
    uint64_t count = lists[number].count;
    return count ? lists[number].mutex[count - 1] : 0;
}
