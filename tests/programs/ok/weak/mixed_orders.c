// expect: covered "mixed with weaker ones"
// options: --memory-model=c11
// The store of 2 comes behind the store of 1, by a relaxed flag alone: RC11 may order the two stores the other way round.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, flag;

static void *other(void *unused)
{
    atomic_store(&x, 1);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        atomic_store(&x, 2);
    pthread_join(t, NULL);
    assert(atomic_load(&x) > 0);
    return 0;
}
