// expect: verified
// What a mutex was while it was held is written back after it was unlocked: it is none of those that the thread leaves.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex;

static void *work(void *unused)
{
    pthread_mutex_t held;
    assert(pthread_mutex_lock(&mutex) == 0);
    memcpy(&held, &mutex, sizeof held);
    assert(pthread_mutex_unlock(&mutex) == 0);
    memcpy(&mutex, &held, sizeof held);
    assert(pthread_mutex_unlock(&mutex) == 0);
    return unused;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &attributes);
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
