/* early.c - the library's constructor has made a semaphore, a barrier and a key, and has used them: in whatever order threads come. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#include "helper.h"

static int inside;

static void *work(void *unused)
{
    assert(pthread_getspecific(helper_early.key) == NULL);
    sem_wait(&helper_early.one);
    assert(++inside == 1);
    inside--;
    sem_post(&helper_early.one);
    pthread_barrier_wait(&helper_early.two);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int value = -1;
    assert(pthread_getspecific(helper_early.key) == &helper_early);
    assert(sem_getvalue(&helper_early.one, &value) == 0 && value == 1);
    pthread_create(&thread, NULL, work, NULL);
    sem_wait(&helper_early.one);
    assert(++inside == 1);
    inside--;
    sem_post(&helper_early.one);
    pthread_barrier_wait(&helper_early.two);
    pthread_join(thread, NULL);
    assert(pthread_setspecific(helper_early.key, NULL) == 0 && pthread_getspecific(helper_early.key) == NULL);
    return 0;
}
