// expect: verified
// options:
// options: --reduction=none
// The other kind that prefers writers by its name does not (as in glibc): a thread may read again while a writer waits.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static pthread_rwlock_t lock;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    usleep(100000);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *writer(void *unused)
{
    usleep(50000);
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_rwlockattr_t kind;
    pthread_rwlockattr_init(&kind);
    pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NP);
    pthread_rwlock_init(&lock, &kind);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
