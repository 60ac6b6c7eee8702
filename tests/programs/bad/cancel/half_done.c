// expect: bug assertion "left == right"
// A cancellation point in the middle of an update that must be whole.
#include <assert.h>
#include <pthread.h>

static int left, right;

static void *work(void *unused)
{
    left++;
    pthread_testcancel();
    right++;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    pthread_join(t, NULL);
    assert(left == right); // BUG HERE
    return 0;
}
