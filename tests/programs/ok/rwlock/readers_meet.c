// expect: verified
// ends: 2
// Readers are really inside at the same time in some interleaving and not in others: two ends differ in `met`.
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int inside;
atomic_int met; // not static: clang would drop what nobody reads

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    if (atomic_fetch_add(&inside, 1) == 1)
        atomic_store(&met, 1);
    atomic_fetch_sub(&inside, 1);
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
