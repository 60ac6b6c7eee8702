// expect: verified
// options: --memory-model=c11
// Locks, condition variables, semaphores, barriers and joins tell of relaxed stores.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static _Atomic int by_lock, by_semaphore, by_condition, by_barrier, by_create;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static int done;

static void set(_Atomic int *object) { atomic_store_explicit(object, 1, memory_order_relaxed); }
static int get(_Atomic int *object) { return atomic_load_explicit(object, memory_order_relaxed); }

static void *other(void *unused)
{
    assert(get(&by_create) == 1);
    set(&by_semaphore);
    sem_post(&semaphore);
    pthread_mutex_lock(&lock);
    set(&by_condition);
    done = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&lock);
    set(&by_barrier);
    pthread_barrier_wait(&barrier);
    set(&by_lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&semaphore, 0, 0);
    pthread_barrier_init(&barrier, NULL, 2);
    set(&by_create);
    pthread_create(&t, NULL, other, NULL);
    sem_wait(&semaphore);
    assert(get(&by_semaphore) == 1);
    pthread_mutex_lock(&lock);
    while (!done)
        pthread_cond_wait(&condition, &lock);
    assert(get(&by_condition) == 1);
    pthread_mutex_unlock(&lock);
    pthread_barrier_wait(&barrier);
    assert(get(&by_barrier) == 1);
    pthread_join(t, NULL);
    assert(get(&by_lock) == 1);
    return 0;
}
