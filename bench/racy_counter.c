/* racy_counter.c - THREADS threads, each ROUNDS plain increments: every read and every write is a scheduling point. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 4
#endif

static int counter;

static void *work(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        counter++;
    return unused;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    assert(counter > 0 && counter <= THREADS * ROUNDS);
    return 0;
}
