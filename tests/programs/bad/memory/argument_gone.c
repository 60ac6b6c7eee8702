// expect: bug memory "frame of a returned function (of thread 0)"
// The argument of the thread is a local variable of a function that does not wait for it.
#include <pthread.h>

static pthread_t t;

static void *work(void *argument)
{
    volatile int seen = *(volatile int *)argument; // BUG HERE
    (void)seen;
    return NULL;
}

static __attribute__((noinline)) void start(int n)
{
    volatile int argument = n;
    pthread_create(&t, NULL, work, (void *)&argument);
}

int main(void)
{
    start(7);
    pthread_join(t, NULL);
    return 0;
}
