/* A wait for one of two counts, which are equal again when both have come: nobody compares them. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t  watched = PTHREAD_COND_INITIALIZER, changed = PTHREAD_COND_INITIALIZER;
static int             watching;
static long            done, failed;

static void *count(void *which)
{
    pthread_mutex_lock(&lock);
    while (!watching)
        pthread_cond_wait(&watched, &lock);
    ++*(long *)which;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, count, &done);
    pthread_create(&t[1], NULL, count, &failed);
    pthread_mutex_lock(&lock);
    watching = 1;
    pthread_cond_broadcast(&watched);
    if (done == 0 && failed == 0)
        pthread_cond_wait(&changed, &lock);
    assert(done + failed == 1);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
