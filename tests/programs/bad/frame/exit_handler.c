// expect: bug memory "read of 4 bytes in the frame of a returned function (of thread 0)"
// The frame of an exit handler goes when it returns.
#include <pthread.h>
#include <stdlib.h>

static int *volatile lent;

static void last(void)
{
    volatile int room[64];
    for (int i = 0; i < 64; i++)
        room[i] = i;
}

static void first(void)
{
    volatile int value = 1;
    lent = (int *)&value;
}

static void *work(void *unused)
{
    int *used = lent;
    if (used)
        (void)*(volatile int *)used; // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    atexit(last);
    atexit(first);
    pthread_create(&t, NULL, work, NULL);
    exit(0);
}
