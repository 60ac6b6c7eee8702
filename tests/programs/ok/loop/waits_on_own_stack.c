// expect: verified
// A thread waits for a variable of its own, of which it tells others where it is.
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(atomic_int *) where;

static void *waiter(void *unused)
{
    atomic_int ready = 0;
    atomic_store(&where, &ready);
    while (!atomic_load(&ready))
        ;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    while (!atomic_load(&where))
        ;
    atomic_store(where, 1);
    pthread_join(t, NULL);
    return 0;
}
