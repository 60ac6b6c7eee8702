// expect: verified
// races: 2
// The same on a volatile variable, which nobody has written yet when the loop begins, and with yields.
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static volatile int ready, data;

static void *waiter(void *unused)
{
    while (!ready) // RACE
        ;
    while (!data) // RACE
        sched_yield();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    ready = 1; // RACE
    data = 5; // RACE
    pthread_join(t, NULL);
    return 0;
}
