// expect: bug assertion "counter == 2"
// Both threads lock, but not the same mutex.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER, lock_b = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *work(void *lock)
{
    pthread_mutex_lock(lock);
    counter++;
    pthread_mutex_unlock(lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, &lock_a);
    pthread_create(&b, NULL, work, &lock_b);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2); // BUG HERE
    return 0;
}
