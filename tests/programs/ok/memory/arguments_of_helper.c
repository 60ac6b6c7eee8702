// expect: verified
// The same in a function that waits for its threads before it returns.
#include <assert.h>
#include <pthread.h>

static void *work(void *argument)
{
    int *n = argument;
    *n += 1;
    return NULL;
}

static __attribute__((noinline)) int run(int start)
{
    pthread_t t;
    volatile int n = start;
    pthread_create(&t, NULL, work, (void *)&n);
    pthread_join(t, NULL);
    return n;
}

int main(void)
{
    assert(run(1) + run(5) == 8);
    return 0;
}
