// expect: bug assertion "last.a == 2"
// options: -latomic
// options: -latomic --reduction=none --visible=all
// options: -latomic --reduction=spor
// Loads and stores of an atomic structure are atomic, one by one: an update between them is lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct triple {
    long a, b, c;
};

static _Atomic struct triple shared;

static void *add(void *unused)
{
    struct triple now = atomic_load(&shared);
    now.a++;
    atomic_store(&shared, now);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    struct triple last = atomic_load(&shared);
    assert(last.a == 2); // BUG HERE
    return 0;
}
