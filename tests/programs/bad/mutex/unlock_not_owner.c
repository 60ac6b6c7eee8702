// expect: bug misuse "unlock"
// One thread releases what another one holds: a mutex used as if it were a semaphore.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *finish(void *unused)
{
    pthread_mutex_unlock(&lock); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, finish, NULL);
    pthread_join(t, NULL);
    return 0;
}
