// expect: bug memory "read of 4 bytes in the frame of a returned function (of thread 0)"
// options: --reduction=none
// options: --reduction=sum
// options: --visible=all
// A frame is left by longjmp, and another takes its place at once.
#include <pthread.h>
#include <setjmp.h>

static int *volatile lent;
static volatile int counter;
static jmp_buf env;

static __attribute__((noinline)) void lend(void)
{
    volatile int value = 1;
    lent = (int *)&value;
    longjmp(env, 1);
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
    if (setjmp(env) == 0)
        lend();
    else
        cover();
    pthread_join(t, NULL);
    return 0;
}
