// expect: verified
// races: 1
// options: --race-rule=hb
// options: --race-rule=graph
// options: --race-rule=graph --reduction=none
// The race lies behind a run on which nobody else can go on, so long that the search looks at states in its midst. Two ways lead to one
// state behind it: with clocks there are more.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

enum { ROUNDS = 300 };

static atomic_int rounds, token, go;
static sem_t begin;
static int data;

static void *first(void *unused)
{
    for (int i = 0; i < ROUNDS; i++)
        atomic_store_explicit(&rounds, i, memory_order_relaxed);
    sem_post(&begin);
    data = 1; // RACE
    atomic_store_explicit(&token, 1, memory_order_release);
    atomic_store_explicit(&go, 1, memory_order_relaxed);
    return unused;
}

static void *second(void *unused)
{
    sem_wait(&begin);
    (void)atomic_load_explicit(&token, memory_order_acquire);
    if (atomic_load_explicit(&rounds, memory_order_relaxed) == ROUNDS - 1 && atomic_load_explicit(&go, memory_order_relaxed))
        (void)*(volatile int *)&data; // RACE
    return unused;
}

int main(void)
{
    pthread_t t[2];
    sem_init(&begin, 0, 0);
    pthread_create(&t[0], NULL, second, NULL);
    pthread_create(&t[1], NULL, first, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
