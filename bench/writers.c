/* writers.c - THREADS threads write ROUNDS times to a cell of their own: nothing depends on anything. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 5
#endif
#ifndef ROUNDS
#define ROUNDS 5
#endif

static atomic_int cell[THREADS];

static void *work(void *argument)
{
    atomic_int *mine = argument;
    for (int i = 1; i <= ROUNDS; i++)
        *mine = i;
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++) { /* main uses the cells while others live, so that writes are visible */
        cell[i] = 0;
        pthread_create(&t[i], NULL, work, &cell[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(t[i], NULL);
        assert(cell[i] == ROUNDS);
    }
    return 0;
}
