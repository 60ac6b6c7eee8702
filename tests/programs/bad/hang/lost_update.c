// expect: bug deadlock "waits in a loop"
// native: endless
// Two increments of which one may be lost, and a thread that waits for both, giving way in its loop.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int done;

static void *work(void *unused)
{
    int seen = done;
    done = seen + 1;
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    while (done != 2) // BUG HERE
        sched_yield();
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
