/* clh.c - a queue lock (Craig, 1993; Landin and Hagersten, 1994) that THREADS threads take once each: everybody waits in a loop for the
 * one before. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

static atomic_int locked[THREADS + 1], tail = THREADS;
static int inside;

static void *work(void *argument)
{
    int me = (int)(long)argument;
    atomic_store(&locked[me], 1);
    int before = atomic_exchange(&tail, me);
    while (atomic_load(&locked[before]))
        sched_yield();
    inside = me;
    assert(inside == me);
    atomic_store(&locked[me], 0);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
