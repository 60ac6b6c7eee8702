// expect: verified
// A robust mutex that is unlocked and was not marked as consistent is lost: nobody gets it, not those who wait, and not after a wait on
// a condition variable. It can still be destroyed.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int told;

static void *dies(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_exit(unused);
}

static void *locks(void *unused)
{
    int error = pthread_mutex_lock(&mutex);
    assert(error == EOWNERDEAD || error == ENOTRECOVERABLE);
    if (error == EOWNERDEAD) {
        told++;
        assert(pthread_mutex_unlock(&mutex) == 0);
    }
    return unused;
}

static void *waits(void *unused)
{
    int error = pthread_mutex_lock(&mutex);
    if (error == EOWNERDEAD) {
        told++;
        error = pthread_cond_timedwait(&cond, &mutex, &(struct timespec){.tv_sec = 1});
        assert(error == ENOTRECOVERABLE);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&mutex, &attributes);
    pthread_create(&a, NULL, dies, NULL);
    pthread_join(a, NULL);
    pthread_create(&b, NULL, locks, NULL);
    pthread_create(&c, NULL, waits, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(told == 1);
    assert(pthread_mutex_trylock(&mutex) == ENOTRECOVERABLE && pthread_mutex_consistent(&mutex) == EINVAL);
    assert(pthread_mutex_destroy(&mutex) == 0);
    return 0;
}
