// expect: bug memory "read of 4 bytes in the frame of a returned function (of thread 0)"
// options: --reduction=none
// options: --reduction=sum
// options: --visible=all
// An array whose length is known at run time lies below the frame as it was at the function's entry, and goes with it.
#include <pthread.h>

static int *volatile lent;
static volatile int counter, length = 40;

static __attribute__((noinline)) void lend(int n)
{
    volatile int values[n];
    values[0] = 1;
    lent = (int *)values;
}

static __attribute__((noinline)) void cover(void)
{
    volatile int room[256];
    for (int i = 0; i < 256; i++)
        room[i] = counter;
}

static void *work(void *unused)
{
    int *used = lent;
    if (used)
        (void)*(volatile int *)used; // BUG HERE
    counter = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    lend(length);
    cover();
    pthread_join(t, NULL);
    return 0;
}
