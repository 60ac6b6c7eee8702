// expect: verified
// options:
// options: --reduction=none
// A lock that prefers writers: nobody reads twice. A reader that asks while a writer waits comes after it; what must not wait is told
// that it is busy, and what waits for a time gives up and keeps nobody out then.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int value;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    int error = pthread_rwlock_tryrdlock(&lock);
    assert(error == 0 || error == EBUSY);
    if (error == 0)
        pthread_rwlock_unlock(&lock);
    assert(value == 0 || value == 1);
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    value = 2;
    value = 1;
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *impatient(void *unused)
{
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    int error = pthread_rwlock_timedwrlock(&lock, &deadline);
    assert(error == 0 || error == ETIMEDOUT);
    if (error == 0)
        pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_create(&c, NULL, impatient, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(pthread_rwlock_tryrdlock(&lock) == 0 && pthread_rwlock_destroy(&(pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER) == 0);
    return 0;
}
