// expect: verified
// The assertion would fail, but the process has always ended before: main returns at once and holds the lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    assert(!"never reached");
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, work, NULL);
    return 0;
}
