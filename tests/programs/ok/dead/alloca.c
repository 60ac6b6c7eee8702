// expect: verified
// states: 2021
// transitions: 5181
// ends: 5
// Memory from alloca that is set in part, where other functions have been. Numbers: tests/lib/count_states.py.
#include <alloca.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x;

static __attribute__((noinline)) int keep(int value)
{
    int copies[64];
    for (int i = 0; i < 64; i++)
        copies[i] = value + i;
    return copies[value & 7];
}

static __attribute__((noinline)) void disturb(int value, int round)
{
    char *first = alloca((size_t)(40 + 100 * round));
    first[3] = (char)round;
    keep(value);
    for (int i = 0; i < 2; i++) {
        int *more = alloca((size_t)(32 + i));
        more[5] = i;
    }
    atomic_thread_fence(memory_order_seq_cst);
}

static void *work(void *unused)
{
    for (int round = 0; round < 2; round++) {
        int value = atomic_load(&x);
        disturb(value, round);
        keep(value);
        char *block = alloca(200 + (size_t)round);
        block[7] = 1;
        atomic_store(&x, value + 1);
    }
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
