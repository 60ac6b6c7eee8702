// expect: verified
// options: --leaks
// What a thread returns is kept for who joins it, and here nobody does.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t done;

static void *work(void *unused)
{
    (void)unused;
    sem_post(&done);
    return malloc(8);
}

int main(void)
{
    pthread_t t;
    sem_init(&done, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    sem_wait(&done);
    void *result;
    pthread_join(t, &result);
    free(result);
    return 0;
}
