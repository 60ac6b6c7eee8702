// options: --spurious
// A wait that is taken for woken, without a look at what it waited for.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *unused)
{
    pthread_mutex_lock(&lock);
#ifdef FIXED
    while (!ready)
#else
    if (!ready)
#endif
        pthread_cond_wait(&changed, &lock);
    assert(ready);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
