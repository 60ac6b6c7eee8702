// expect: refused "more than 32 robust mutexes that one thread holds are not supported"
// The list of a thread's robust mutexes is full.
#include <pthread.h>

static pthread_mutex_t mutexes[33];

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    for (int i = 0; i < 33; i++) {
        pthread_mutex_init(&mutexes[i], &attributes);
        pthread_mutex_lock(&mutexes[i]); // BUG HERE
    }
    return 0;
}
