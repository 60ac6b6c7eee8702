// expect: verified
// A spin loop on an atomic flag ends by state matching: an unsuccessful turn leads back to the same state.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *waiter(void *unused)
{
    while (!atomic_load(&ready))
        ;
    assert(data == 5);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    data = 5;
    atomic_store(&ready, 1);
    pthread_join(t, NULL);
    return 0;
}
