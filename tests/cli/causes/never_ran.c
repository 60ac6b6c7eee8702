/* A task that was queued is left there: the worker is told to end before it looks. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *queued;
static bool done;
static void *work(void *p)
{
    pthread_mutex_lock(&lock);
    if (!done && queued)
        *queued = 1;
    pthread_mutex_unlock(&lock);
    return p;
}
int main(void)
{
    static int ran;
    pthread_t t;
    pthread_mutex_lock(&lock);
    queued = &ran;
    pthread_mutex_unlock(&lock);
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&lock), done = true, pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
    assert(ran == 1);
    return 0;
}
