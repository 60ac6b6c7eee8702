// expect: bug assertion
// native: endless
// A key is deleted while a thread that uses it ends: its destructor is called, or not.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int called;

static void destroy(void *value)
{
    (void)value;
    called++;
}

static void *use(void *unused)
{
    pthread_setspecific(key, &key);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, NULL, use, NULL);
    pthread_key_delete(key);
    pthread_join(t, NULL);
    assert(called == 0); // BUG HERE
    return 0;
}
