/* A pointer to a variable of a thread is used when the thread has ended. */
#include <pthread.h>
#include <semaphore.h>
static int *shared;
static sem_t ready;
static void *work(void *p)
{
    int value = 3;
    shared = &value;
    sem_post(&ready);
    return p;
}
int main(void)
{
    pthread_t t;
    sem_init(&ready, 0, 0);
    pthread_create(&t, 0, work, 0);
    sem_wait(&ready);
    int seen = *shared;
    pthread_join(t, 0);
    return seen == 4;
}
