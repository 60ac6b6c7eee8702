// expect: bug deadlock ""
// options:
// options: --reduction=none
// native: endless
// A lock that prefers writers keeps readers out while a writer waits, also one that reads already: it waits for itself.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static pthread_rwlock_t lock;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    usleep(100000);
    pthread_rwlock_rdlock(&lock); // BUG HERE
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *writer(void *unused)
{
    usleep(50000);
    pthread_rwlock_wrlock(&lock); // OR HERE
    pthread_rwlock_unlock(&lock);
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
    pthread_join(a, NULL); // OR HERE
    pthread_join(b, NULL);
    return 0;
}
