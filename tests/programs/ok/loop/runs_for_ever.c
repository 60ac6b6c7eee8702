// expect: verified
// native: endless
// options: -DROUND=beat=0
// options: -DROUND=sched_yield()
// A thread that is meant to run for ever, and changes nothing by that: it does not wait for anybody.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int beat; // not static: the compiler would see that it is always 0

static void *work(void *unused)
{
    for (;;)
        ROUND;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int seen = beat;
    pthread_join(t, NULL);
    return seen;
}
