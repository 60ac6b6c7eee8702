// expect: verified
// options: --memory-model=c11 --reuse=choose
// An atomic object is freed, and another one comes to lie there: nothing of the first is left.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic int *made(int value)
{
    _Atomic int *object = malloc(sizeof *object);
    if (!object)
        exit(0);
    atomic_init(object, value);
    return object;
}

static void *add(void *object)
{
    atomic_fetch_add_explicit((_Atomic int *)object, 1, memory_order_relaxed);
    atomic_store_explicit((_Atomic int *)object, 9, memory_order_relaxed);
    return NULL;
}

int main(void)
{
    for (int round = 0; round < 2; round++) {
        _Atomic int *object = made(5);
        pthread_t t;
        pthread_create(&t, NULL, add, object);
        int seen = atomic_load_explicit(object, memory_order_relaxed);
        assert(seen == 5 || seen == 6 || seen == 9);
        pthread_join(t, NULL);
        assert(atomic_load_explicit(object, memory_order_relaxed) == 9);
        free(object);
    }
    return 0;
}
