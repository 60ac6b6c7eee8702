// expect: verified
// options: -latomic
// options: -latomic --reduction=none --visible=all
// options: -latomic --reduction=dpor --race=off
// An atomic structure of 24 bytes, which libatomic keeps under a lock of its own: no update is lost, and no half of one is seen.
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
    struct triple old = atomic_load(&shared), now;
    do {
        assert(old.a == old.b && old.b == old.c);
        now = (struct triple){old.a + 1, old.b + 1, old.c + 1};
    } while (!atomic_compare_exchange_strong(&shared, &old, now));
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    struct triple last = atomic_exchange(&shared, ((struct triple){7, 7, 7}));
    assert(last.a == 2 && last.c == 2);
    atomic_store(&shared, ((struct triple){8, 8, 9}));
    last = atomic_load(&shared);
    assert(last.c == 9);
    return 0;
}
