// expect: verified
// options: --trust=pthread_getattr_np,pthread_attr_getstack
// A pthread_t means something to libc, too, wherever in a thread's record it points to: libc tells the threads apart.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static int asked;

static void *stack_of(pthread_t t)
{
    pthread_attr_t attributes;
    void *stack = NULL;
    size_t size = 0;
    assert(pthread_getattr_np(t, &attributes) == 0);
    assert(pthread_attr_getstack(&attributes, &stack, &size) == 0);
    pthread_attr_destroy(&attributes);
    asked++;
    return stack;
}

static void *ask(void *unused)
{
    (void)unused;
    return stack_of(pthread_self());
}

int main(void)
{
    pthread_t t;
    void *its_stack;
    pthread_create(&t, NULL, ask, NULL);
    pthread_join(t, &its_stack);
    assert(its_stack && stack_of(pthread_self()) != its_stack && asked == 2);
    return 0;
}
