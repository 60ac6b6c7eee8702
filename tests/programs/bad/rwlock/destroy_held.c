// expect: bug misuse "destroy"
// A read-write lock is destroyed while a reader may hold it.
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock;
static atomic_int started;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    atomic_store(&started, 1);
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_rwlock_init(&lock, NULL);
    pthread_create(&t, NULL, reader, NULL);
    if (!atomic_load(&started))
        pthread_join(t, NULL);
    pthread_rwlock_destroy(&lock); // BUG HERE
    return 0;
}
