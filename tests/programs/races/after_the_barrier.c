// expect: verified
// races: 1
// The barrier orders what was before it, not what comes after.
#include <pthread.h>

static pthread_barrier_t barrier;
int before, after;

static __attribute__((constructor)) void prepare(void) { pthread_barrier_init(&barrier, NULL, 2); }

static void *first(void *unused)
{
    before = 1;
    pthread_barrier_wait(&barrier);
    after = 1; // RACE
    return unused;
}

static void *second(void *unused)
{
    pthread_barrier_wait(&barrier);
    after = before; // RACE
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
