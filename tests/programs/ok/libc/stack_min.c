// expect: verified
// PTHREAD_STACK_MIN asks the system, by a name of libc's own.
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_attr_t attributes;
    assert(pthread_attr_init(&attributes) == 0);
    assert(pthread_attr_setstacksize(&attributes, (size_t)PTHREAD_STACK_MIN + 65536) == 0);
    pthread_create(&t, &attributes, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
