// expect: refused "pthread_mutexattr_setrobust"
// Robust mutexes are not supported.
#include <pthread.h>

int main(void)
{
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST); // BUG HERE
    return 0;
}
