// expect: bug memory "read of 4 bytes in the frame of a returned function (of thread 0)"
// The frame of a signal handler goes when it returns.
#include <pthread.h>
#include <signal.h>

static int *volatile lent;

static void handler(int number)
{
    volatile int value = number;
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
    signal(SIGUSR1, handler);
    pthread_create(&t, NULL, work, NULL);
    raise(SIGUSR1);
    pthread_join(t, NULL);
    return 0;
}
