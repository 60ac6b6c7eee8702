// expect: verified
// A semaphore that spins ten thousand times before it sleeps: all rounds but the first ones are one step.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static atomic_int count;
static sem_t      sleepers;
static int        data;

static void wait_for_it(void)
{
    for (int i = 0; i < 10000; i++) {
        int old = count;
        if (old > 0 && atomic_compare_exchange_strong(&count, &old, old - 1))
            return;
    }
    if (atomic_fetch_sub(&count, 1) <= 0)
        sem_wait(&sleepers);
}

static void *work(void *unused)
{
    data = 1;
    if (atomic_fetch_add(&count, 1) < 0)
        sem_post(&sleepers);
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&sleepers, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    wait_for_it();
    assert(data == 1);
    pthread_join(t, NULL);
    return 0;
}
