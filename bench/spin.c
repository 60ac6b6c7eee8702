/* spin.c - a cyclic state space: THREADS threads spin on an atomic flag and count their turns in a circle, for ever. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 16
#endif

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int inside;

static void *work(void *unused)
{
    for (int round = 0;; round = (round + 1) % ROUNDS) {
        while (atomic_flag_test_and_set(&busy))
            ;
        assert(++inside == 1);
        inside--;
        atomic_flag_clear(&busy);
    }
    return unused;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 1; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, NULL);
    work(NULL);
    return 0;
}
