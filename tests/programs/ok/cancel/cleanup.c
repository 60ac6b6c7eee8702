// expect: verified
// A waiter is cancelled in pthread_cond_wait: it gets the mutex back and its cleanup handler releases it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int cleaned;

static void release(void *unused)
{
    (void)unused;
    cleaned++;
    pthread_mutex_unlock(&lock);
}

static void *waiter(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(release, NULL);
    for (;;)
        pthread_cond_wait(&never, &lock);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    pthread_mutex_lock(&lock);
    assert(cleaned == 1);
    pthread_mutex_unlock(&lock);
    return 0;
}
