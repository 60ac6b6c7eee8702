// expect: bug assertion "done"
/* The expected value of a compare-exchange is memory that another thread may write to. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static _Atomic int owner;
static int expected;
static bool done;

static void *take(void *unused)
{
    (void)unused;
    done = atomic_compare_exchange_strong(&owner, &expected, 2);
    return NULL;
}

static void *disturb(void *unused)
{
    (void)unused;
    expected = 1;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, take, NULL);
    pthread_create(&b, NULL, disturb, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(done); // BUG HERE
    return 0;
}
