// expect: bug misuse "rdlock on a read-write lock that was destroyed"
#include <pthread.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&table); // BUG HERE
    pthread_rwlock_unlock(&table);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_rwlock_destroy(&table);
    pthread_create(&t, NULL, reader, NULL);
    pthread_join(t, NULL);
    return 0;
}
