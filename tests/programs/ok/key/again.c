// expect: verified
// A destructor that sets the value again is called again, and pthread_exit runs destructors too.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int calls;

static void again(void *value)
{
    if (++calls < 3)
        pthread_setspecific(key, value);
}

static void *work(void *unused)
{
    pthread_setspecific(key, &calls);
    pthread_exit(unused);
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, again);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    assert(calls == 3);
    return 0;
}
