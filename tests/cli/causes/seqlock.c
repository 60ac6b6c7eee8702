/* A reader that forgets to look at the sequence again: what it has read first was changed since. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static struct { atomic_uint sequence; atomic_int low, high; } clock_now;

static void *tick(void *unused)
{
    atomic_fetch_add(&clock_now.sequence, 1);
    atomic_store(&clock_now.low, 1);
    atomic_store(&clock_now.high, 10);
    atomic_fetch_add(&clock_now.sequence, 1);
    return unused;
}

int main(void)
{
    pthread_t ticker;
    pthread_create(&ticker, NULL, tick, NULL);
    if (atomic_load(&clock_now.sequence) % 2 == 0) {
        int low = atomic_load(&clock_now.low), high = atomic_load(&clock_now.high);
        assert(high == low * 10);
    }
    pthread_join(ticker, NULL);
    return 0;
}
