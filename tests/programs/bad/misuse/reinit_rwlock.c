// expect: bug misuse "init of a read-write lock that is initialized already and was not destroyed"
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_rwlock_t *lock = malloc(sizeof *lock);
    pthread_rwlock_init(lock, NULL);
    pthread_rwlock_init(lock, NULL); // BUG HERE
    free(lock);
    return 0;
}
