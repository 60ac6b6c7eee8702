// expect: bug any
// options: --all --reduction=sum
// options: --all --reduction=dlspor
// options: --all --reduction=despor
// findings: 2
// If the first thread takes the mutex, the other waits for ever, and what it would do is seen in no state after that: a deadlock
// and a failing assertion.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *fail(void *unused)
{
    pthread_mutex_lock(&m); // BUG HERE
    assert(!"reached");     // OR HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, fail, NULL);
    pthread_mutex_lock(&m);
    pthread_exit(NULL);
}
