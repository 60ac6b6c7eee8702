// expect: bug misuse "never initialized"
// options: --uninit
// A lock in a new block is tried before anybody has made it one: with zeros it looks like one that is free.
#include <pthread.h>
#include <stdlib.h>

static pthread_rwlock_t *lock;

static void *worker(void *unused)
{
    if (pthread_rwlock_tryrdlock(lock) == 0) // BUG HERE
        pthread_rwlock_unlock(lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    lock = malloc(sizeof *lock);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(lock);
    return 0;
}
