/* mutex.h - the mutex as the model keeps it inside pthread_mutex_t and mtx_t, for mutexes and condition variables. */
#ifndef MZ_PROBE_SYNC_MUTEX_H
#define MZ_PROBE_SYNC_MUTEX_H

#include <pthread.h>
#include <stddef.h>

#include "probe/sync/sync.h"

struct mutex {
    uint32_t holder;   /* sync_held_by() */
    uint32_t count;    /* how often the holder locked it beyond the first time: recursive mutexes */
    uint32_t sleepers; /* threads that wait on a condition variable and will lock it again: 0, or tagged */
    uint32_t mark;     /* SYNC_DESTROYED, or 0 */
    int32_t  kind;     /* glibc's own field, because static initializers set it */
    uint32_t made;     /* sync_made(), or 0 */
    uint32_t fate;     /* of a robust one: enum mutex_fate */
};

_Static_assert(offsetof(struct mutex, kind) == offsetof(pthread_mutex_t, __data.__kind), "kind is where glibc has it");
_Static_assert(sizeof(struct mutex) <= sizeof(pthread_mutex_t), "a mutex fits into the program's object");
_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "both interfaces share one object");

enum { MUTEX_TYPE = 3 }; /* part of kind that is PTHREAD_MUTEX_NORMAL, _RECURSIVE, _ERRORCHECK or _ADAPTIVE_NP */
enum { MUTEX_ROBUST = 16 };

/* A holder has ended, and whoever held it since has not marked it as consistent; or has not when it was unlocked, and nobody gets it.
 * STUCK: and trylock has said so, after which glibc (2.36) takes it for locked, for ever. */
enum mutex_fate { MUTEX_SOUND, MUTEX_INCONSISTENT, MUTEX_LOST, MUTEX_STUCK };

static inline struct mutex *mutex_at(uint64_t addr) { return (struct mutex *)addr; }
static inline int mutex_type(const struct mutex *m) { return m->kind & MUTEX_TYPE; }
static inline bool mutex_robust(const struct mutex *m) { return m->kind & MUTEX_ROBUST; }

/* Range of the heaps where mutexes have been taken since the process began, on whatever path: all of them lie in [lo,
 * hi). */
struct mutex_places {
    uint64_t lo, hi;
};
extern struct mutex_places mz__mutexes_taken;

static inline void mutex_taken(const struct mutex *m)
{
    struct mutex_places *p = &mz__mutexes_taken;
    uint64_t addr = (uint64_t)m;
    if (addr - p->lo < p->hi - p->lo || addr - mz__layout.heap_lo >= mz__hot.arena_size - mz__layout.slots_size)
        return;
    p->lo = p->hi == 0 || addr < p->lo ? addr : p->lo;
    p->hi = addr >= p->hi ? addr + 1 : p->hi;
}

enum sync_state mutex_state(const struct mutex *m);

/* Could t lock the mutex now? Also true if it is no usable mutex: then locking it reports that. */
bool mutex_free_for(const struct thread *t, uint64_t addr);

/* The thread that holds it, as a set; empty if nobody does. */
threadset mutex_holders(uint64_t addr);

/* Waiting on a condition variable: give the mutex up, which t must hold; and, when mutex_free_for(t), take it back and
 * return `error` from the call that op stands for. */
void mutex_sleep(const struct thread *t, struct mutex *m);
enum performed mutex_wake(struct thread *t, const struct op *op, struct mutex *m, int error);

#endif
