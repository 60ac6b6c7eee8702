/* peterson.c - mutual exclusion for THREADS threads (Peterson, 1981): in each of THREADS - 1 rounds the one who came last waits as long
 * as somebody else is as far, or further. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

static atomic_int at[THREADS], last[THREADS];
static int inside;

static int somebody_as_far(int me, int round)
{
    for (int i = 0; i < THREADS; i++)
        if (i != me && atomic_load(&at[i]) >= round)
            return 1;
    return 0;
}

static void *work(void *argument)
{
    int me = (int)(long)argument;
    for (int round = 1; round < THREADS; round++) {
        atomic_store(&at[me], round);
        atomic_store(&last[round], me);
        while (atomic_load(&last[round]) == me && somebody_as_far(me, round))
            ;
    }
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store(&at[me], 0);
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
