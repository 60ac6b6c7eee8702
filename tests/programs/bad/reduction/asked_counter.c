// expect: bug assertion "got != 1"
// A counter is asked for by one of those who count: it matters who comes first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *count(void *unused)
{
    atomic_fetch_add(&counter, 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, count, NULL);
    int got = atomic_fetch_add(&counter, 1);
    assert(got != 1); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
