// expect: refused "pthread_mutex_consistent is not supported"
// Robust mutexes.
#include <pthread.h>

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_consistent(&mutex); // BUG HERE
    return 0;
}
