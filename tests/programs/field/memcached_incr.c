// expect: bug assertion "value"
// Shape: memcached 1.4 incr (Yu and Narayanasamy's bug set, and issue 127 of its tracker): fetch and store of the item are locked
// each, the increment between them is not.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER;
static int item = 5;

static int item_get(void)
{
    pthread_mutex_lock(&cache_lock);
    int value = item;
    pthread_mutex_unlock(&cache_lock);
    return value;
}

static void item_set(int value)
{
    pthread_mutex_lock(&cache_lock);
    item = value;
    pthread_mutex_unlock(&cache_lock);
}

static void *process_incr(void *unused)
{
    item_set(item_get() + 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, process_incr, NULL);
    pthread_create(&b, NULL, process_incr, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int value = item_get();
    assert(value == 7); // BUG HERE
    return 0;
}
