// expect: bug assertion "used <= 1"
// A limit of one is checked with one atomic operation and taken with another.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int used;

static void *work(void *unused)
{
    if (atomic_load(&used) < 1) {
        atomic_fetch_add(&used, 1);
        assert(used <= 1); // BUG HERE
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
