// expect: verified
// Exactly one thread of each round gets PTHREAD_BARRIER_SERIAL_THREAD, and the barrier can be used again at once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_barrier_t barrier;
static atomic_int serial[2];

static void *work(void *unused)
{
    for (int i = 0; i < 2; i++) {
        int result = pthread_barrier_wait(&barrier);
        assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
        if (result == PTHREAD_BARRIER_SERIAL_THREAD)
            atomic_fetch_add(&serial[i], 1);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    assert(serial[0] == 1 && serial[1] == 1);
    return 0;
}
