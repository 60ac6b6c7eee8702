// expect: verified
// races: 0
// Relaxed updates race with nothing, and joining orders the last read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *work(void *unused)
{
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(*(volatile int *)&counter == 3);
    return 0;
}
