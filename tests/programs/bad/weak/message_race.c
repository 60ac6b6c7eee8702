// expect: bug race "data"
// options: --memory-model=c11 --race=error
// The same of plain memory: nothing orders the two accesses. BUG HERE is where the reader's is.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int data;
static _Atomic int ready;

static void *sender(void *unused)
{
    data = 42; // RACE
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, sender, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire) && data != 42) // RACE
        printf("too early\n");
    pthread_join(t, NULL);
    return 0;
}
