/* hooks.c - the cost of a hook that is no scheduling point: ROUNDS passes over an array that only one thread uses, while
 * another one is alive. UPDATE: a[i] += i (a read hook and a write hook); otherwise s += a[i] (a read hook). */
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 1000
#endif
enum { SIZE = 4096 };
int array[SIZE]; /* not static: a compiler would see that it stays zero */
static volatile int result;

static void *work(void *unused)
{
    int sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
        __asm__ volatile("" ::: "memory"); // each round reads what is there
        for (int i = 0; i < SIZE; i++) {
#ifdef UPDATE
            array[i] += i;
#else
            sum += array[i];
#endif
        }
    }
    result = sum;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
