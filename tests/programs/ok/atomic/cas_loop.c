// expect: verified
// Compare-and-swap loops: a retry sees the value of the winner, so nothing is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value = 1;

static void *work(void *factor)
{
    int old = atomic_load(&value);
    while (!atomic_compare_exchange_weak(&value, &old, old * (int)(long)factor))
        ;
    return NULL;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, work, (void *)2L);
    pthread_create(&b, NULL, work, (void *)3L);
    pthread_create(&c, NULL, work, (void *)5L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(value == 30);
    return 0;
}
