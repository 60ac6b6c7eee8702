// expect: bug misuse "destroy"
// The barrier is destroyed while one thread waits at it.
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int coming;

static void *work(void *unused)
{
    atomic_store(&coming, 1);
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, work, NULL);
    if (!atomic_load(&coming)) {
        pthread_barrier_wait(&barrier);
        pthread_join(t, NULL);
        return 0;
    }
    pthread_barrier_destroy(&barrier); // BUG HERE
    return 0;
}
