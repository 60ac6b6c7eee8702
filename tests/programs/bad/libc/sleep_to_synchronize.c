// expect: bug assertion "ready"
// "It will surely be ready after a second."
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ready;

static void *work(void *unused)
{
    ready = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    sleep(1);
    assert(ready); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
