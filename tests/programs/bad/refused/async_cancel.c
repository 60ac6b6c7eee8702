// expect: refused "asynchronous type"
// Asynchronous cancellation can strike between any two instructions.
#include <pthread.h>

static void *work(void *unused)
{
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (volatile int i = 0; i < 3; i++)
        pthread_testcancel();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    return 0;
}
