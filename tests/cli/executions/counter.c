/* counter.c - THREADS threads add to one counter, under one mutex, or each to its own. */
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int count[THREADS];

static void *add(void *argument)
{
#ifdef SHARED
    (void)argument;
    pthread_mutex_lock(&mutex);
    count[0]++;
    pthread_mutex_unlock(&mutex);
#else
    count[(long)argument]++;
    count[(long)argument]++;
#endif
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    (void)mutex;
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, add, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    int sum = 0;
    for (int i = 0; i < THREADS; i++)
        sum += count[i];
    return sum == 0;
}
