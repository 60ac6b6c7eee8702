// expect: verified
// races: 1
// Holders of a read lock are not ordered with each other, and one of them writes.
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int data;

static void *first(void *unused)
{
    pthread_rwlock_rdlock(&l);
    data = 1; // RACE
    pthread_rwlock_unlock(&l);
    return unused;
}

static void *second(void *unused)
{
    pthread_rwlock_rdlock(&l);
    if (data) // RACE
        unused = NULL;
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
