// expect: bug memory "read of 4 bytes in the frame of a returned function (of thread 0)"
// options: --reduction=none
// options: --reduction=sum
// options: --visible=all
// options: --dead-values=keep
// Directly behind the return another function takes the place of the frame, and everything that its thread does next happens there.
#include <pthread.h>

static int *volatile lent;
static volatile int counter;

static __attribute__((noinline)) void lend(void)
{
    volatile int value = 1;
    lent = (int *)&value;
}

static __attribute__((noinline)) void cover(void)
{
    volatile int room[64];
    for (int i = 0; i < 64; i++)
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
    lend();
    cover();
    pthread_join(t, NULL);
    return 0;
}
