/* uninitialized.c - a local variable that nobody has written holds zero, whatever was on the stack, as in a replay. */
#include <assert.h>
#include <pthread.h>

static int sink, x;

static __attribute__((noinline)) void leaves(void)
{
    volatile int garbage[32];
    for (int i = 0; i < 32; i++)
        garbage[i] = 7 + i;
    sink += garbage[3];
}

static __attribute__((noinline)) int reads(void)
{
    int never[32];
    __asm__("" : "=m"(never)); /* so that no compiler knows */
    sink += never[5];
    return never[5];
}

static void *work(void *unused)
{
    leaves();
    assert(reads() == 0);
    x = x + 1;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(x == 2);
    return 0;
}
