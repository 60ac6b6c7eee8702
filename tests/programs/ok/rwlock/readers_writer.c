// expect: verified
// Two readers and a writer: readers see both halves of an update or none.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int left, right;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    assert(left == right);
    pthread_rwlock_unlock(&lock);
    return unused;
}

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    left++;
    right++;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_create(&c, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
