// expect: verified
// pthread_tryjoin_np answers EBUSY until the thread has ended; then it is joined.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static int done;

static void *work(void *unused)
{
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    void *result = &done;
    int error;
    pthread_create(&t, NULL, work, NULL);
    while ((error = pthread_tryjoin_np(t, &result)) == EBUSY)
        sched_yield();
    assert(error == 0 && result == NULL && done == 1);
    return 0;
}
