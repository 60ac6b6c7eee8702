/* Threads that synchronize in many ways which seldom wait: locks in memory of all kinds, atomic operations, signals that nobody waits for.
 * With -DBUG, an update of `total` is lost if another thread comes in between, which only a preemption there brings about. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 3
#endif
enum { ROUNDS = 12 };

struct account {
    pthread_mutex_t lock;
    int             sum;
};

static struct account global = {.lock = PTHREAD_MUTEX_INITIALIZER}, *on_heap;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t again = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int count, highest;
static _Atomic unsigned char bits;
static int total;

static void add(struct account *a, int n)
{
    pthread_mutex_lock(&a->lock);
    a->sum += n;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&a->lock);
}

static void raise_to(int n)
{
    int old = highest;
    while (old < n && !atomic_compare_exchange_weak(&highest, &old, n)) {}
}

static void *work(void *argument)
{
    int number = (int)(long)argument;
    struct account own = {.lock = PTHREAD_MUTEX_INITIALIZER};
    for (int i = 0; i < ROUNDS; i++) {
        add(&global, 1);
        add(on_heap, 2);
        add(&own, 3);
        if (pthread_mutex_trylock(&again) == 0) {
            pthread_cond_broadcast(&changed);
            pthread_mutex_unlock(&again);
        }
        int before = atomic_fetch_add(&count, 1);
        raise_to(before + 1);
        atomic_fetch_or_explicit(&bits, (unsigned char)(1 << number % 3), memory_order_relaxed);
#ifndef BUG
        pthread_mutex_lock(&again);
#endif
        total++;
#ifndef BUG
        pthread_mutex_unlock(&again);
#endif
    }
    assert(own.sum == 3 * ROUNDS);
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    on_heap = calloc(1, sizeof *on_heap);
    pthread_mutex_init(&on_heap->lock, NULL);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    assert(global.sum == THREADS * ROUNDS && on_heap->sum == 2 * THREADS * ROUNDS);
    assert(count == THREADS * ROUNDS && highest == count && bits == 7);
    assert(total == THREADS * ROUNDS);
    free(on_heap);
    return 0;
}
