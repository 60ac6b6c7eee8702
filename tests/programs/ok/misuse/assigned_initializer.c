// expect: verified
// An initializer may be assigned, to a new object or over an old one.
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_mutex_t *lock = malloc(sizeof *lock);
    for (int i = 0; i < 2; i++) {
        *lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
        pthread_mutex_lock(lock);
        pthread_mutex_unlock(lock);
    }
    free(lock);
    return 0;
}
