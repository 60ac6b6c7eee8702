// expect: verified
// Threads that meet at a barrier: it does not matter who comes first, and all that comes behind it comes after all of them
// (docs/design/reductions-proofs.md).
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 3
#endif
static pthread_barrier_t barrier;
static int value[THREADS];

static void *work(void *argument)
{
    int sum = 0;
    value[(long)argument] = 1;
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < THREADS; i++)
        sum += value[i];
    assert(sum == THREADS);
    pthread_barrier_wait(&barrier);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    pthread_barrier_destroy(&barrier);
    return 0;
}
