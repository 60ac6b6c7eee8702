// expect: verified
// ends: 3
// Store buffering under sequential consistency: (0,1), (1,0), (1,1), never (0,0).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int from_x, from_y;

static void *one(void *unused)
{
    atomic_store(&x, 1);
    from_y = atomic_load(&y);
    return unused;
}

static void *two(void *unused)
{
    atomic_store(&y, 1);
    from_x = atomic_load(&x);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(from_x || from_y);
    return 0;
}
