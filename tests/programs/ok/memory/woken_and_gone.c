// expect: verified
// Who waits may find condition variable and mutex freed as soon as it was woken and has let go of the mutex.
#include <pthread.h>
#include <stdlib.h>

struct gate { pthread_mutex_t lock; pthread_cond_t opened; int open; };

static void *opener(void *argument)
{
    struct gate *g = argument;
    pthread_mutex_lock(&g->lock);
    g->open = 1;
    pthread_cond_signal(&g->opened);
    pthread_mutex_unlock(&g->lock);
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct gate *g = malloc(sizeof *g);
    pthread_mutex_init(&g->lock, NULL);
    pthread_cond_init(&g->opened, NULL);
    g->open = 0;
    pthread_create(&t, NULL, opener, g);
    pthread_mutex_lock(&g->lock);
    while (!g->open)
        pthread_cond_wait(&g->opened, &g->lock);
    pthread_mutex_unlock(&g->lock);
    pthread_mutex_destroy(&g->lock);
    pthread_cond_destroy(&g->opened);
    free(g);
    pthread_join(t, NULL);
    return 0;
}
