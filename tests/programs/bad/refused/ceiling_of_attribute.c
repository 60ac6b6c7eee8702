// expect: refused "is not supported"
// Priority ceilings of mutexes.
#include <pthread.h>

int main(void)
{
    pthread_mutexattr_t attribute;
    pthread_mutexattr_init(&attribute);
    pthread_mutexattr_setprioceiling(&attribute, 1); // BUG HERE
    return 0;
}
