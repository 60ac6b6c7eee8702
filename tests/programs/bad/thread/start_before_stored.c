// expect: bug assertion "pthread_equal"
// The new thread relies on what its creator stores only after pthread_create has returned.
#include <assert.h>
#include <pthread.h>

static pthread_t worker_of_pool;

static void *work(void *unused)
{
    assert(pthread_equal(worker_of_pool, pthread_self())); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    worker_of_pool = t;
    pthread_join(t, NULL);
    return 0;
}
