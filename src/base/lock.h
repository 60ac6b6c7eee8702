/* lock.h - a lock among processes. Who leads them may end the wait for one that has died: the word says who has the lock. */
#ifndef MZ_BASE_LOCK_H
#define MZ_BASE_LOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>

#include "base/raw.h"

struct lock {
    uint32_t *word;  /* shared; 0: free. NULL: there is one process only, and nothing to wait for */
    uint32_t  owner; /* this process */
};

static inline void lock_take(const struct lock *l)
{
    uint32_t free = 0;
    while (l->word && !__atomic_compare_exchange_n(l->word, &free, l->owner, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
        free = 0;
        raw_syscall(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
    }
}

static inline void lock_give(const struct lock *l)
{
    if (l->word)
        __atomic_store_n(l->word, 0, __ATOMIC_SEQ_CST);
}

#endif
