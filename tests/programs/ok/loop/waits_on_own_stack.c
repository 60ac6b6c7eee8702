// expect: verified
// options:
// options: -DNEVER
// native: endless
// A thread waits for a variable of its own, of which it tells others where it is; or which nobody ever changes.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

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
#ifndef NEVER
    atomic_store(where, 1);
#endif
    pthread_join(t, NULL);
    return 0;
}
