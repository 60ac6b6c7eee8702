// expect: refused "is not supported"
// Priority ceilings of mutexes.
#include <pthread.h>

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    int old;
    pthread_mutex_setprioceiling(&mutex, 1, &old); // BUG HERE
    return 0;
}
