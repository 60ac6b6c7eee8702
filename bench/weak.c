/* weak.c - a spin lock of acquire and release around two variables: what is ordered is not what is learnt, and data races are
 * looked for with clocks that are part of the state. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 4
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

static atomic_int locked;
static int a, b;

static void *work(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        while (atomic_exchange_explicit(&locked, 1, memory_order_acquire))
            ;
        a++;
        b += a;
        atomic_store_explicit(&locked, 0, memory_order_release);
    }
    return unused;
}

int main(void)
{
    pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
