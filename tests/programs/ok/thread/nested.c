// expect: verified
// Threads make threads: a binary tree of depth two, each node joins its children and adds them up.
#include <assert.h>
#include <pthread.h>

static void *sum(void *argument)
{
    long depth = (long)argument;
    if (depth == 0)
        return (void *)1L;
    pthread_t left, right;
    void *a, *b;
    pthread_create(&left, NULL, sum, (void *)(depth - 1));
    pthread_create(&right, NULL, sum, (void *)(depth - 1));
    pthread_join(left, &a);
    pthread_join(right, &b);
    return (void *)((long)a + (long)b);
}

int main(void)
{
    assert(sum((void *)2L) == (void *)4L);
    return 0;
}
