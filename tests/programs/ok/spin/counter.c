// expect: verified
// A pthread spin lock protects a counter; trylock fails only while it is held.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter, missed;

static void *sure(void *unused)
{
    for (int i = 0; i < 2; i++) {
        pthread_spin_lock(&lock);
        counter++;
        pthread_spin_unlock(&lock);
    }
    return unused;
}

static void *maybe(void *unused)
{
    int error = pthread_spin_trylock(&lock);
    if (error == 0) {
        counter++;
        pthread_spin_unlock(&lock);
    } else {
        assert(error == EBUSY);
        missed = 1;
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    assert(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE) == 0);
    pthread_create(&a, NULL, sure, NULL);
    pthread_create(&b, NULL, maybe, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter + missed == 3);
    assert(pthread_spin_destroy(&lock) == 0);
    return 0;
}
