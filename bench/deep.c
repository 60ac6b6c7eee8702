/* deep.c - the racy counter at the bottom of KILOBYTES of live stack: what the depth of a stack costs a step. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef KILOBYTES
#define KILOBYTES 0
#endif

enum { ROUNDS = 100, FRAME = 256 };
static atomic_int gate;

static void count(void)
{
    for (int i = 0; i < ROUNDS; i++)
        atomic_store(&gate, 1);
}

static int descend(int kilobytes)
{
    volatile char filler[FRAME - 48];
    filler[kilobytes % (FRAME - 48)] = 1;
    if (kilobytes == 0)
        count();
    else
        descend(kilobytes - 1);
    return filler[kilobytes % (FRAME - 48)];
}

static void *work(void *unused)
{
    descend(KILOBYTES * 1024 / FRAME);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
