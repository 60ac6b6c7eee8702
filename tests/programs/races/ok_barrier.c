// expect: verified
// races: 0
// Two rounds of a barrier: each writes its own in the first and reads the other's in the second.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int mine, yours;

static __attribute__((constructor)) void prepare(void) { pthread_barrier_init(&barrier, NULL, 2); }

static void *first(void *unused)
{
    mine = 1;
    pthread_barrier_wait(&barrier);
    assert(yours == 1);
    pthread_barrier_wait(&barrier);
    yours = 2;
    return unused;
}

static void *second(void *unused)
{
    yours = 1;
    pthread_barrier_wait(&barrier);
    assert(mine == 1);
    pthread_barrier_wait(&barrier);
    mine = 2;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
