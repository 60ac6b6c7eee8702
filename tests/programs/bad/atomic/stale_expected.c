// expect: bug assertion "total == 3"
// After a failed compare-and-swap the new value is computed from the stale one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int total;

static void *work(void *amount)
{
    int old = atomic_load(&total);
    int sum = old + (int)(long)amount;
    while (!atomic_compare_exchange_strong(&total, &old, sum))
        ;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, (void *)1L);
    pthread_create(&b, NULL, work, (void *)2L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(total == 3); // BUG HERE
    return 0;
}
