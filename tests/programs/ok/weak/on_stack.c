// expect: verified
// options: --memory-model=c11
// An atomic object in a frame that is left, and entered again: the values of the first time are gone.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static void *raise_it(void *object)
{
    atomic_store_explicit((_Atomic int *)object, 3, memory_order_relaxed);
    return NULL;
}

static void round_trip(int first)
{
    _Atomic int object = first;
    pthread_t t;
    pthread_create(&t, NULL, raise_it, &object);
    int seen = atomic_load_explicit(&object, memory_order_relaxed);
    assert(seen == first || seen == 3);
    pthread_join(t, NULL);
    assert(atomic_load_explicit(&object, memory_order_relaxed) == 3);
}

int main(void)
{
    round_trip(1);
    round_trip(2);
    return 0;
}
