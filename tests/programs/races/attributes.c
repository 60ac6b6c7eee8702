// expect: verified
// races: 1
// Two threads that only read the same attributes are not ordered by that.
#include <pthread.h>
#include <stdatomic.h>

static pthread_attr_t attributes;
static atomic_int ready;
int data;

static void *first(void *unused)
{
    int state;
    data = 1; // RACE
    pthread_attr_getdetachstate(&attributes, &state);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

static void *second(void *unused)
{
    int state;
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        pthread_attr_getdetachstate(&attributes, &state);
        data = 2; // RACE
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_attr_init(&attributes);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
