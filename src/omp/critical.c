/* critical.c - critical sections, atomic sections that the processor has no instruction for, and locks. */
#include "omp/team.h"

/* ---- critical ---------------------------------------------------------------------------------------------------- */

static pthread_mutex_t unnamed = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t atomics = PTHREAD_MUTEX_INITIALIZER;

EXPORT void GOMP_critical_start(void)
{
    pthread_mutex_lock(&unnamed);
}

EXPORT void GOMP_critical_end(void)
{
    pthread_mutex_unlock(&unnamed);
}

EXPORT void GOMP_atomic_start(void)
{
    mz_weak_section();
    pthread_mutex_lock(&atomics);
}

EXPORT void GOMP_atomic_end(void)
{
    pthread_mutex_unlock(&atomics);
}

/* The compiler has a variable of the size of a pointer for each name. Where its lock is follows from the variable's address, and not from
 * who came first. */
enum { MOST_NAMES = 64 };

static struct critical {
    void           *name;
    pthread_mutex_t lock;
} criticals[MOST_NAMES];

static pthread_mutex_t *critical(void **name)
{
    size_t at = (uintptr_t)name / sizeof *name;
    for (size_t i = 0; i < MOST_NAMES; i++) {
        struct critical *c = &criticals[(at + i) % MOST_NAMES];
        void *found = __atomic_load_n(&c->name, __ATOMIC_SEQ_CST);
        if (found == name)
            return &c->lock;
        if (!found && __atomic_compare_exchange_n(&c->name, &found, name, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            return &c->lock;
        if (found == name)
            return &c->lock;
    }
    mz_refuse("more than 64 names of critical sections");
}

EXPORT void GOMP_critical_name_start(void **name)
{
    pthread_mutex_lock(critical(name));
}

EXPORT void GOMP_critical_name_end(void **name)
{
    pthread_mutex_unlock(critical(name));
}

/* ---- locks: omp_lock_t has four bytes ---------------------------------------------------------------------------- */

EXPORT void omp_init_lock(pthread_spinlock_t *lock)
{
    pthread_spin_init(lock, PTHREAD_PROCESS_PRIVATE);
}

EXPORT void omp_init_lock_with_hint(pthread_spinlock_t *lock, int hint UNUSED)
{
    omp_init_lock(lock);
}

EXPORT void omp_destroy_lock(pthread_spinlock_t *lock)
{
    pthread_spin_destroy(lock);
}

EXPORT void omp_set_lock(pthread_spinlock_t *lock)
{
    pthread_spin_lock(lock);
}

EXPORT void omp_unset_lock(pthread_spinlock_t *lock)
{
    pthread_spin_unlock(lock);
}

EXPORT int omp_test_lock(pthread_spinlock_t *lock)
{
    return pthread_spin_trylock(lock) == 0;
}

/* omp_nest_lock_t. The owner is a task, or a thread outside of tasks. */
struct nest_lock {
    pthread_spinlock_t lock;
    int                depth;
    void              *owner;
};

static void *self(void)
{
    return me.task ? (void *)me.task : &me;
}

static bool is_mine(struct nest_lock *lock)
{
    return __atomic_load_n(&lock->owner, __ATOMIC_RELAXED) == self();
}

static int enter(struct nest_lock *lock, bool first)
{
    if (first)
        __atomic_store_n(&lock->owner, self(), __ATOMIC_RELAXED);
    return ++lock->depth;
}

EXPORT void omp_init_nest_lock(struct nest_lock *lock)
{
    pthread_spin_init(&lock->lock, PTHREAD_PROCESS_PRIVATE);
    lock->depth = 0;
    lock->owner = NULL;
}

EXPORT void omp_init_nest_lock_with_hint(struct nest_lock *lock, int hint UNUSED)
{
    omp_init_nest_lock(lock);
}

EXPORT void omp_destroy_nest_lock(struct nest_lock *lock)
{
    pthread_spin_destroy(&lock->lock);
}

EXPORT void omp_set_nest_lock(struct nest_lock *lock)
{
    bool mine = is_mine(lock);
    if (!mine)
        pthread_spin_lock(&lock->lock);
    enter(lock, !mine);
}

EXPORT int omp_test_nest_lock(struct nest_lock *lock)
{
    bool mine = is_mine(lock);
    return mine || pthread_spin_trylock(&lock->lock) == 0 ? enter(lock, !mine) : 0;
}

EXPORT void omp_unset_nest_lock(struct nest_lock *lock)
{
    if (is_mine(lock) && --lock->depth > 0)
        return;
    if (is_mine(lock))
        __atomic_store_n(&lock->owner, NULL, __ATOMIC_RELAXED);
    pthread_spin_unlock(&lock->lock); /* of somebody else's: the misuse is told there */
}
