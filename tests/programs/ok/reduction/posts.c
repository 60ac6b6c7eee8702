// expect: verified
// A semaphore that counts who is done: it does not matter who posts first (docs/design/reductions-proofs.md).
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef THREADS
#define THREADS 4
#endif
static sem_t done;
static int result[THREADS];

static void *work(void *argument)
{
    result[(long)argument] = 1;
    sem_post(&done);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    sem_init(&done, 0, 0);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        sem_wait(&done);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < THREADS; i++)
        assert(result[i] == 1);
    return 0;
}
