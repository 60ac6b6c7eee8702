/* light_mutex.c - mutexes of a thread that goes on by itself (probe/light.h): locks of what is free, unlocks of what it holds once. Their
 * semantics are those of mutex.c. */
#include "probe/light.h"
#include "probe/sync/mutex.h"

static inline void set_holder(struct mutex *m, uint32_t holder)
{
    light_stepped();
    mutex_taken(m);
    undo_in_cell(layout_near_cell((uint64_t)m), (uint64_t)m, 0);
    m->holder = holder;
    if (UNLIKELY(mz__hot.watched & batched_steps_bit((uint64_t)m)))
        batched_steps_look();
}

/* Is it one that `holder` holds, or nobody if that is 0? Robust ones are on lists besides. */
static inline __attribute__((always_inline)) bool is_held_by(pthread_mutex_t *m, uint32_t holder, uint64_t sp)
{
    const struct mutex *mutex = (const struct mutex *)m;
    return light_may_use(m, sizeof *m, sp) && mutex->holder == holder && !mutex_robust(mutex) && mutex_state(mutex) == SYNC_USABLE;
}

static int light_pthread_mutex_lock(pthread_mutex_t *m)
{
    if (UNLIKELY(!is_held_by(m, 0, STACK_POINTER)))
        return pthread_mutex_lock(m);
    set_holder((struct mutex *)m, sync_held_by(mz__hot.running));
    return 0;
}

static int light_pthread_mutex_trylock(pthread_mutex_t *m)
{
    if (UNLIKELY(!is_held_by(m, 0, STACK_POINTER)))
        return pthread_mutex_trylock(m);
    set_holder((struct mutex *)m, sync_held_by(mz__hot.running));
    return 0;
}

static int light_pthread_mutex_unlock(pthread_mutex_t *m)
{
    if (UNLIKELY(!mz__hot.running || !is_held_by(m, sync_held_by(mz__hot.running), STACK_POINTER) || ((struct mutex *)m)->count > 0))
        return pthread_mutex_unlock(m);
    set_holder((struct mutex *)m, 0);
    return 0;
}

const struct light_pair light_mutexes[] = {
    LIGHT_PAIR(pthread_mutex_lock), LIGHT_PAIR(pthread_mutex_trylock), LIGHT_PAIR(pthread_mutex_unlock), {0}};
