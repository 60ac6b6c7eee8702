// expect: verified
// The creator holds the mutex while it makes the thread: the thread sees everything that was written under it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    assert(ready == 1);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, work, NULL);
    ready = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
