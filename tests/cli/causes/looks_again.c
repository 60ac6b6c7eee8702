/* Who waits looks again when it is woken, at one line or at another one; what is wrong is something else. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items, stopped, taken;

static void *take(void *unused)
{
    pthread_mutex_lock(&lock);
#ifdef LINES
    if (!stopped &&
        items == 0)
        pthread_cond_wait(&changed, &lock);
    int now = items;
#else
    while (!stopped && items == 0)
        pthread_cond_wait(&changed, &lock);
    int now = items;
#endif
    taken++;
    assert(now > 0);
    items--;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, take, NULL);
    pthread_mutex_lock(&lock);
    stopped = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
