// expect: refused "pthread_mutex_getprioceiling is not supported"
// Priority ceilings of mutexes.
#include <pthread.h>

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    int ceiling;
    pthread_mutex_getprioceiling(&mutex, &ceiling); // BUG HERE
    return 0;
}
