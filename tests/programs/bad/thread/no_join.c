// expect: bug assertion "result == 1"
// The result is used without waiting for the thread that makes it.
#include <assert.h>
#include <pthread.h>

static int result;

static void *work(void *unused)
{
    result = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    assert(result == 1); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
