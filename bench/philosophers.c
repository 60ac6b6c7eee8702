/* philosophers.c - THREADS dining philosophers, one meal each. Forks are taken in ascending order: no deadlock; or, with
 * CIRCLE, the left one first: there is one. */
#include <pthread.h>

#ifndef THREADS
#define THREADS 8
#endif
#ifndef CIRCLE
#define CIRCLE 0
#endif

static pthread_mutex_t fork_of[THREADS];

static void *dine(void *argument)
{
    int me = (int)(long)argument, next = (me + 1) % THREADS;
    int first = CIRCLE || me < next ? me : next, second = CIRCLE || me < next ? next : me;
    pthread_mutex_lock(&fork_of[first]);
    pthread_mutex_lock(&fork_of[second]);
    pthread_mutex_unlock(&fork_of[second]);
    pthread_mutex_unlock(&fork_of[first]);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_mutex_init(&fork_of[i], NULL);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, dine, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
