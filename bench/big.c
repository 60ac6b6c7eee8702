/* big.c - a state space of about ten million states: three threads count their own rounds between operations on a variable
 * that they share, and every combination of the three counters is a state. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef ROUNDS
#define ROUNDS 214
#endif

static atomic_int gate;

static void *work(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        atomic_store(&gate, 1);
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
