// expect: verified
// A request that is pending strikes where the thread becomes of asynchronous type.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *unused)
{
    pthread_cancel(pthread_self());
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    assert(!"reached");
    return unused;
}

int main(void)
{
    pthread_t t;
    void *value;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, &value);
    assert(value == PTHREAD_CANCELED);
    return 0;
}
