// expect: refused "mutexes with a priority ceiling are not supported"
// Priority ceilings: attributes have them, mutexes do not.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, mutex;
    pthread_mutexattr_t attributes;
    int ceiling = 0;
    assert(pthread_mutex_getprioceiling(&plain, &ceiling) == EINVAL && pthread_mutex_setprioceiling(&plain, 1, &ceiling) == EINVAL);
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setprioceiling(&attributes, 7) == 0 && pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT) == 0);
    assert(pthread_mutexattr_getprioceiling(&attributes, &ceiling) == 0 && ceiling == 7);
    pthread_mutex_init(&mutex, &attributes); // BUG HERE
    return 0;
}
