// expect: verified
// races: 1
// What comes after the release fence is not released by it.
#include <pthread.h>
#include <stdatomic.h>

int data, late;
static atomic_int ready;

static void *first(void *unused)
{
    data = 1;
    atomic_thread_fence(memory_order_release);
    late = 1; // RACE
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

static void *second(void *unused)
{
    if (atomic_load_explicit(&ready, memory_order_acquire)) {
        data = 2;
        late = 2; // RACE
    }
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
