// expect: bug misuse "wrlock"
// A reader wants to become the writer without letting go of its read lock: it waits for itself.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cache;

static void *fill(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    if (cache == 0) {
        pthread_rwlock_wrlock(&lock); // BUG HERE
        cache = 1;
        pthread_rwlock_unlock(&lock);
        return unused;
    }
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, fill, NULL);
    pthread_create(&b, NULL, fill, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
