/* lost_updates.c - THREADS threads, each ROUNDS increments in two steps, a load and a store: updates get lost. No data race, unlike
 * bench/racy_counter.c: checkers that end at one can be compared. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static atomic_int counter;

static void *work(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        int old = atomic_load(&counter);
        atomic_store(&counter, old + 1);
    }
    return unused;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    int last = atomic_load(&counter);
    assert(last > 0 && last <= THREADS * ROUNDS);
    return 0;
}
