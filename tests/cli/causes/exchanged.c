/* What a thread reads by exchanging it is not what it leaves there. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int slot = 1;

static void *taker(void *unused)
{
    atomic_exchange(&slot, 7);
    return unused;
}

int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, taker, NULL);
    atomic_exchange(&slot, 2);
    assert(atomic_load(&slot) == 2);
    pthread_join(other, NULL);
    return 0;
}
