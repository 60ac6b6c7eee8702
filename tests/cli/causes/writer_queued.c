/* A writer that had to wait for a read-write lock holds it once, and not any more when it has given it up. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock;
static int reads, value;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    reads++;
    pthread_rwlock_unlock(&lock);
    value = 1;
    return unused;
}

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    int before = reads;
    pthread_rwlock_unlock(&lock);
    if (before)
        value = 2;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_rwlockattr_t kind;
    pthread_rwlockattr_init(&kind);
    pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&lock, &kind);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
