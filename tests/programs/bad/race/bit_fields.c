// expect: bug assertion "both"
// Two bit-fields share a byte: an update of one reads and writes back the other.
#include <assert.h>
#include <pthread.h>

static struct { unsigned ready : 1, closed : 1; } state;

static void *set_ready(void *unused)
{
    state.ready = 1;
    return unused;
}

static void *set_closed(void *unused)
{
    state.closed = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, set_ready, NULL);
    pthread_create(&b, NULL, set_closed, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int both = state.ready && state.closed;
    assert(both); // BUG HERE
    return 0;
}
