// expect: verified
// Counters that nobody asks for before all threads have ended: it does not matter who counts first (docs/design/reductions-proofs.md).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 4
#endif
static atomic_int sum, difference, flips;

static void *work(void *argument)
{
    atomic_fetch_add(&sum, 2);
    atomic_fetch_sub(&difference, 1);
    atomic_fetch_xor(&flips, (int)(long)argument);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    assert(sum == 2 * THREADS && difference == -THREADS && flips == 0);
    return 0;
}
