// expect: verified
// ends: 2
// A timed join is a cancellation point: the thread that waits in it is cancelled, or has come through before.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

int cancelled;
static sem_t go;

static void *sleeper(void *unused)
{
    sem_wait(&go);
    return unused;
}

static void *joiner(void *argument)
{
    struct timespec soon = {1, 0};
    pthread_timedjoin_np(*(pthread_t *)argument, NULL, &soon);
    return NULL;
}

int main(void)
{
    pthread_t s, j;
    void *result;
    sem_init(&go, 0, 0);
    pthread_create(&s, NULL, sleeper, NULL);
    pthread_create(&j, NULL, joiner, &s);
    pthread_cancel(j);
    pthread_join(j, &result);
    cancelled = result == PTHREAD_CANCELED;
    sem_post(&go);
    pthread_join(s, NULL);
    return 0;
}
