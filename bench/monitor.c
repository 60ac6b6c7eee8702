/* monitor.c - one lock for everything: THREADS threads come to a meeting ROUNDS times. Who comes last opens the door for all. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 4
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int present, meetings;

static void meet(void)
{
    pthread_mutex_lock(&lock);
    int mine = meetings;
    if (++present == THREADS) {
        present = 0;
        meetings++;
        pthread_cond_broadcast(&opened);
    }
    while (mine == meetings)
        pthread_cond_wait(&opened, &lock);
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        meet();
    return unused;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    assert(meetings == ROUNDS && present == 0);
    return 0;
}
