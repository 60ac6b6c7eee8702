// expect: verified
// An error-checking mutex answers wrong use with an error number: the program handles it, so it is no misuse.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *other(void *unused)
{
    assert(pthread_mutex_unlock(&lock) == EPERM);
    assert(pthread_mutex_trylock(&lock) == EBUSY);
    return unused;
}

int main(void)
{
    assert(pthread_mutex_unlock(&lock) == EPERM);
    assert(pthread_mutex_lock(&lock) == 0);
    assert(pthread_mutex_lock(&lock) == EDEADLK);
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    pthread_join(t, NULL);
    assert(pthread_mutex_unlock(&lock) == 0);
    return 0;
}
