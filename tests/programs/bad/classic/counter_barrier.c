// expect: bug livelock
// options: --livelock
// A barrier from a counter that is reset by the last to come: a fast thread is already in the next round, and is lost.
#include <pthread.h>
#include <stdatomic.h>

enum { N = 2 };
static atomic_int arrived;

static void barrier(void)
{
    atomic_fetch_add(&arrived, 1);
    while (atomic_load(&arrived) < N)
        ;
    atomic_store(&arrived, 0);
}

static void *work(void *unused)
{
    barrier();
    barrier();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
