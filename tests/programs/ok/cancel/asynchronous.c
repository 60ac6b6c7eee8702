// expect: verified
// A thread may be of asynchronous type where nobody cancels it, or only while it cannot be cancelled.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *alone(void *unused)
{
    int old;
    assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old) == 0 && old == PTHREAD_CANCEL_DEFERRED);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
    assert(pthread_setcanceltype(7, NULL) != 0);
    return unused;
}

static void *asked(void *unused)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0 && old == PTHREAD_CANCEL_ASYNCHRONOUS);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    pthread_testcancel();
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, alone, NULL);
    pthread_create(&b, NULL, asked, NULL);
    pthread_cancel(b);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
