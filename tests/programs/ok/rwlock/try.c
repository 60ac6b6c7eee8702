// expect: verified
// The try functions: readers share, a writer excludes everybody, and the errors are EBUSY.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock;

static void *other(void *expect_reader)
{
    int error = pthread_rwlock_tryrdlock(&lock);
    assert(error == (expect_reader ? 0 : EBUSY));
    if (error == 0)
        pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    return NULL;
}

int main(void)
{
    pthread_t t;
    assert(pthread_rwlock_init(&lock, NULL) == 0);
    pthread_rwlock_rdlock(&lock);
    pthread_create(&t, NULL, other, &lock);
    pthread_join(t, NULL);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    pthread_create(&t, NULL, other, NULL);
    pthread_join(t, NULL);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_trywrlock(&lock) == 0);
    pthread_rwlock_unlock(&lock);
    assert(pthread_rwlock_destroy(&lock) == 0);
    return 0;
}
