// expect: verified
// races: 0
// Double-checked initialization as it should be: the pointer is published by a release.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int object;
static _Atomic(int *) instance;

static int *get(void)
{
    int *p = atomic_load_explicit(&instance, memory_order_acquire);
    if (!p) {
        pthread_mutex_lock(&m);
        p = atomic_load_explicit(&instance, memory_order_relaxed);
        if (!p) {
            object = 1;
            p = &object;
            atomic_store_explicit(&instance, p, memory_order_release);
        }
        pthread_mutex_unlock(&m);
    }
    return p;
}

static void *first(void *unused)
{
    assert(*get() == 1);
    return unused;
}

static void *second(void *unused)
{
    assert(*get() == 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
