// expect: bug livelock
// options: --livelock
// Two threads spin on flags that only the other one would set.
#include <pthread.h>
#include <stdatomic.h>

atomic_int a_ready, b_ready; // not static: clang would see that neither is ever set

static void *a(void *unused)
{
    while (!atomic_load(&b_ready))
        ;
    atomic_store(&a_ready, 1);
    return unused;
}

static void *b(void *unused)
{
    while (!atomic_load(&a_ready))
        ;
    atomic_store(&b_ready, 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, a, NULL);
    b(NULL);
    pthread_join(t, NULL);
    return 0;
}
