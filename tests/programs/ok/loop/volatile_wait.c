// expect: verified
// The same on a volatile variable, which nobody has written yet when the loop begins, and with yields.
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static volatile int ready, data;

static void *waiter(void *unused)
{
    while (!ready)
        ;
    while (!data)
        sched_yield();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    ready = 1;
    data = 5;
    pthread_join(t, NULL);
    return 0;
}
