// expect: verified
// races: 0
// Readers read together; a writer is ordered with all of them.
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int data;

static void *first(void *unused)
{
    pthread_rwlock_wrlock(&l);
    data++;
    pthread_rwlock_unlock(&l);
    pthread_rwlock_rdlock(&l);
    int seen = data;
    pthread_rwlock_unlock(&l);
    unused = seen ? unused : &data;
    return unused;
}

static void *second(void *unused)
{
    pthread_rwlock_rdlock(&l);
    int seen = data;
    pthread_rwlock_unlock(&l);
    pthread_rwlock_wrlock(&l);
    data += seen;
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
