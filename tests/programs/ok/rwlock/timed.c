// expect: verified
// Timed read and write locks: every time-out and every success is handled.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static struct timespec soon(void)
{
    return (struct timespec){.tv_sec = 4000000000};
}

static void *writer(void *unused)
{
    struct timespec until = soon();
    int error = pthread_rwlock_timedwrlock(&lock, &until);
    assert(error == 0 || error == ETIMEDOUT);
    if (error == 0) {
        value = 1;
        value = 2;
        pthread_rwlock_unlock(&lock);
    }
    return unused;
}

static void *reader(void *unused)
{
    struct timespec until = soon();
    int error = pthread_rwlock_timedrdlock(&lock, &until);
    assert(error == 0 || error == ETIMEDOUT);
    if (error == 0) {
        assert(value != 1);
        pthread_rwlock_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
