// expect: verified
// Atomic pointers: publish by exchange, take by compare-and-swap; exactly one thread gets the block.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int block = 9;
static _Atomic(int *) slot;
static atomic_int owners;

static void *taker(void *unused)
{
    int *mine = atomic_load(&slot);
    if (mine && atomic_compare_exchange_strong(&slot, &mine, NULL)) {
        assert(*mine == 9);
        atomic_fetch_add(&owners, 1);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, taker, NULL);
    pthread_create(&b, NULL, taker, NULL);
    assert(atomic_exchange(&slot, &block) == NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(owners + (slot != NULL) == 1);
    return 0;
}
