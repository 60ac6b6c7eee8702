// expect: bug assertion "hits == 2"
// A counter is changed under the read lock, which does not exclude other readers.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int hits;

static void *lookup(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    hits++;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, lookup, NULL);
    pthread_create(&b, NULL, lookup, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(hits == 2); // BUG HERE
    return 0;
}
