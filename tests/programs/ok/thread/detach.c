// expect: verified
// Detached threads: by pthread_detach, by attribute, and by themselves. The end of main ends them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ran;

static void *work(void *self)
{
    if (self)
        pthread_detach(pthread_self());
    atomic_fetch_add(&ran, 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_attr_t attr;
    int state;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_getdetachstate(&attr, &state);
    assert(state == PTHREAD_CREATE_DETACHED);
    pthread_create(&a, &attr, work, NULL);
    pthread_create(&b, NULL, work, &ran);
    pthread_create(&c, NULL, work, NULL);
    pthread_detach(c);
    pthread_attr_destroy(&attr);
    assert(atomic_load(&ran) <= 3);
    return 0;
}
