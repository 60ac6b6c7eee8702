// expect: bug assertion
// native: endless
// The same: the value is gone, or was never set.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;

static void *use(void *unused)
{
    pthread_setspecific(key, &key);
    assert(pthread_getspecific(key) == &key); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, NULL);
    pthread_create(&t, NULL, use, NULL);
    pthread_key_delete(key);
    pthread_join(t, NULL);
    return 0;
}
