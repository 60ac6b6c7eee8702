// expect: bug race "give"
// options: --memory-model=c11 --race=error
// A function returns when another thread has said that it is done with a local variable: nothing orders the one behind the other.
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(int *) given;
static atomic_int done;
int seen;

static __attribute__((noinline)) void give(void)
{
    int data = 5;
    atomic_store_explicit(&given, &data, memory_order_release);
    while (!atomic_load_explicit(&done, memory_order_relaxed))
        ;
}

static void *take(void *unused)
{
    int *data = atomic_load_explicit(&given, memory_order_acquire);
    if (data)
        seen = *data;
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, take, NULL);
    give();
    pthread_join(t, NULL);
    return 0;
}
