// expect: verified
// A mutex with attributes: initialized, used by two threads, destroyed, initialized again.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int inside;

static void *work(void *unused)
{
    assert(pthread_mutex_lock(&lock) == 0);
    assert(inside++ == 0);
    inside--;
    assert(pthread_mutex_unlock(&lock) == 0);
    return unused;
}

static void round_of(int kind)
{
    pthread_mutexattr_t attr;
    int read_back = -1;
    assert(pthread_mutexattr_init(&attr) == 0);
    assert(pthread_mutexattr_settype(&attr, kind) == 0);
    assert(pthread_mutexattr_gettype(&attr, &read_back) == 0 && read_back == kind);
    assert(pthread_mutex_init(&lock, &attr) == 0);
    assert(pthread_mutexattr_destroy(&attr) == 0);
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pthread_mutex_destroy(&lock) == 0);
}

int main(void)
{
    round_of(PTHREAD_MUTEX_NORMAL);
    round_of(PTHREAD_MUTEX_RECURSIVE);
    round_of(PTHREAD_MUTEX_ERRORCHECK);
    return 0;
}
