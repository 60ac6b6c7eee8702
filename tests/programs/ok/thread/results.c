// expect: verified
// Return values and pthread_exit values come out of join; self and equal agree.
#include <assert.h>
#include <pthread.h>

static void leave(void *value) { pthread_exit(value); }

static void *by_exit(void *value)
{
    leave((char *)value + 1);
    return NULL;
}

static void *by_return(void *value)
{
    assert(!pthread_equal(pthread_self(), *(pthread_t *)value));
    return value;
}

int main(void)
{
    char bytes[2];
    pthread_t a, b, me = pthread_self();
    void *from_a, *from_b;
    assert(pthread_create(&a, NULL, by_exit, bytes) == 0);
    assert(pthread_create(&b, NULL, by_return, &me) == 0);
    assert(!pthread_equal(a, b));
    assert(pthread_join(b, &from_b) == 0 && pthread_join(a, &from_a) == 0);
    assert(from_a == bytes + 1 && from_b == &me);
    assert(pthread_equal(me, pthread_self()));
    return 0;
}
