// expect: bug race "data"
// options: --memory-model=c11 --race=error
// A later store by the releasing thread itself continued its release sequence until C17, and does not since C++20.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static int data;
static _Atomic int ready;

static void *sender(void *unused)
{
    data = 42; // RACE
    atomic_store_explicit(&ready, 1, memory_order_release);
    atomic_store_explicit(&ready, 2, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, sender, NULL);
    if (atomic_load_explicit(&ready, memory_order_acquire) == 2 && data != 42) // RACE
        printf("too early\n");
    pthread_join(t, NULL);
    return 0;
}
