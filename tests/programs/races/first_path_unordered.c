// expect: verified
// races: 1
// options: --race-rule=hb
// options: --race-rule=graph
// options: --race-rule=graph --reduction=none
// The same with the threads in the other order, so that the other way is explored first.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;
static atomic_int ready;

static void *first(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        data = 2; // RACE
    return unused;
}

static void *second(void *unused)
{
    pthread_mutex_lock(&m);
    data = 1; // RACE
    pthread_mutex_unlock(&m);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
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
