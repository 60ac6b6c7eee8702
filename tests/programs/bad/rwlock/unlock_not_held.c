// expect: bug misuse "unlock"
// A read-write lock is unlocked by a thread that holds nothing.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int ready;

static void *work(void *unused)
{
    if (ready)
        pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    ready = 1;
    pthread_join(t, NULL);
    return 0;
}
