// expect: verified
// Deferred cancellation acts at pthread_testcancel; join tells PTHREAD_CANCELED; between two points nothing happens.
#include <assert.h>
#include <pthread.h>

static int left, right;

static void *work(void *unused)
{
    for (;;) {
        pthread_testcancel();
        left = !left;
        right = !right;
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    void *result = NULL;
    pthread_create(&t, NULL, work, NULL);
    assert(pthread_cancel(t) == 0);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED);
    assert(left == right);
    return 0;
}
