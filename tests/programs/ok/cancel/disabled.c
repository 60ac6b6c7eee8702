// expect: verified
// While cancellation is disabled a request stays pending; cleanup handlers run in reverse order.
#include <assert.h>
#include <pthread.h>

static int order, finished;

static void first(void *unused) { (void)unused; order = order * 10 + 1; }
static void second(void *unused) { (void)unused; order = order * 10 + 2; }

static void *work(void *unused)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    pthread_cleanup_push(first, NULL);
    pthread_cleanup_push(second, NULL);
    pthread_testcancel();
    finished = 1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    pthread_testcancel();
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(finished == 1);
    assert(order == 21);
    assert(result == NULL || result == PTHREAD_CANCELED);
    return 0;
}
