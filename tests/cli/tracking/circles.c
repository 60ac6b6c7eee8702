/* A thread that waits in a loop of atomic operations: for another one (none of the below), or alone and for ever (ALONE). With WRITES the
 * loop waits for a plain variable, and counts. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int ready, looked;
static int plain;
static long spins;

static void *set(void *x)
{
    plain = 1;
#ifndef ALONE
    ready = 1;
#endif
    return x;
}

static void wait(void)
{
#ifdef WRITES
    while (!*(volatile int *)&plain)
        spins++;
#else
    while (!ready)
        looked ^= 1;
#endif
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, set, NULL);
#ifdef ALONE
    pthread_join(a, NULL);
    wait();
#else
    wait();
    pthread_join(a, NULL);
#endif
    return 0;
}
